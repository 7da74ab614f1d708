import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../testkit/browser.ts";
import { TestServer } from "../testkit/server.ts";

// Who arrives to fill in a form can begin to type.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => await browser?.close());

test("the first field of the set-up and of the sign-in takes what is typed", async () => {
  await using server = await TestServer.launch({ owner: false });
  const page = await browser.newPage();
  for (const [address, label, words] of [
    [server.setUpLink ?? "", "Workspace", "Acme"],
    [`${server.origin}/sign-in`, "Email", "owner@example.test"],
  ] as const) {
    await page.goto(address);
    const field = page.getByLabel(label);
    await field.waitFor();
    await page.keyboard.type(words);
    expect(await field.inputValue()).toBe(words);
  }
});
