import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { browserOf, joinTeam, type Place, placeOf, type TeamMember } from "../testkit/team.ts";

// The tabs of a Room: their order, pins, sleep, windows of their own, and a Room that has none yet.

let server: TestServer;
let browser: Browser;
let owner: Person;
let place: Place;
let agent: Agent;
let maria: TeamMember;
/** The owner's page, and a member's. */
let page: Page;
let theirs: Page;
/** A Room of its own for each test. */
let room_id: string;
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  place = await placeOf(owner);
  agent = new Agent(server.origin, await adminToken(server));
  maria = await joinTeam(owner, place, { name: "Maria", role: "member" });
  page = await browserOf(browser, server);
  theirs = await browserOf(browser, server, maria);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  count += 1;
  const made = { project_id: place.project_id, name: `Room ${count}` };
  ({ room_id } = await owner.do<{ room_id: string }>("create_room", made));
  await owner.do("add_room_member", { room_id, person_id: maria.person_id });
});

/** An app that counts presses, so that it is seen whether it kept what it held. */
const COUNTER = {
  "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>pressed {count}</button>;
}`,
};

async function letIn(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const call = { room_id, name, files: COUNTER, idempotency_key: `room tabs ${room_id} ${name}` };
    const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
    ids.push((await owner.approve(proposal_id)).instance_id);
  }
  return ids;
}

const address = (app = "") => `${server.origin}/rooms/${room_id}${app === "" ? "" : `?app=${app}`}`;
const tab = (name: string, on = page) => on.getByRole("tab", { name });
const names = async (on = page) => await on.getByRole("tab").allInnerTexts();
const counter = (on = page) =>
  on.getByRole("tabpanel").frameLocator("iframe").getByRole("button", { name: "pressed" });

async function arrive(on: Page, app = ""): Promise<void> {
  await on.goto(address(app));
  await on.getByRole("tab").first().waitFor();
}

async function choose(app: string, item: string, on = page): Promise<void> {
  await on.getByRole("button", { name: `Menu of ${app}` }).click();
  await on.getByRole("menuitem", { name: item }).click();
}

/** Takes a tab by the mouse and brings it to another one; it is not let go. */
async function drag(name: string, to: string, on = page): Promise<void> {
  const from = (await tab(name, on).boundingBox())!;
  const goal = (await tab(to, on).boundingBox())!;
  await on.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await on.mouse.down();
  await on.mouse.move(goal.x + goal.width - 4, goal.y + goal.height / 2, { steps: 8 });
}

describe("the order of the tabs", () => {
  test("is changed by dragging, seen by all at once, and stays", async () => {
    await letIn("One", "Two", "Three");
    await arrive(page);
    await arrive(theirs);
    await counter().click();
    await drag("One", "Two");
    await page.locator("[data-drop]").waitFor();
    await page.mouse.up();
    await expect.poll(() => names()).toEqual(["Two", "One", "Three"]);
    await expect.poll(() => names(theirs)).toEqual(["Two", "One", "Three"]);
    expect(await tab("One").getAttribute("aria-selected")).toBe("true");
    // Its frame was not started anew.
    expect(await counter().innerText()).toBe("pressed 1");
    await arrive(page);
    expect(await names()).toEqual(["Two", "One", "Three"]);
  });

  test("is as before when a drag is left by Escape, and when a member drags", async () => {
    await letIn("One", "Two");
    await arrive(page);
    await drag("One", "Two");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await names()).toEqual(["One", "Two"]);
    await arrive(theirs);
    await drag("One", "Two", theirs);
    expect(await theirs.locator("[data-drop]").count()).toBe(0);
    await theirs.mouse.up();
    expect(await names(theirs)).toEqual(["One", "Two"]);
  });

  test("is changed by keys, which is told, and arrows alone open nothing", async () => {
    await letIn("One", "Two", "Three");
    await arrive(page);
    await tab("One").focus();
    await page.keyboard.press("ArrowRight");
    expect(await tab("Two").evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await tab("One").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await expect.poll(() => names()).toEqual(["One", "Three", "Two"]);
    await page.getByRole("status").getByText("Two moved to place 3 of 3.").waitFor();
    expect(await tab("Two").evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => tab("Two").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("[");
    await expect.poll(() => tab("Three").getAttribute("aria-selected")).toBe("true");
  });

  test("goes back to what it was when the server refuses", async () => {
    await letIn("One", "Two");
    await arrive(page);
    await page.route("**/move_app", (route) => route.abort());
    await choose("One", "Move right");
    await page.getByText("The tabs stand as before.").first().waitFor();
    expect(await names()).toEqual(["One", "Two"]);
    await page.unroute("**/move_app");
    await choose("One", "Move right");
    await expect.poll(() => names()).toEqual(["Two", "One"]);
  });

  test("puts a person's own pins first", async () => {
    await letIn("One", "Two", "Three");
    await arrive(page);
    await tab("Three").click();
    await choose("Three", "Pin");
    await expect.poll(() => names()).toEqual(["pinned\nThree", "One", "Two"]);
    await arrive(page);
    expect(await names()).toEqual(["pinned\nThree", "One", "Two"]);
    expect(await tab("Three").getAttribute("aria-selected")).toBe("true");
    await arrive(theirs);
    expect(await names(theirs)).toEqual(["One", "Two", "Three"]);
    await choose("Three", "Unpin");
    await expect.poll(() => names()).toEqual(["One", "Two", "Three"]);
  });
});

describe("apps behind tabs", () => {
  test("keep what they hold while another one shows", async () => {
    await letIn("One", "Two");
    await arrive(page);
    await counter().click();
    await tab("Two").click();
    await expect.poll(() => counter().innerText()).toBe("pressed 0");
    await tab("One").click();
    expect(await counter().innerText()).toBe("pressed 1");
  });

  test("sleep when many are open, the one not used for longest first, and say so as they wake", async () => {
    await letIn(...Array.from({ length: 9 }, (_, at) => `App ${at + 1}`));
    await arrive(page);
    await counter().click();
    for (let n = 2; n <= 9; n += 1) {
      await tab(`App ${n}`).click();
      await counter().waitFor();
    }
    expect(await page.locator("iframe").count()).toBe(8);
    expect(await tab("App 1").innerText()).toContain("asleep");
    expect(await tab("App 2").innerText()).not.toContain("asleep");
    await tab("App 1").click();
    await page.getByText("What it held in memory is gone").waitFor();
    await expect.poll(() => counter().innerText()).toBe("pressed 0");
    expect(await page.locator("iframe").count()).toBe(8);
    expect(await tab("App 2").innerText()).toContain("asleep");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Got it" }).click();
    expect(await page.getByText("What it held in memory is gone").count()).toBe(0);
  });
});

describe("a window of its own", () => {
  test("holds the app, the door back, and what becomes of the app", async () => {
    const [instance_id = ""] = await letIn("Alone");
    await arrive(page);
    const opened = page.context().waitForEvent("page");
    await choose("Alone", "Open in its own window");
    const alone = await opened;
    await alone.getByRole("heading", { level: 1, name: "Alone" }).waitFor();
    expect(new URL(alone.url()).pathname).toBe(`/rooms/${room_id}/apps/${instance_id}`);
    await alone.frameLocator("iframe").getByRole("button", { name: "pressed 0" }).click();
    expect(await alone.getByRole("navigation").count()).toBe(0);
    await alone.getByText("Sealed: Alone").waitFor();
    await owner.do("rename_app", { room_id, instance_id, name: "Not alone" });
    await alone.getByRole("heading", { level: 1, name: "Not alone" }).waitFor();
    await alone.frameLocator("iframe").getByRole("button", { name: "pressed 1" }).waitFor();
    await owner.do("remove_app", { room_id, instance_id });
    await alone.getByText("Not alone was removed by Owner").waitFor();
    await alone.getByRole("link", { name: `Back to Room ${count}` }).click();
    await alone.getByRole("heading", { level: 1, name: `Room ${count}` }).waitFor();
    await alone.close();
  });

  test("is not there for an app that is not, nor for who may not see its Room", async () => {
    const [instance_id = ""] = await letIn("Alone");
    await page.goto(`${server.origin}/rooms/${room_id}/apps/app_nothing`);
    await page.getByRole("link", { name: "Home" }).last().waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await owner.do("remove_room_member", { room_id, person_id: maria.person_id });
    await theirs.goto(`${server.origin}/rooms/${room_id}/apps/${instance_id}`);
    await theirs.getByRole("heading", { level: 1 }).waitFor();
    expect(await theirs.locator("iframe").count()).toBe(0);
  });
});

describe("a Room without apps", () => {
  test("says how to get the first one, and moves on by itself", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(address());
    await page.getByRole("heading", { name: "Nobody has been let in yet." }).waitFor();
    const copied = async () => await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy: the address for your client" }).click();
    await expect.poll(copied).toBe(`${server.origin}/api/v1/external-mcp`);
    await page.getByRole("button", { name: "Copy: the prompt" }).click();
    await expect.poll(copied).toContain(`Room “Room ${count}”`);
    await page.getByText("You read it, ask for changes or let it in.").waitFor();
    await theirs.goto(address());
    await theirs.getByText("Owner reads it, asks for changes or lets it in.").waitFor();
    await letIn("The first");
    await counter().waitFor();
    await counter(theirs).waitFor();
  });
});

describe.each(Object.entries(LOOKS))("on a %s", (look, options) => {
  test("nothing is out of reach or out of place", async () => {
    const fresh = await (await browser.newContext(options)).newPage();
    const complaints = complaintsOf(fresh);
    await signInOn(fresh, server.origin);
    await fresh.goto(address());
    await fresh.getByRole("heading", { name: "Nobody has been let in yet." }).waitFor();
    expect(await faultsOf(fresh)).toEqual([]);
    const [one = ""] = await letIn("One", "Two", "A tab with a name that goes on for quite a while", "Four");
    await arrive(fresh, one);
    await choose("One", "Pin", fresh);
    await choose("One", "Unpin", fresh);
    await choose("One", "Move right", fresh);
    await expect.poll(async () => (await names(fresh)).slice(0, 2)).toEqual(["Two", "One"]);
    expect(await faultsOf(fresh)).toEqual([]);
    if (look.startsWith("phone")) {
      for (const { x, height } of [(await tab("One", fresh).boundingBox())!]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(height).toBeGreaterThanOrEqual(44);
      }
    }
    await fresh.goto(`${server.origin}/rooms/${room_id}/apps/${one}`);
    await fresh.frameLocator("iframe").getByRole("button", { name: "pressed 0" }).waitFor();
    expect(await faultsOf(fresh)).toEqual([]);
    expect(complaints).toEqual([]);
    await fresh.context().close();
  });
});
