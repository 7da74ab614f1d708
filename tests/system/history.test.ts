import { createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { browserOf, joinTeam, type Place, placeOf } from "../testkit/team.ts";

// An app after it was let in: its tab, its name, its versions, its end and its way back, for the owner and a member.

let server: TestServer;
let browser: Browser;
let owner: Person;
let place: Place;
let agent: Agent;
/** The owner's page, and a member's. */
let page: Page;
let theirs: Page;
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  place = await placeOf(owner);
  agent = new Agent(server.origin, await adminToken(server));
  const maria = await joinTeam(owner, place, { name: "Maria", role: "member" });
  page = await browserOf(browser, server);
  theirs = await browserOf(browser, server, maria);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function propose(name: string, files: Record<string, string>): Promise<Proposed> {
  count += 1;
  const call = { room_id: place.room_id, name, files, idempotency_key: `history-test-${count}` };
  return await agent.ask<Proposed>("propose_room_snippet_app", call);
}

/** An app that was let in, and updated with each further label. */
async function letIn(name: string, ...labels: string[]): Promise<string> {
  const [first = name, ...others] = labels;
  const { instance_id } = await owner.approve((await propose(name, labelApp(first))).proposal_id);
  for (const label of others) await update(name, label);
  return instance_id;
}

async function update(name: string, label: string): Promise<void> {
  await owner.update((await propose(name, labelApp(label))).proposal_id);
}

const tabAddress = (instance_id: string) => `${server.origin}/rooms/${place.room_id}?app=${instance_id}`;
const historyAddress = (instance_id = "") =>
  `${server.origin}/rooms/${place.room_id}/history${instance_id && `/${instance_id}`}`;

async function openTab(there: Page, instance_id: string, label: string): Promise<void> {
  await there.goto(tabAddress(instance_id));
  await shows(there, label);
}

async function shows(there: Page, label: string): Promise<void> {
  await there.locator("iframe:visible").contentFrame().getByText(label, { exact: true }).waitFor();
}

/** What the app in the open tab shows now. */
const shown = async (there: Page) =>
  await there.locator("iframe:visible").contentFrame().locator("p").innerText();

async function choose(there: Page, app: string, item: string): Promise<void> {
  await there.getByRole("button", { name: `Menu of ${app}`, exact: true }).click();
  await there.getByRole("menuitem", { name: item }).click();
}

test("a new name reaches every member's tab, and the app goes on", async () => {
  const id = await letIn("Pole", "voting");
  await openTab(theirs, id, "voting");
  await openTab(page, id, "voting");
  await choose(page, "Pole", "Rename…");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("Poll");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  for (const there of [page, theirs]) {
    await there.getByRole("tab", { name: "Poll", exact: true }).waitFor();
    await there.getByRole("button", { name: "Menu of Poll", exact: true }).waitFor();
    expect(await shown(there)).toBe("voting");
    await expect.poll(async () => await there.locator("iframe:visible").getAttribute("title")).toBe("Poll");
  }
});

test("who does not own the Room may look at it and change nothing", async () => {
  const id = await letIn("Looked at", "one", "two");
  await openTab(theirs, id, "two");
  await theirs.getByRole("button", { name: "Menu of Looked at" }).click();
  await theirs.getByRole("menuitem", { name: "Reload" }).waitFor();
  const items = (await theirs.getByRole("menuitem").allInnerTexts()).join(" ");
  expect(items).toContain("Receipt… History…");
  expect(items).not.toMatch(/Rename|Move|Remove/);
  await theirs.getByRole("menuitem", { name: "History…" }).click();
  await theirs.getByText("The tab runs this").waitFor();
  expect(await theirs.getByRole("link", { name: /Go back/ }).count()).toBe(0);
});

test("an update is told in the open tab and never swapped in; one press starts it", async () => {
  const id = await letIn("Clock", "first");
  await openTab(theirs, id, "first");
  await update("Clock", "second");
  await theirs.getByText("Revision 2 was approved.").waitFor();
  expect(await shown(theirs)).toBe("first");
  await theirs.getByRole("button", { name: "Reload the tab" }).click();
  await shows(theirs, "second");
  expect(await theirs.getByText("was approved.").count()).toBe(0);
  // A tab that is opened only now runs what is approved now.
  await openTab(page, id, "second");
});

test("the receipt tells the approval, and its file proves it", async () => {
  const id = await letIn("Proven", "proof");
  await openTab(page, id, "proof");
  await choose(page, "Proven", "Receipt…");
  const dialog = page.getByRole("dialog", { name: "Receipt" });
  await dialog.getByText("Proven, revision 1").waitFor();
  await dialog.getByText("1 file seen to its end").waitFor();
  await dialog.getByText("Not confirmed by a passkey").waitFor();
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download receipt" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("receipt-Proven-1.json");
  const file = JSON.parse(await readFile(await download.path(), "utf8")) as Record<string, string>;
  const { text = "", signature = "", public_key = "" } = file;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" });
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ instance_id: id, revision: 1, decided_by: { name: "Owner" } });
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("a removed app's open tab says who removed it, and by one press it is back", async () => {
  const id = await letIn("Coffee", "espresso");
  await openTab(theirs, id, "espresso");
  await openTab(page, id, "espresso");
  await choose(page, "Coffee", "Remove from the Room…");
  await page.getByRole("alertdialog").getByText("It stays in the history").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  for (const there of [page, theirs]) {
    await there.getByText("Coffee was removed by Owner just now.").waitFor();
    expect(await there.locator("iframe:visible").count()).toBe(0);
  }
  expect(await theirs.getByRole("link", { name: "Put back…" }).count()).toBe(0);
  await page.getByRole("button", { name: "Put back", exact: true }).click();
  await page.getByText("Coffee is back in the Room.").waitFor();
  for (const there of [page, theirs]) await shows(there, "espresso");
});

test("a removed app is listed in the Room's history, and an earlier version of it can be put back", async () => {
  const id = await letIn("Wheel", "left", "right");
  await owner.do("remove_app", { room_id: place.room_id, instance_id: id });
  await page.goto(historyAddress());
  const removed = page.getByRole("region", { name: "Removed apps" });
  await removed.getByText("Wheel, removed by Owner").waitFor();
  await removed.getByRole("link", { name: "Put back… Wheel" }).click();
  await page.getByText("Removed by Owner").waitFor();
  await page.getByRole("link", { name: /^Put this version back… Revision 1/ }).click();
  await page.getByRole("button", { name: "Put revision 1 back" }).click();
  await page.getByText("Wheel is back in the Room.").waitFor();
  await openTab(page, id, "left");
  // Nothing of a removed app is for who cannot put it back.
  await owner.do("remove_app", { room_id: place.room_id, instance_id: id });
  await theirs.goto(historyAddress());
  await theirs.getByText("Owner removed Wheel").first().waitFor();
  expect(await theirs.getByRole("link", { name: "Wheel", exact: true }).count()).toBe(0);
  expect(await theirs.getByRole("link", { name: /^Put back/ }).count()).toBe(0);
});

describe("going back to an approved version", () => {
  test("shows what changes first, and every tab is told", async () => {
    const id = await letIn("Retro", "one", "two", "three");
    await openTab(theirs, id, "three");
    await openTab(page, id, "three");
    await choose(page, "Retro", "History…");
    await page.getByRole("heading", { level: 1, name: "History of Retro" }).waitFor();
    await page.getByRole("link", { name: /^Go back to this version… Revision 1/ }).click();
    await page.getByText("1 file differs, 0 the same.").waitFor();
    const changes = page.getByRole("region", { name: "Changes", exact: true });
    await changes.getByText("<p>three</p>").or(changes.getByText("three")).first().waitFor();
    await changes.getByText("one").first().waitFor();
    await page.getByRole("button", { name: "Go back to revision 1" }).click();
    await page.getByText("Retro runs revision 1 now.").waitFor();
    const current = page.getByRole("listitem").filter({ hasText: "The tab runs this" });
    await current.getByText("Revision 1", { exact: true }).waitFor();
    // Forward again is the same step.
    await page.getByRole("link", { name: /^Take this version again… Revision 3/ }).waitFor();
    await theirs.getByText("The Room went back to revision 1.").waitFor();
    expect(await shown(theirs)).toBe("three");
    await theirs.getByRole("button", { name: "Reload the tab" }).click();
    await shows(theirs, "one");
  });

  test("is withheld once another version runs, until that was looked at", async () => {
    const id = await letIn("Board", "one", "two");
    await page.goto(historyAddress(id));
    await page.getByRole("link", { name: /^Go back to this version… Revision 1/ }).click();
    await page.getByRole("button", { name: "Go back to revision 1" }).waitFor();
    await update("Board", "three");
    await page.getByText("What runs changed while you looked: it is revision 3 now").waitFor();
    expect(await page.getByRole("button", { name: "Go back to revision 1" }).count()).toBe(0);
    await page.getByRole("button", { name: "I looked at it" }).click();
    await page.getByRole("button", { name: "Go back to revision 1" }).click();
    await page.getByText("Board runs revision 1 now.").waitFor();
  });

  test("that comes too late is told, and changes nothing", async () => {
    const id = await letIn("Late", "one", "two");
    await page.goto(historyAddress(id));
    await page.getByRole("link", { name: /^Go back to this version… Revision 1/ }).click();
    await page.getByRole("button", { name: "Go back to revision 1" }).waitFor();
    // The page hears nothing of the update before its press has arrived.
    await page.route("**/compare_versions", async (route) => await route.abort());
    const pressed = page.waitForRequest("**/revert_app");
    await page.route("**/revert_app", async (route) => {
      await update("Late", "three");
      await route.continue();
    });
    await page.getByRole("button", { name: "Go back to revision 1" }).click();
    await pressed;
    await page.getByText("What runs changed while you looked. Nothing was done.").waitFor();
    await page.unroute("**/revert_app");
    await page.unroute("**/compare_versions");
    const app = await owner.do<{ revision: number }>("open_app", { room_id: place.room_id, instance_id: id });
    expect(app.revision).toBe(3);
  });
});

test("a Room's history tells who did what, leads to it, and goes back to its beginning", async () => {
  const room_id = await newRoom("Busy room");
  const call = async (label: string) => {
    count += 1;
    const input = {
      room_id,
      name: "Draft",
      files: labelApp(label),
      idempotency_key: `history-test-${count}`,
    };
    return await agent.ask<Proposed>("propose_room_snippet_app", input);
  };
  await page.goto(`${server.origin}/rooms/${room_id}/history`);
  await page.getByText("Nothing has happened yet").waitFor();
  // It fills while it is open: more than a page of revisions, each of which takes the place of the one before.
  for (let n = 0; n < 30; n += 1) await call(`draft ${n}`);
  const last = await call("the last draft");
  await owner.decline(last.proposal_id, "Enough drafts.");
  await page.getByText("Owner declined Draft, revision 31").waitFor();
  await page.getByText("“Enough drafts.”").waitFor();
  expect(await page.getByText("API token agent proposed Draft", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Earlier" }).click();
  await page.getByText("API token agent proposed Draft", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Earlier" }).count()).toBe(0);
  await page.getByRole("link", { name: "Draft" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Draft" }).waitFor();
});

async function newRoom(name: string): Promise<string> {
  const { project_id } = place;
  return (await owner.do<{ room_id: string }>("create_room", { project_id, name })).room_id;
}

test("a member reads in the history what happened to apps, and nothing of what others proposed", async () => {
  const id = await letIn("Told", "one", "two");
  await owner.decline((await propose("Secret", labelApp("secret"))).proposal_id, "A secret reason.");
  await theirs.goto(historyAddress());
  await theirs.getByText("Owner let in an update of Told, revision 2").waitFor();
  expect(await theirs.getByText("Secret").count()).toBe(0);
  expect(await theirs.getByText("A secret reason").count()).toBe(0);
  await theirs.getByRole("button", { name: "Receipt of Told, revision 2" }).click();
  await theirs.getByRole("dialog").getByText("Told, revision 2").waitFor();
  await theirs.keyboard.press("Escape");
  await theirs.getByRole("link", { name: "Told", exact: true }).first().click();
  await theirs.waitForURL(historyAddress(id));
});

test("the way back is walked by the keyboard alone", async () => {
  const id = await letIn("Keys", "one", "two");
  await page.goto(historyAddress(id));
  await page.getByRole("link", { name: /^Go back to this version/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Versions of Keys, compared" }).waitFor();
  // Who arrives is at the heading.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.getByRole("button", { name: "Go back to revision 1" }).waitFor();
  for (let step = 0; step < 30; step += 1) {
    const name = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (name === "Go back to revision 1") break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.getByText("Keys runs revision 1 now.").waitFor();
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("histories, comparisons, receipts and the app's dialogs hold for axe and fit their window", async () => {
    const name = `Looks ${Object.keys(LOOKS).indexOf(_)}`;
    const id = await letIn(name, "one", "two");
    await owner.do("remove_app", { room_id: place.room_id, instance_id: await letIn(`${name} gone`, "x") });
    const context = await browser.newContext(look);
    const there = await context.newPage();
    const complaints = complaintsOf(there);
    await signInOn(there, server.origin);
    await there.goto(historyAddress());
    await there.getByRole("button", { name: "Earlier" }).waitFor();
    expect(await faultsOf(there), "the Room's history").toEqual([]);
    await there.goto(historyAddress(id));
    await there.getByText("The tab runs this").waitFor();
    expect(await faultsOf(there), "the app's history").toEqual([]);
    await there.getByRole("button", { name: "Receipt of revision 2" }).click();
    await there.getByRole("dialog").getByText("Approved by").waitFor();
    expect(await faultsOf(there), "the receipt").toEqual([]);
    await there.keyboard.press("Escape");
    await there.getByRole("link", { name: /^Go back to this version/ }).click();
    await there.getByRole("button", { name: "Go back to revision 1" }).waitFor();
    await there.getByText("src/App.tsx").waitFor();
    expect(await faultsOf(there), "the comparison").toEqual([]);
    await openTab(there, id, "two");
    for (const [item, role] of [
      ["Rename…", "dialog"],
      ["Remove from the Room…", "alertdialog"],
    ] as const) {
      await choose(there, name, item);
      await there.getByRole(role).waitFor();
      expect(await faultsOf(there), item).toEqual([]);
      await there.getByRole(role).getByRole("button", { name: "Close" }).click();
    }
    await update(name, "three");
    await there.getByRole("button", { name: "Reload the tab" }).waitFor();
    expect(await faultsOf(there), "an update").toEqual([]);
    await owner.do("remove_app", { room_id: place.room_id, instance_id: id });
    await there.getByText("was removed by Owner").waitFor();
    expect(await faultsOf(there), "a removed app").toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
