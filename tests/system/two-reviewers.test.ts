import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { browserOf } from "../testkit/team.ts";

// The Room's owner in two browsers at once (case R7): one final state, and each page says what it is.

let server: TestServer;
let browser: Browser;
let agent: Agent;
let owner: Person;
let room_id: string;
let one: Page;
let other: Page;
let count = 0;
let name: string;
let proposal_id: string;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  one = await browserOf(browser, server);
  other = await browserOf(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  count += 1;
  name = `Board ${count}`;
  proposal_id = await propose(name, "first");
});

async function propose(app: string, label: string): Promise<string> {
  const args = { room_id, name: app, files: labelApp(label), idempotency_key: `two for ${app} ${label}` };
  return (await agent.ask<Proposed>("propose_room_snippet_app", args)).proposal_id;
}

const bar = (page: Page): Locator => page.getByRole("region", { name: "Decision" });
const approve = (page: Page): Locator => bar(page).getByRole("button", { name: "Approve and create" });

/** Opens the card and reads it. */
async function read(page: Page, id = proposal_id): Promise<void> {
  await page.goto(`${server.origin}/connected/proposals/${id}`);
  await page.getByText("Seen to its end").first().waitFor();
  await expect.poll(async () => await approve(page).getAttribute("aria-disabled")).toBeNull();
}
async function decline(page: Page): Promise<void> {
  await bar(page).getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
}
async function request(page: Page, words: string): Promise<void> {
  await bar(page).getByRole("button", { name: "Request changes" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(words);
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
}

/** Holds what a page sends back until the other page has sent something too: both decide on the same state. */
async function together(...acts: readonly (readonly [Page, () => Promise<void>])[]): Promise<void> {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const [page] of acts) {
    const send = async (route: Route): Promise<void> => {
      arrived += 1;
      if (arrived === acts.length) resolve();
      await promise;
      await route.continue();
    };
    const decisions = "**/api/v1/{approve_proposal,decline_proposal,decline_proposals,request_changes}";
    await page.route(decisions, send, { times: 1 });
  }
  await Promise.all(acts.map(async ([, act]) => await act()));
}

async function state(): Promise<string> {
  return (await owner.card(proposal_id)).state;
}
async function tabs(): Promise<number> {
  const { apps } = await agent.ask<{ apps: { name: string }[] }>("list_room_apps", { room_id, limit: 50 });
  return apps.filter((app) => app.name === name).length;
}

/** What each bar says once nothing is on its way any more. */
async function said(page: Page): Promise<string> {
  await bar(page).getByRole("button", { name: "Decline" }).waitFor({ state: "detached" });
  await bar(page)
    .getByText(/^(Approving|Sending|Declining)…$/)
    .waitFor({ state: "detached" });
  return await bar(page).innerText();
}

test("approve against decline", async () => {
  await Promise.all([read(one), read(other)]);
  await together([one, async () => await approve(one).click()], [other, async () => await decline(other)]);
  const words = [await said(one), await said(other)];
  if ((await state()) === "approved") {
    expect(words[0]).toContain("Every member has the tab now.");
    expect(words[1]).toContain("Owner approved this");
    expect(await tabs()).toBe(1);
  } else {
    expect(await state()).toBe("declined");
    expect(words[0]).toContain("Owner declined this");
    expect(words[1]).toContain("You declined this.");
    expect(await tabs()).toBe(0);
  }
});

test("request changes against approve", async () => {
  await Promise.all([read(one), read(other)]);
  await together(
    [one, async () => await request(one, "Call it otherwise.")],
    [other, async () => await approve(other).click()],
  );
  const words = [await said(one), await said(other)];
  const { comments } = await agent.ask<{ comments?: { body: string }[] }>("read_proposal", { proposal_id });
  if ((await state()) === "approved") {
    expect(words[0]).toContain("Owner approved this");
    expect(words[1]).toContain("Every member has the tab now.");
    expect([await tabs(), comments]).toEqual([1, undefined]);
  } else {
    expect(await state()).toBe("changes_requested");
    expect(words[0]).toContain("Changes requested.");
    expect(words[1]).toContain("Owner asked for changes");
    expect(await tabs()).toBe(0);
    expect(comments?.map(({ body }) => body)).toEqual(["Call it otherwise."]);
  }
});

test("decline several against approve: the approved one is named and left", async () => {
  const second = await propose(`${name} beside`, "beside");
  await read(other);
  await one.goto(`${server.origin}/connected`);
  await one.getByRole("button", { name: "Select…" }).click();
  for (const chosen of [name, `${name} beside`]) {
    await one.getByRole("checkbox", { name: `Select ${chosen}`, exact: true }).check({ force: true });
  }
  await one.getByRole("button", { name: "Decline 2" }).click();
  const dialog = one.getByRole("dialog");
  await approve(other).click();
  await bar(other).getByText("Every member has the tab now.").waitFor();
  await dialog.getByRole("button", { name: "Decline 2" }).click();
  await dialog.getByText("One was left as it is, because it changed meanwhile.").waitFor();
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([expect.stringContaining(name)]);
  expect(await state()).toBe("approved");
  expect((await owner.card(second)).state).toBe("declined");
  expect(await tabs()).toBe(1);
});

test("a comment that is being written stays when the other browser decides, and can be copied", async () => {
  await Promise.all([read(one), read(other)]);
  await one.getByRole("region", { name: /whole file/ }).focus();
  await one.keyboard.press("c");
  const field = one.getByRole("textbox").first();
  await field.fill("Half a thou");
  await approve(other).click();
  await bar(one).getByText("Owner approved this").waitFor();
  await bar(one).getByText("Your comments were not sent.").waitFor();
  await bar(one).getByRole("button", { name: "Copy" }).waitFor();
});

test("what is typed stays, with the focus, while a revision arrives", async () => {
  await read(one);
  await one.getByRole("region", { name: /whole file/ }).focus();
  await one.keyboard.press("c");
  const field = one.getByRole("textbox").first();
  await field.pressSequentially("Half a");
  const next = await propose(name, "second");
  await bar(one).getByText("Revision 2 arrived while you read.").waitFor();
  await one.keyboard.type(" thought");
  expect(await field.inputValue()).toBe("Half a thought");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await one.getByRole("link", { name: "Look at it" }).click();
  await one.waitForURL(`**/${next}`);
  await one.getByRole("button", { name: "Take them over" }).click();
  await one.getByText("Half a thought").first().waitFor();
  await owner.decline(next);
});

test("the second press of a double click on the next proposal decides nothing there", async () => {
  const next = await propose(`${name} after`, "after");
  await read(one, next);
  await read(one);
  await decline(one);
  // It stands where the other card's Approve will stand.
  await bar(one).getByRole("link", { name: "Next proposal" }).click();
  await one.waitForURL(`**/${next}`);
  await approve(one).waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await approve(one).boundingBox()) ?? {};
  for (let press = 0; press < 3; press += 1) await one.mouse.click(x + width / 2, y + height / 2);
  await one.waitForTimeout(1000);
  expect((await owner.card(next)).state).toBe("pending");
});
