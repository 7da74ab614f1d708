import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { McpAgent } from "../testkit/mcp-agent.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { joinTeam, type Place, placeOf, type TeamMember } from "../testkit/team.ts";

// "Needs your approval" over all Rooms, as its owner works through it; the agents are real MCP clients.

let server: TestServer;
let browser: Browser;
let page: Page;
let owner: Person;
let place: Place;
let maria: TeamMember;
let agent: Agent;
let release: string;
let count = 0;

/** Code with a finding: a character that nobody sees. */
const HIDDEN = 'export const label = "a\u200bb";\n';

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  place = await placeOf(owner);
  agent = new Agent(server.origin, await adminToken(server));
  maria = await joinTeam(owner, place, { name: "Maria", role: "member" });
  release = await createRoom(owner, "Release room");
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // Every test begins with an empty queue.
  const { waiting } = await owner.do<{ waiting: { proposal_id: string; revision: number }[] }>(
    "list_needs_approval",
  );
  const proposals = waiting.map(({ proposal_id, revision }) => ({ proposal_id, revision }));
  if (proposals.length > 0) await owner.do("decline_proposals", { proposals });
  page = await browser.newPage();
  await signInOn(page, server.origin);
  return async () => await page.close();
});

async function createRoom(person: Person, name: string): Promise<string> {
  const { project_id } = place;
  return (await person.do<{ room_id: string }>("create_room", { project_id, name })).room_id;
}

interface Wish {
  readonly name?: string;
  readonly room_id?: string;
  readonly files?: Record<string, string>;
  readonly by?: Agent;
}

async function propose({ name, room_id = place.room_id, files, by = agent }: Wish = {}) {
  count += 1;
  const named = name ?? `App ${count}`;
  const call = {
    room_id,
    name: named,
    files: files ?? labelApp(`label ${count}`),
    idempotency_key: `queue-test-${count}`,
  };
  return { ...(await by.ask<Proposed>("propose_room_snippet_app", call)), name: named };
}

async function openQueue(query = ""): Promise<void> {
  await page.goto(`${server.origin}/connected${query}`);
  await page.getByRole("heading", { name: "Needs your approval" }).waitFor();
}

const queue = () => page.getByRole("region", { name: /^Needs your approval/ });
const row = (name: string) =>
  queue()
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: `Review ${name}`, exact: true }) });
const names = async () => await queue().locator("[data-card]").allInnerTexts();

test("each row tells what it is, for whom, how much there is to read, and leads to its card", async () => {
  const first = await propose({ name: "Board" });
  await owner.approve(first.proposal_id);
  await propose({
    name: "Board",
    files: { ...labelApp("two"), "src/x.ts": HIDDEN },
  });
  const asked = await propose({ name: "Chart", room_id: release });
  await owner.requestChanges(asked.proposal_id, [{ body: "Bigger." }, { body: "Rounder." }]);
  await propose({ name: "Chart", room_id: release });
  await propose({ name: "Timer" });
  await openQueue();
  await row("Board").getByText("Update of revision 1").waitFor();
  await row("Board").getByText("2 files").waitFor();
  await row("Board")
    .getByText(/^\d+ findings?$/)
    .waitFor();
  await row("Chart").getByText("Answers your 2 comments").waitFor();
  await row("Chart").getByText("for Owner into Release room").waitFor();
  await row("Timer").getByText("New app").waitFor();
  expect(await names()).toEqual(["Board", "Chart", "Timer"]);
  expect(await page.title()).toBe("(3) Connected · Anteroom");
  // Not on the link, but anywhere in the row.
  await row("Timer").click({ position: { x: 400, y: 5 } });
  await page.getByRole("heading", { level: 1, name: "Timer" }).waitFor();
});

test("what was renamed is updated under its own name", async () => {
  const { instance_id } = await owner.approve((await propose({ name: "Poll" })).proposal_id);
  await owner.do("rename_app", { room_id: place.room_id, instance_id, name: "Team poll" });
  await propose({ name: "Poll" });
  await openQueue();
  await row("Poll").getByText("Update of Team poll (revision 1)").waitFor();
});

test("J and K go from row to row, and Enter opens", async () => {
  for (const name of ["Alpha", "Beta", "Gamma"]) await propose({ name });
  await openQueue();
  await row("Gamma").waitFor();
  for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Beta" }).waitFor();
});

