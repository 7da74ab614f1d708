import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../testkit/browser.ts";
import { faultsOf, LOOKS } from "../testkit/looks.ts";
import { Person } from "../testkit/person.ts";
import { TestServer } from "../testkit/server.ts";
import { browserOf, joinTeam, type Place, placeOf } from "../testkit/team.ts";

// How people come in: a link is made, is handed over, is used once, and gives what it said.

const NO_ROOM = "No Room, the workspace alone";

let server: TestServer;
let browser: Browser;
let owner: Person;
let place: Place;
let page: Page;

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

/** The owner makes a link on the workspace's page. */
async function makeLink(wanted: { role?: string; room?: string; days?: string }): Promise<string> {
  await page.goto(`${server.origin}/workspaces/${place.workspace_id}`);
  await page.getByRole("button", { name: "Invite by link" }).click();
  const dialog = page.getByRole("dialog");
  if (wanted.role) await dialog.getByLabel("Role").selectOption(wanted.role);
  if (wanted.room) await dialog.getByLabel("Room").selectOption(wanted.room);
  if (wanted.days) await dialog.getByLabel("The link works for").selectOption(wanted.days);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const link = await linkIn(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
}

async function linkIn(there: Page): Promise<string> {
  const link = await there
    .getByText(/\/invitation#/)
    .first()
    .textContent();
  return link?.trim() ?? "";
}

async function joinAs(link: string, name: string): Promise<Page> {
  const there = await (await browser.newContext()).newPage();
  await there.goto(link);
  await there.getByLabel("Your name").fill(name);
  await there.getByLabel("Email").fill(`${name.toLowerCase()}@example.test`);
  await there.getByLabel("Password").fill("another long sentence");
  await there.getByRole("button", { name: "Join", exact: true }).click();
  return there;
}

test("a guest joins a Room by a link, and is offered nothing that guests may not do", async () => {
  const link = await makeLink({ role: "Guest", room: "Team room, in General", days: "3 days" });
  await page.getByText("Guest, into Team room").waitFor();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await guest.getByRole("heading", { name: "Join Team room" }).waitFor();
  await guest.getByText("Guest", { exact: true }).waitFor();
  await guest.getByText("Works until").waitFor();
  // The secret is not left in the address bar.
  expect(guest.url()).toBe(`${server.origin}/invitation`);
  await guest.getByLabel("Your name").fill("Guest");
  await guest.getByLabel("Email").fill("guest@example.test");
  await guest.getByLabel("Password").fill("another long sentence");
  await guest.getByRole("button", { name: "Join", exact: true }).click();
  await guest.getByRole("heading", { name: "Team room" }).waitFor();

  // The owner's open page knows it without a reload.
  await page.getByText("guest@example.test").waitFor();
  await page.getByText("No link is open.").waitFor();

  await guest.getByRole("button", { name: /members/ }).click();
  await guest.getByText("owner@example.test").waitFor();
  const dialog = guest.getByRole("dialog");
  await dialog.getByRole("button", { name: "Leave the Room…" }).waitFor();
  expect(await dialog.getByRole("button", { name: /Invite|Add|Remove|Hand over/ }).count()).toBe(0);
  await guest.goto(server.origin);
  await guest.getByRole("link", { name: "Team room" }).first().waitFor();
  expect(await guest.getByRole("button", { name: /New/ }).count()).toBe(0);
  await guest.getByRole("link", { name: "Workspace", exact: true }).click();
  await guest.getByText("Your role: Guest").waitFor();
  expect(await guest.getByRole("button", { name: /Invite|Rename|Save/ }).count()).toBe(0);
  expect(await guest.getByRole("heading", { name: /Open invitations|Approvals|Audit log/ }).count()).toBe(0);
});

test("a link is revoked, and whoever opens it is told that it is over", async () => {
  const link = await makeLink({ role: "Admin", room: NO_ROOM });
  await page.getByRole("button", { name: "Revoke Admin, to the workspace alone" }).click();
  await page.getByText("No link is open.").waitFor();
  const there = await (await browser.newContext()).newPage();
  await there.goto(link);
  await there.getByRole("heading", { name: "This invitation is over" }).waitFor();
});

test("a link without a Room leads to the workspace and ends on Home", async () => {
  const there = await joinAs(await makeLink({ room: NO_ROOM }), "Newcomer");
  await there.waitForURL(`${server.origin}/`);
  await there.getByRole("link", { name: "Workspace", exact: true }).click();
  await there.getByText("Your role: Member").waitFor();
});

test("a used link is over for the next one", async () => {
  const link = await makeLink({});
  const first = await joinAs(link, "First");
  // Nothing was chosen: it leads into the first Room.
  await first.getByRole("heading", { name: "Team room" }).waitFor();
  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await second.getByRole("heading", { name: "This invitation is over" }).waitFor();
  await second.getByRole("link", { name: "Sign in" }).click();
  await second.getByLabel("Password").waitFor();
  await first.goto(link);
  await first.getByRole("link", { name: "Go to Home" }).click();
  await first.getByRole("heading", { level: 1, name: "Home" }).waitFor();
});

test("who is signed in joins a further Room as who they are", async () => {
  const member = await joinTeam(owner, place, { name: "Member", role: "member" });
  const { room_id } = await owner.do<{ room_id: string }>("create_room", {
    project_id: place.project_id,
    name: "Release room",
  });
  await page.goto(`${server.origin}/rooms/${room_id}`);
  await page.getByRole("button", { name: /member/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Invite by link" }).click();
  const link = await linkIn(page);
  await page.keyboard.press("Escape");

  const there = await browserOf(browser, server, member);
  await there.goto(link);
  await there.getByRole("heading", { name: "Join Release room" }).waitFor();
  await there.getByRole("button", { name: `Join as ${member.email}` }).click();
  await there.getByRole("heading", { name: "Release room" }).waitFor();
});

test("a Room's owner gives a guest's link from the Room itself", async () => {
  await page.goto(`${server.origin}/rooms/${place.room_id}`);
  await page.getByRole("button", { name: /member/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption("Guest");
  await dialog.getByLabel("The link works for").selectOption("1 day");
  await dialog.getByRole("button", { name: "Invite by link" }).click();
  const there = await joinAs(await linkIn(page), "Visitor");
  await there.getByRole("heading", { name: "Team room" }).waitFor();
  await there.getByRole("link", { name: "Workspace", exact: true }).click();
  await there.getByText("Your role: Guest").waitFor();
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("the invitation holds for axe and fits its window", async () => {
    const there = await (await browser.newContext(look)).newPage();
    await there.goto(await makeLink({ role: "Guest", room: "Team room, in General" }));
    await there.getByRole("heading", { name: "Join Team room" }).waitFor();
    expect(await faultsOf(there)).toEqual([]);
    await there.context().close();
  });
});
