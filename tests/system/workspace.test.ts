import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { browserOf, joinTeam, type Place, placeOf, type TeamMember } from "../testkit/team.ts";

// The workspace's page in two browsers at once: what one person changes, the other sees or loses at once.

let server: TestServer;
let browser: Browser;
let owner: Person;
let place: Place;
let page: Page;
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  place = await placeOf(owner);
  page = await browserOf(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await page.goto(`${server.origin}/workspaces/${place.workspace_id}`);
  await page.getByRole("heading", { name: "People" }).waitFor();
});

async function join(role: "admin" | "member" | "guest" = "member"): Promise<TeamMember> {
  count += 1;
  return await joinTeam(owner, place, { name: `Colleague ${count}`, role });
}

/** The owner opens the menu of a member and chooses. */
async function ask(who: { name: string }, item: string): Promise<void> {
  await page.getByRole("button", { name: `What to do about ${who.name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function changeRole(who: TeamMember, role: string): Promise<void> {
  await ask(who, "Change the role…");
  await page.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await page.getByRole("button", { name: "Change the role" }).click();
  await page.getByText(`${who.name} is ${role} now.`).waitFor();
}

test("a role that changes is felt in the other browser without a reload", async () => {
  const member = await join();
  const theirs = await browserOf(browser, server, member);
  await theirs.goto(`${server.origin}/projects/${place.project_id}`);
  const create = theirs.getByRole("button", { name: /New Room/ });
  await create.waitFor();
  await changeRole(member, "Guest");
  await create.waitFor({ state: "detached" });
  await changeRole(member, "Member");
  await create.waitFor();
});

test("who becomes an admin is offered what admins may do, and no more than that", async () => {
  const member = await join();
  const theirs = await browserOf(browser, server, member);
  await theirs.goto(`${server.origin}/workspaces/${place.workspace_id}`);
  await theirs.getByText("Your role: Member").waitFor();
  expect(await theirs.getByRole("heading", { name: "Audit log" }).count()).toBe(0);
  await changeRole(member, "Admin");
  await theirs.getByText("Your role: Admin").waitFor();
  await theirs.getByRole("heading", { name: "Audit log" }).waitFor();
  expect(
    await theirs.getByRole("button", { name: `What to do about ${place.owner.name}`, exact: true }).count(),
  ).toBe(0);
  await theirs.getByRole("button", { name: "Invite by link" }).click();
  expect(await theirs.getByLabel("Role").locator("option").allTextContents()).toEqual(["Member", "Guest"]);
});

test("a Room is handed over, and its new owner decides from then on", async () => {
  const member = await join();
  const { room_id } = await owner.do<{ room_id: string }>("create_room", {
    project_id: place.project_id,
    name: "Handed room",
  });
  await owner.do("add_room_member", { room_id, person_id: member.person_id });
  const theirs = await browserOf(browser, server, member);
  await theirs.goto(`${server.origin}/rooms/${room_id}`);
  await theirs.getByText(`Owner: ${place.owner.name}`).waitFor();

  await page.goto(`${server.origin}/rooms/${room_id}`);
  await page.getByRole("button", { name: /members/ }).click();
  await page.getByRole("button", { name: "Hand over the Room…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await dialog.getByText("Choose somebody.").waitFor();
  await dialog.getByLabel("New owner").selectOption({ label: `${member.name}, ${member.email}` });
  await dialog.getByRole("button", { name: "Hand over" }).click();

  await theirs.getByText("Owner: you").waitFor();
  await page.getByText(`Owner: ${member.name}`).waitFor();
  // Who owned it is a member now, and may go.
  await page.getByRole("button", { name: "Leave the Room…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(`${server.origin}/`);
  await theirs.getByRole("button", { name: "1 member" }).waitFor();
});

test("who is removed loses the open page and the held call at once, and the Rooms pass on", async () => {
  const member = await join();
  const { room_id } = await member.person.do<{ room_id: string }>("create_room", {
    project_id: place.project_id,
    name: "Orphan room",
  });
  const agent = new Agent(server.origin, await adminToken(server, { email: member.email }));
  const proposed = await agent.ask<Proposed>("propose_room_snippet_app", {
    room_id,
    name: "Held",
    files: labelApp("held"),
    idempotency_key: "workspace-held",
  });
  const held = agent.post(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "read_proposal", arguments: { proposal_id: proposed.proposal_id, wait_seconds: 50 } },
    }),
  );
  const theirs = await browserOf(browser, server, member);
  await theirs.goto(`${server.origin}/rooms/${room_id}`);
  await theirs.getByRole("heading", { name: "Orphan room" }).waitFor();

  await page.reload();
  await ask(member, "Remove from the workspace…");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Orphan room").waitFor();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("Choose somebody.").waitFor();
  await dialog.getByLabel("Who takes over").selectOption(place.owner.person_id);
  await dialog.getByRole("button", { name: "Remove" }).click();

  await theirs.getByRole("heading", { name: "Not here" }).waitFor();
  const ended = await held;
  expect(ended.json.result?.isError ?? ended.status === 401).toBe(true);
  await theirs.goto(server.origin);
  await theirs.getByText("You are in no workspace.").waitFor();
  await page.goto(`${server.origin}/rooms/${room_id}`);
  await page.getByText("Owner: you").waitFor();
});

test("who leaves names a successor; the last owner cannot leave", async () => {
  const member = await join();
  await member.person.do("create_room", { project_id: place.project_id, name: "Left room" });
  const theirs = await browserOf(browser, server, member);
  await theirs.goto(`${server.origin}/workspaces/${place.workspace_id}`);
  await theirs.getByRole("button", { name: `What to do about ${member.name}`, exact: true }).click();
  await theirs.getByRole("menuitem", { name: "Leave the workspace…" }).click();
  await theirs.getByLabel("Who takes over").selectOption(place.owner.person_id);
  await theirs.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await theirs.getByText("You are in no workspace.").waitFor();
  await page.getByText(member.email).waitFor({ state: "detached" });

  await ask(place.owner, "Leave the workspace…");
  await page.getByText("A workspace keeps at least one owner.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
});

test("a reset link is shown once, and lets a member back in with a new password", async () => {
  const member = await join();
  await page.reload();
  await ask(member, "Make a reset link…");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page
    .getByText(/\/reset#/)
    .first()
    .textContent();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await page.getByText(/\/reset#/).count()).toBe(0);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link?.trim() ?? "");
  await theirs.getByLabel(/password/i).fill("a third long sentence");
  await theirs
    .getByRole("button")
    .filter({ hasText: /password/i })
    .click();
  await theirs.waitForURL(`${server.origin}/`);
  await signInOn(await (await browser.newContext()).newPage(), server.origin, {
    email: member.email,
    password: "a third long sentence",
  });
});

test("name and policy change for everybody, and the log says who did what in plain words", async () => {
  const member = await join();
  const theirs = await browserOf(browser, server, member);
  await theirs.goto(`${server.origin}/workspaces/${place.workspace_id}`);
  await theirs.getByText("A passkey confirms every approval.").waitFor();
  await page.getByRole("button", { name: "Rename…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Acme");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await theirs.getByRole("heading", { name: "Acme" }).waitFor();
  await page.getByLabel("A passkey confirms").selectOption("for 15 minutes");
  await page.getByRole("button", { name: "Save" }).click();
  await theirs.getByText("A passkey confirms for 15 minutes.").waitFor();

  const log = page.getByRole("region", { name: "Audit log" });
  await log.getByText(new RegExp(`${place.owner.name} renamed .* to Acme`)).waitFor();
  await log
    .getByText(new RegExp(`${member.name} joined`))
    .first()
    .waitFor();
});

test("the log goes back to its beginning, a page at a time", async () => {
  const log = page.getByRole("region", { name: "Audit log" });
  for (let turn = 0; turn < 60; turn += 1) {
    await owner.do("set_workspace_policy", {
      workspace_id: place.workspace_id,
      confirm_minutes: turn % 2 === 0 ? 5 : 60,
    });
  }
  await page.reload();
  await log.getByRole("button", { name: "Show more" }).click();
  await expect
    .poll(async () => {
      const more = log.getByRole("button", { name: "Show more" });
      // It may go between the look and the press: the page before it was the last.
      if ((await more.count()) > 0) await more.click({ timeout: 1000 }).catch(() => undefined);
      return await more.count();
    })
    .toBe(0);
  expect(await log.getByRole("listitem").count()).toBeGreaterThan(60);
});

test("a workspace that is not there, or not this person's, looks like nothing", async () => {
  await page.goto(`${server.origin}/workspaces/ws_nowhere`);
  await page.getByText("There is nothing at this address").waitFor();
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("the page and its dialogs hold for axe, fit their window, and break no policy", async () => {
    const context = await browser.newContext(look);
    const there = await context.newPage();
    const complaints = complaintsOf(there);
    const member = await join();
    await signInOn(there, server.origin);
    const address = `${server.origin}/workspaces/${place.workspace_id}`;
    const open = async (item: string) => {
      await there.getByRole("button", { name: `What to do about ${member.name}`, exact: true }).click();
      await there.getByRole("menuitem", { name: item }).click();
    };
    const dialogs: Record<string, () => Promise<void>> = {
      "the role": async () => await open("Change the role…"),
      "the reset link": async () => await open("Make a reset link…"),
      "the removal": async () => await open("Remove from the workspace…"),
      "the invitation": async () => await there.getByRole("button", { name: "Invite by link" }).click(),
    };
    await there.goto(address);
    await there.getByRole("heading", { name: "Audit log" }).waitFor();
    expect(await faultsOf(there)).toEqual([]);
    for (const [name, show] of Object.entries(dialogs)) {
      await there.goto(address);
      await show();
      await there.getByRole("dialog").or(there.getByRole("alertdialog")).first().waitFor();
      expect(await faultsOf(there), name).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