test("a long queue is filtered by words, Room, kind and findings; the address keeps that", async () => {
  await owner.approve((await propose({ name: "Votes" })).proposal_id);
  await propose({ name: "Votes" });
  for (const name of ["One", "Two", "Three"]) await propose({ name });
  await openQueue();
  await row("Three").waitFor();
  const filter = page.getByRole("search", { name: "Filter what waits" });
  expect(await filter.count()).toBe(0);
  await propose({ name: "Four", room_id: release });
  await propose({
    name: "Five",
    room_id: release,
    files: { ...labelApp("five"), "src/x.ts": HIDDEN },
  });

  await filter.getByLabel("Room").selectOption("Release room");
  await filter.getByText("2 of 6").waitFor();
  await filter.getByLabel("With findings").check();
  await filter.getByText("1 of 6").waitFor();
  expect(await names()).toEqual(["Five"]);
  await page.reload();
  await filter.getByText("1 of 6").waitFor();
  await filter.getByRole("button", { name: "Clear" }).click();
  await filter.getByLabel("Kind").selectOption("Updates");
  await expect.poll(names).toEqual(["Votes"]);
  await filter.getByLabel("Kind").selectOption("All kinds");
  await filter.getByLabel("Name, client or person").fill("fOU");
  await expect.poll(names).toEqual(["Four"]);
  await filter.getByLabel("Name, client or person").fill("nothing like it");
  await page.getByText("Nothing that waits is like this").waitFor();
});

test("what waits at a Room's door is shown by the Room's own link", async () => {
  await propose({ name: "Here" });
  await propose({ name: "There", room_id: release });
  await page.goto(`${server.origin}/rooms/${release}`);
  await page.getByRole("link", { name: "1 waits at the door" }).click();
  await expect.poll(names).toEqual(["There"]);
});

