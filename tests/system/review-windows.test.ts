import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../testkit/browser.ts";
import { LOOKS } from "../testkit/looks.ts";
import { McpAgent } from "../testkit/mcp-agent.ts";
import { signInOn } from "../testkit/pages.ts";
import { labelApp } from "../testkit/samples.ts";
import { TestServer } from "../testkit/server.ts";

// The card in windows and on devices that have little room, or no keys.

const FILES = { ...labelApp("label"), "src/labels.ts": "// labels\n".repeat(60) };

let server: TestServer;
let browser: Browser;
let agent: McpAgent;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  agent = await McpAgent.connect(server);
});
afterAll(async () => {
  await agent?.close();
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function show(proposal_id: string, look: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(look)).newPage();
  await signInOn(page, server.origin);
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
  return page;
}
const bar = (page: Page): Locator => page.getByRole("region", { name: "Decision" });
const section = (page: Page): Locator => page.getByRole("region", { name: "Comments", exact: true });

test("in a window as low as at 400 % nothing stays over the code, and everything can be pressed", async () => {
  const page = await show((await agent.propose("Low", FILES)).proposal_id, {
    viewport: { width: 320, height: 256 },
  });
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search files" });
  await search.fill("labels");
  await page.getByRole("article").last().scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect((await bar(page).boundingBox())!.y).toBeGreaterThanOrEqual(256);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect((await search.boundingBox())!.y).toBeLessThan(0);
  await bar(page).getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).waitFor();
  await page.context().close();
});

test("keys are told where there are keys", async () => {
  const { proposal_id } = await agent.propose("Keys", FILES);
  for (const [look, hasKeys] of [
    ["desk, light", true],
    ["phone, light", false],
  ] as const) {
    const page = await show(proposal_id, LOOKS[look]);
    await section(page).getByRole("button", { name: "Comment on the whole" }).click();
    await section(page).getByText("Kept in this browser until you send it.").waitFor();
    expect(await section(page).getByText("Ctrl Enter saves.").isVisible()).toBe(hasKeys);
    expect(await page.locator("kbd").first().isVisible()).toBe(hasKeys);
    await page.context().close();
  }
  const page = await show(proposal_id);
  await page.keyboard.press("?");
  const listed = page
    .getByRole("dialog")
    .locator("div")
    .filter({ hasText: /^Save or send what you write/ });
  await expect.poll(async () => await listed.locator("kbd").allInnerTexts()).toEqual(["Ctrl", "Enter"]);
  await page.context().close();
});
