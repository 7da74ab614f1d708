import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AskingClient } from "../testkit/asking-client.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { OWNER, TestServer } from "../testkit/server.ts";
import { browserOf, placeOf } from "../testkit/team.ts";

// The consent page in front of a real client: what it tells, and that nobody lets a client in by accident.

let server: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  const owner = await Person.signIn(server.origin);
  const { workspace_id } = await placeOf(owner);
  await owner.do("create_project", { workspace_id, name: "Storefront" });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  page = await browserOf(browser, server);
  return async () => await page.context().close();
});

const letIn = (there = page) => there.getByRole("button", { name: "Let in" });

async function arrive(client: AskingClient, there = page): Promise<void> {
  await there.goto(client.address);
  await there.getByRole("heading", { name: /Let .* in\?/ }).waitFor();
}

test("the person reads who asks and where the answer goes, ticks the projects, and lets it in (phish-3)", async () => {
  await using client = await AskingClient.start(server, "Careful client");
  await arrive(client);
  await page.getByText("Name not verified.").waitFor();
  await page.getByText("127.0.0.1").waitFor();
  await page.getByText(OWNER.email).waitFor();
  // With several projects none is given away unasked.
  for (const box of await page.getByRole("checkbox").all()) expect(await box.isChecked()).toBe(false);
  await letIn().click();
  await page.getByText("Tick one project at least.").waitFor();
  await page.getByRole("checkbox", { name: "Storefront" }).check();
  await letIn().click();
  expect((await client.answer()).get("code")).toBeTruthy();
  await client.finish();
  const { resources } = await client.ask<{ resources: { name: string }[] }>("find_resources");
  expect(resources.map(({ name }) => name)).toEqual(["Storefront"]);
});

test("who knows a client of this name already is told that this one comes beside it", async () => {
  for (const known of [false, true]) {
    await using client = await AskingClient.start(server, "Twin client");
    await arrive(client);
    await page.getByRole("checkbox", { name: "General" }).check();
    const told = page.getByText("A client of this name is connected already.");
    if (known) await told.waitFor();
    else expect(await told.count()).toBe(0);
    await letIn().click();
    await client.finish();
    // The client's own page is still being shown when its answer is there.
    await page.waitForURL(({ pathname }) => pathname === "/callback");
  }
});

test("no is said by one press, and the client hears it", async () => {
  await using client = await AskingClient.start(server, "Unwanted client");
  await arrive(client);
  await page.getByRole("button", { name: "Not now" }).click();
  expect((await client.answer()).get("error")).toBe("access_denied");
});

test("a press that was meant for what stood in front of the page lets nobody in (phish-3)", async () => {
  await using client = await AskingClient.start(server, "Hasty client");
  await arrive(client);
  await page.getByRole("checkbox", { name: "General" }).check();
  await expect.poll(async () => await letIn().getAttribute("aria-disabled")).toBeNull();
  // Another window closes under the finger: this one comes to the front, and the second click lands here.
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    const buttons = [...document.querySelectorAll("button")];
    buttons.find((button) => button.textContent === "Let in")?.click();
  });
  await page.getByText("This page has only just appeared.").waitFor();
  expect(await letIn().getAttribute("aria-disabled")).toBe("true");
  // Nothing was answered: the person still can.
  await page.getByRole("button", { name: "Not now" }).click();
  expect((await client.answer()).get("error")).toBe("access_denied");
});

test("a page of another site cannot show it in a frame (page-3)", async () => {
  await using client = await AskingClient.start(server, "Framed client");
  await arrive(client);
  const consent = page.url();
  const trap = await page.context().newPage();
  await trap.goto("data:text/html,<iframe></iframe>");
  await trap.locator("iframe").evaluate((frame, address) => frame.setAttribute("src", address), consent);
  await expect.poll(() => trap.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
});

test("a request that was answered in one window is over in the other", async () => {
  await using client = await AskingClient.start(server, "Doubled client");
  await arrive(client);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Not now" }).click();
  await client.answer();
  await page.getByRole("checkbox", { name: "General" }).check();
  await letIn().click();
  await page.getByRole("heading", { name: "This request has expired" }).waitFor();
  await page.getByText("No client was let in.").waitFor();
});

test("who is signed out signs in on the page itself, and answers then", async () => {
  await using client = await AskingClient.start(server, "Early client");
  const there = await (await browser.newContext()).newPage();
  await there.goto(client.address);
  await there.getByLabel("Email").fill(OWNER.email);
  await there.getByLabel("Password").fill(OWNER.password);
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await there.getByRole("checkbox", { name: "General" }).check();
  await letIn(there).click();
  expect((await client.answer()).get("code")).toBeTruthy();
  await there.context().close();
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("the page holds for axe, fits its window, and breaks no policy", async () => {
    const context = await browser.newContext(look);
    const there = await context.newPage();
    const complaints = complaintsOf(there);
    await signInOn(there, server.origin);
    await using client = await AskingClient.start(server, "A client with quite a long name (anteroom)");
    await arrive(client, there);
    expect(await faultsOf(there)).toEqual([]);
    await expect.poll(async () => await letIn(there).getAttribute("aria-disabled")).toBeNull();
    await letIn(there).click();
    await there.getByText("Tick one project at least.").waitFor();
    expect(await faultsOf(there)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