describe("several are declined together", () => {
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
  const dialog = () => page.getByRole("dialog");

  test("by the keyboard alone, with one reason that each agent gets; nothing is approved so", async () => {
    await propose({ name: "Red" });
    const waiting = await McpAgent.connect(server);
    const told = waiting.waitFor((await waiting.propose("Green", labelApp("green"))).proposal_id);
    for (const name of ["Blue", "Pink"]) await propose({ name });
    await openQueue();
    await row("Green").getByText("agent is waiting").waitFor();
    await page.getByRole("button", { name: "Select…" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+Space");
    await page.getByText("3 of 4 selected").waitFor();
    expect(await page.getByRole("button", { name: /approve/i }).count()).toBe(0);
    for (let step = 0; step < 20; step += 1) {
      const name = await page.evaluate(() => document.activeElement?.textContent ?? "");
      if (name === "Decline 3…") break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await dialog().getByText("Decline these 3 proposals?").waitFor();
    await dialog().getByLabel("Reason, if you like").focus();
    await page.keyboard.type("Not this sprint.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("3 proposals were declined.").waitFor();
    expect(await told).toMatchObject({
      decision: { state: "declined", reason: "Not this sprint." },
    });
    expect(await names()).toEqual(["Pink"]);
    // What had the focus is gone.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Needs your approval");
    await waiting.close();
  });

  test("what changed while they were chosen is left, and told", async () => {
    for (const name of ["Stays", "Changes"]) await propose({ name });
    await openQueue();
    await page.getByRole("button", { name: "Select…" }).click();
    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Decline 2…" }).click();
    await dialog().getByRole("button", { name: "Decline 2" }).waitFor();
    await propose({ name: "Changes" });
    await expect.poll(async () => await queue().getByText("New app, revision 2").count()).toBe(1);
    await dialog().getByRole("button", { name: "Decline 2" }).click();
    await dialog().getByText("1 proposal was declined.").waitFor();
    await dialog().getByText("One was left as it is").waitFor();
    expect(await dialog().getByRole("listitem").allInnerTexts()).toEqual(["Changes, in Team room"]);
    await dialog().getByRole("button", { name: "Back to the queue" }).click();
    expect(await names()).toEqual(["Changes"]);
  });

  test("a press anywhere in a row chooses it, Shift chooses a range, and Escape ends it", async () => {
    for (const name of ["Ant", "Bee", "Cat", "Dog"]) await propose({ name });
    await openQueue();
    await page.getByRole("button", { name: "Select…" }).click();
    await row("Ant").click({ position: { x: 400, y: 40 } });
    await row("Cat").click({ position: { x: 400, y: 40 }, modifiers: ["Shift"] });
    await page.getByText("3 of 4 selected").waitFor();
    expect(await box("Dog").isChecked()).toBe(false);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("checkbox", { name: /^Select / }).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Select…");
  });
});

test("what was decided lately, changes requested among it, stands below the sill", async () => {
  await owner.approve((await propose({ name: "Let in" })).proposal_id);
  await owner.requestChanges((await propose({ name: "Sent back" })).proposal_id, [{ body: "Smaller." }]);
  await owner.decline((await propose({ name: "Refused" })).proposal_id, "We have one.");
  await openQueue();
  await queue().getByText("Let in revision 1, let into Team room").waitFor();
  await queue().getByText("Sent back sent back to API token: changes requested").waitFor();
  await queue().getByText("Refused declined: “We have one.”").waitFor();
});

test("what one's own agents proposed to others is told, and its card decides nothing", async () => {
  const hers = await createRoom(maria.person, "Maria's room");
  await maria.person.do("add_room_member", { room_id: hers, person_id: place.owner.person_id });
  await propose({ name: "Lunch vote", room_id: hers });
  await openQueue();
  const yours = page.getByRole("region", { name: "Proposed by your agents" });
  await yours.getByText("Lunch vote revision 1 waits for the owner of Maria's room").waitFor();
  expect(await names()).toEqual([]);
  await yours.getByRole("link", { name: "Lunch vote" }).click();
  await page.getByRole("heading", { level: 1, name: "Lunch vote" }).waitFor();
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
  expect(await page.getByRole("button", { name: /Approve|Decline|Request changes/ }).count()).toBe(0);
});

/** A browser whose notifications are written down, and whose window can be looked away from. */
async function withNotices(permission: NotificationPermission): Promise<Page> {
  const there = await browser.newPage();
  await there.addInitScript((first) => {
    const shown: { title: string; body: string; open: () => void; closed: boolean }[] = [];
    class Fake extends EventTarget {
      static permission = first;
      static requestPermission(): Promise<string> {
        Fake.permission = "granted";
        return Promise.resolve("granted");
      }
      readonly #entry;
      constructor(title: string, { body = "" }: NotificationOptions) {
        super();
        const open = () => this.dispatchEvent(new Event("click"));
        this.#entry = { title, body, open, closed: false };
        shown.push(this.#entry);
      }
      close(): void {
        this.#entry.closed = true;
      }
    }
    Object.assign(globalThis, { Notification: Fake, shown, hidden: false });
    Object.defineProperty(document, "visibilityState", {
      get: () => ((globalThis as unknown as { hidden: boolean }).hidden ? "hidden" : "visible"),
    });
  }, permission);
  await signInOn(there, server.origin);
  await there.goto(`${server.origin}/connected`);
  await there.getByRole("heading", { name: "Needs your approval" }).waitFor();
  return there;
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly closed: boolean;
}
const shownIn = async (there: Page) =>
  await there.evaluate(() =>
    (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, body, closed }) => ({
      title,
      body,
      closed,
    })),
  );
const look = async (there: Page, hidden: boolean) =>
  await there.evaluate((value) => {
    Object.assign(globalThis, { hidden: value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

describe("notifications", () => {
  test("come once they are allowed, while nobody looks, together, and lead to the card", async () => {
    const there = await withNotices("default");
    await there.getByText("Your browser asks you first.").waitFor();
    await propose({ name: "Before" });
    await there.getByRole("link", { name: "Before", exact: true }).waitFor();
    await there.getByRole("checkbox", { name: /Notify me in this browser/ }).check();
    await propose({ name: "Seen" });
    await there.getByRole("link", { name: "Seen", exact: true }).waitFor();
    expect(await shownIn(there)).toEqual([]);

    await look(there, true);
    await propose({ name: "Night shift" });
    await expect
      .poll(async () => await shownIn(there))
      .toEqual([{ title: "1 needs your approval", body: "Night shift, in Team room", closed: false }]);
    await there.evaluate(() => (globalThis as unknown as { shown: { open: () => void }[] }).shown[0]?.open());
    await there.getByRole("heading", { level: 1, name: "Night shift" }).waitFor();

    await propose({ name: "Later", room_id: release });
    await expect
      .poll(async () => (await shownIn(there)).at(-1))
      .toMatchObject({
        title: "2 need your approval",
        body: "Night shift, in Team room\nLater, in Release room",
      });
    await look(there, false);
    expect((await shownIn(there)).at(-1)).toMatchObject({ closed: true });
    await there.close();
  });

  test("stay away when they are switched off again, and for who never asked", async () => {
    const there = await withNotices("granted");
    const box = there.getByRole("checkbox", { name: /Notify me in this browser/ });
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await there.reload();
    await there.getByRole("heading", { name: "Needs your approval" }).waitFor();
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await look(there, true);
    await propose({ name: "Quiet" });
    await there.getByRole("link", { name: "Quiet", exact: true }).waitFor();
    expect(await shownIn(there)).toEqual([]);
    await there.close();
  });

  test("that a browser refuses or does not have are explained", async () => {
    const there = await withNotices("denied");
    await there.getByText("This browser blocks notifications from here.").waitFor();
    await there.close();
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Notification"));
    await openQueue();
    await page.getByText("This browser shows no notifications for this address.").waitFor();
  });
});

describe.each(Object.entries(LOOKS))("%s", (_, options) => {
  test("the queue, its filter, its choice and its dialog hold for axe and fit their window", async () => {
    for (let n = 0; n < 6; n += 1) await propose({ name: `A rather long name of an app, number ${n}` });
    const context = await browser.newContext(options);
    const there = await context.newPage();
    const complaints = complaintsOf(there);
    await signInOn(there, server.origin);
    await there.goto(`${server.origin}/connected?kind=new`);
    await there.getByText("6 of 6").waitFor();
    expect(await faultsOf(there)).toEqual([]);
    await there.getByRole("button", { name: "Select…" }).click();
    await there.getByRole("button", { name: "Select all" }).click();
    expect(await faultsOf(there)).toEqual([]);
    await there.getByRole("button", { name: "Decline 6…" }).click();
    await there.getByRole("dialog").waitFor();
    expect(await faultsOf(there)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
