import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// An app that is caught in a loop: it is told, the rest goes on, and the person stops it, waits, or runs it anew. And
// the whole screen, which only the page gives.

/** Spins for as long as its field says, in seconds, a moment after it was asked to. */
const SPINNER = {
  "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [spins, setSpins] = useState(0);
  const [seconds, setSeconds] = useState("0");
  const spin = () => {
    const end = Date.now() + Number(seconds) * 1000;
    while (Date.now() < end);
    setSpins(spins + 1);
  };
  return <main>
    <input aria-label="Seconds" value={seconds} onChange={(event) => setSeconds(event.target.value)} />
    <button onClick={() => setTimeout(spin, 300)}>spun {spins}</button>
    <button onClick={() => void alert("Time is up.")}>Ask</button>
    <a href="https://elsewhere.example.test/">Elsewhere</a>
  </main>;
}`,
};
const CALM = {
  "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>pressed {count}</button>;
}`,
};
/** Never begins. */
const STUCK = {
  "src/App.tsx": `for (;;);
export default function App() { return <p>drawn</p>; }`,
};
/** Begins after some seconds, in which it does not answer. */
const LATE = {
  "src/App.tsx": `const end = Date.now() + 5000;
while (Date.now() < end);
export default function App() { return <p>drawn at last</p>; }`,
};
/** Shows what the Room keeps. */
const VOTES = {
  "src/App.tsx": `import { useShared } from "@anteroom/app";
export default function App() {
  const [votes] = useShared("votes", 0);
  return <p>Votes: {votes}</p>;
}`,
};
/** Fails as it draws. */
const BROKEN = { "src/App.tsx": `export default function App() { throw new Error("no"); }` };
const APPS = {
  Spinner: SPINNER,
  Calm: CALM,
  Stuck: STUCK,
  Late: LATE,
  Votes: VOTES,
  Broken: BROKEN,
} as const;
type Name = keyof typeof APPS;
const FOR_EVER = "1e9";

let browser: Browser;
let own: Hosting;
let shared: Hosting;

/** A server with the apps in one Room. */
interface Hosting {
  readonly server: TestServer;
  readonly owner: Person;
  readonly room_id: string;
  readonly ids: Readonly<Record<string, string>>;
}

async function host(env: Readonly<Record<string, string>> = {}): Promise<Hosting> {
  const server = await TestServer.launch({ env });
  const owner = await Person.signIn(server.origin);
  const agent = new Agent(server.origin, await adminToken(server));
  const room_id = await agent.roomId();
  const ids: Record<string, string> = {};
  for (const [name, files] of Object.entries(APPS)) {
    const call = { room_id, name, files, idempotency_key: `hung app ${name}` };
    const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
    ids[name] = (await owner.approve(proposal_id)).instance_id;
  }
  return { server, owner, room_id, ids };
}

beforeAll(async () => {
  browser = await launchBrowser();
  own = await host();
  shared = await host({ ANTEROOM_APPS_ORIGIN: "off" });
});
afterAll(async () => {
  await browser?.close();
  await own?.server[Symbol.asyncDispose]();
  await shared?.server[Symbol.asyncDispose]();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function arrive(on: Hosting, look: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(look)).newPage();
  await signInOn(page, on.server.origin);
  return page;
}

const appOf = (page: Page, name: Name): FrameLocator => page.frameLocator(`iframe[title="${name}"]`);
const tab = (page: Page, name: Name) => page.getByRole("tab", { name });
const word = (page: Page) => page.getByRole("alert").filter({ hasText: "does not answer." });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const spinner = (page: Page, spins: number) =>
  appOf(page, "Spinner").getByRole("button", { name: `spun ${spins}` });
const calm = (page: Page, count: number) =>
  appOf(page, "Calm").getByRole("button", { name: `pressed ${count}` });

async function open(page: Page, name: Name, on = own): Promise<void> {
  await page.goto(`${on.server.origin}/rooms/${on.room_id}?app=${on.ids[name]}`);
  await tab(page, name).waitFor();
}

const hasFocus = (at: Locator) => at.evaluate((element) => element === document.activeElement);
const inFrame = (): boolean => document.activeElement?.shadowRoot?.activeElement?.localName === "iframe";

/** Brings the app that is open into a loop, and waits until the page says so. */
async function spin(page: Page, seconds: string): Promise<void> {
  const app = appOf(page, "Spinner");
  await app.getByLabel("Seconds").fill(seconds);
  await app.getByRole("button", { name: "spun" }).press("Enter");
  await word(page).waitFor();
}

async function choose(page: Page, app: Name, item: string): Promise<void> {
  await button(page, `Menu of ${app}`).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("an app that is caught in a loop (app-10)", () => {
  test("is told, and told no more once it answers; the keyboard is not caught in it meanwhile", async () => {
    const page = await arrive(own);
    await open(page, "Spinner");
    await spin(page, "9");
    await word(page).getByText("Silent since").waitFor();
    await expect.poll(() => tab(page, "Spinner").innerText()).toContain("does not answer");
    await button(page, "Stop").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => hasFocus(button(page, "Stop"))).toBe(true);
    await spinner(page, 1).waitFor();
    await word(page).waitFor({ state: "detached" });
    expect(await tab(page, "Spinner").innerText()).not.toContain("does not answer");
    // Who was about to press a button of the page presses none of the app instead.
    expect(await page.evaluate(inFrame)).toBe(false);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(inFrame)).toBe(true);
    // Who only waited is where they were.
    await spin(page, "5");
    expect(await page.evaluate(inFrame)).toBe(false);
    await word(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(inFrame)).toBe(true);
  });

  test("is seen at its tab while another one goes on, and takes nobody's place in what they write", async () => {
    const page = await arrive(own);
    await open(page, "Spinner");
    await spinner(page, 0).waitFor();
    await appOf(page, "Spinner").getByLabel("Seconds").fill(FOR_EVER);
    await spinner(page, 0).press("Enter");
    await choose(page, "Spinner", "Rename…");
    const field = page.getByLabel("Name of the tab");
    await field.fill("Spinner 2");
    await page.locator("[role=tab] >> text=does not answer").waitFor({ state: "attached" });
    expect(await field.evaluate((at) => at === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await tab(page, "Calm").click();
    await calm(page, 0).click();
    await calm(page, 1).waitFor();
    expect(await tab(page, "Spinner").innerText()).toContain("does not answer");
    expect(await page.getByText("does not answer.").isVisible()).toBe(false);
  });

  test("is waited for, stopped and run again by the person, and not started unasked afterwards", async () => {
    const page = await arrive(own);
    await open(page, "Spinner");
    await spin(page, FOR_EVER);
    await button(page, "Wait").click();
    await word(page).waitFor({ state: "detached" });
    await page.getByText("Still no answer since").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await tab(page, "Spinner").innerText()).toContain("does not answer");
    await page.keyboard.press("Tab");
    expect(await hasFocus(button(page, "Stop"))).toBe(true);
    await choose(page, "Spinner", "Stop");
    await page.getByText("Spinner was stopped.").waitFor();
    expect(await page.locator("iframe[title=Spinner]").count()).toBe(0);
    expect(await tab(page, "Spinner").innerText()).toContain("not running");
    await button(page, "Menu of Spinner").click();
    await page.getByRole("menuitem", { name: "Reload" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Stop" }).count()).toBe(0);
    await page.keyboard.press("Escape");

    await page.reload();
    await page.getByText("Spinner got stuck when it last ran.").waitFor();
    expect(await page.locator("iframe[title=Spinner]").count()).toBe(0);
    await button(page, "Run it").press("Enter");
    await spinner(page, 0).waitFor();
    expect(await tab(page, "Spinner").innerText()).not.toContain("not running");
    // The keyboard goes on where the app is.
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(inFrame)).toBe(true);
    await page.reload();
    await spinner(page, 0).waitFor();
  });

  test("is not the only one that is seen at its tab: so is one that failed", async () => {
    const page = await arrive(own);
    await open(page, "Broken");
    await page.getByRole("heading", { name: "Broken stopped while drawing" }).waitFor();
    await tab(page, "Calm").click();
    await calm(page, 0).waitFor();
    expect(await tab(page, "Broken").innerText()).toContain("failed");
  });

  test("runs anew by one press where it hung", async () => {
    const page = await arrive(own);
    await open(page, "Spinner");
    await spin(page, FOR_EVER);
    await button(page, "Reload").click();
    await spinner(page, 0).waitFor();
  });

  test("that never began is stopped, and not begun unasked; one that only was slow is", async () => {
    const page = await arrive(own);
    await open(page, "Late");
    await word(page).waitFor();
    expect(await page.getByText("has drawn nothing yet").count()).toBe(0);
    await appOf(page, "Late").getByText("drawn at last").waitFor();
    await word(page).waitFor({ state: "detached" });
    await page.reload();
    await appOf(page, "Late").getByText("drawn at last").waitFor();

    await open(page, "Stuck");
    await word(page).waitFor();
    await button(page, "Wait").click();
    await page.getByText("Still no answer since").waitFor();
    await page.goto(`${own.server.origin}/rooms/${own.room_id}/apps/${own.ids["Stuck"]}`);
    await page.getByText("Stuck got stuck when it last ran.").waitFor();
    await button(page, "Run it").click();
    await word(page).waitFor();
    await page.locator("header").getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stuck was stopped.").waitFor();
    expect(await page.locator("iframe[title=Stuck]").count()).toBe(0);
  });
});

/** Takes from the browser what gives each frame a process, as on a plain-HTTP host. */
async function withoutProcesses(page: Page): Promise<void> {
  await page.route(/\/rt\/.*html/u, async (route) => {
    const response = await route.fetch();
    const { "document-isolation-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

describe("where apps share a process", () => {
  test("what starts anew goes on to follow what the Room keeps", async () => {
    const page = await arrive(shared);
    await withoutProcesses(page);
    await open(page, "Votes", shared);
    const votes = (count: number) => appOf(page, "Votes").getByText(`Votes: ${count}`);
    const vote = (count: number) => {
      const { owner, room_id, ids } = shared;
      const value = JSON.stringify(count);
      return owner.do("set_shared_value", { room_id, instance_id: ids["Votes"]!, key: "votes", value });
    };
    await votes(0).waitFor();
    await vote(1);
    await votes(1).waitFor();
    await tab(page, "Spinner").click();
    await spin(page, FOR_EVER);
    await expect.poll(() => tab(page, "Votes").innerText()).toContain("does not answer");
    await button(page, "Stop").click();
    await tab(page, "Votes").click();
    await page.getByText("Started anew, since it did not answer").waitFor();
    await votes(1).waitFor();
    await vote(2);
    await votes(2).waitFor();
  });

  test("the one that hangs holds up others until it is stopped; they start anew and say so", async () => {
    const page = await arrive(shared);
    await withoutProcesses(page);
    await open(page, "Calm", shared);
    await calm(page, 0).press("Enter");
    await calm(page, 1).waitFor();
    // So narrow, the foot has two lines.
    await page.setViewportSize({ width: 320, height: 700 });
    await button(page, "Shared process").click();
    const lacks = page.getByRole("dialog", { name: "What is missing here" });
    await lacks.getByText("All apps of this page have one process in this browser.").waitFor();
    const [above, foot] = [(await lacks.boundingBox())!, (await page.locator("footer").boundingBox())!];
    expect(above.y + above.height).toBeLessThanOrEqual(foot.y);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 720 });
    await tab(page, "Spinner").click();
    await spin(page, FOR_EVER);
    await word(page).getByText("Apps share a process in this browser").waitFor();
    await expect.poll(() => tab(page, "Calm").innerText()).toContain("does not answer");
    await button(page, "Stop").click();
    await page.getByText("Spinner was stopped.").waitFor();
    await tab(page, "Calm").click();
    await page.getByText("Started anew, since it did not answer").waitFor();
    await calm(page, 0).waitFor();
    expect(await tab(page, "Calm").innerText()).not.toContain("does not answer");
    await button(page, "Got it").click();
    await calm(page, 0).press("Enter");
    await calm(page, 1).waitFor();
    expect(await page.getByText("Started anew, since it did not answer").count()).toBe(0);
  });
});

describe("the whole screen", () => {
  const isFull = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);

  test("is given by the page, with its own bar, and the app goes on as it was", async () => {
    const page = await arrive(own);
    await open(page, "Spinner");
    await spinner(page, 0).press("Enter");
    await spinner(page, 1).waitFor();
    await choose(page, "Spinner", "Full screen");
    await page.getByText("Full screen · Esc or Leave").waitFor();
    expect(await isFull(page)).toBe(true);
    expect(await page.getByRole("tab").count()).toBe(0);
    const bar = (await page.locator("header:visible").boundingBox())!;
    const frame = (await page.locator("iframe[title=Spinner]").boundingBox())!;
    expect(bar.y).toBe(0);
    expect(frame.y).toBeGreaterThanOrEqual(bar.height);
    expect(await faultsOf(page)).toEqual([]);
    // What the app asks comes up there too.
    await appOf(page, "Spinner").getByRole("button", { name: "Ask" }).press("Enter");
    await page.getByRole("dialog").getByText("Time is up.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
    await button(page, "Leave").click();
    await tab(page, "Spinner").waitFor();
    expect(await isFull(page)).toBe(false);
    await spinner(page, 1).waitFor();
  });

  test("comes and goes by a key, and ends with what fills it", async () => {
    const page = await arrive(own);
    await open(page, "Calm");
    await calm(page, 0).waitFor();
    await tab(page, "Calm").press("f");
    await expect.poll(() => isFull(page)).toBe(true);
    await button(page, "Leave").press("f");
    await expect.poll(() => isFull(page)).toBe(false);
    await page.goto(`${own.server.origin}/rooms/${own.room_id}/apps/${own.ids["Spinner"]}`);
    await spinner(page, 0).waitFor();
    await button(page, "Full screen").click();
    await spin(page, FOR_EVER);
    await button(page, "Stop").click();
    await page.getByText("Spinner was stopped.").waitFor();
    expect(await isFull(page)).toBe(false);
  });
});

test("a trial that is caught in a loop is stopped, and run again", async () => {
  const page = await arrive(own);
  const agent = new Agent(own.server.origin, await adminToken(own.server));
  const call = { room_id: own.room_id, name: "Trial", files: SPINNER, idempotency_key: "hung app on trial" };
  const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
  await page.goto(`${own.server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("button", { name: /^Mark as read/u }).click();
  await button(page, "Preview").click();
  const app = page.frameLocator("iframe[title=Trial]");
  await page.getByText("Sealed: Trial").waitFor();
  await app.getByLabel("Seconds").fill(FOR_EVER);
  await app.getByRole("button", { name: "spun 0" }).press("Enter");
  await word(page).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button(page, "Stop").click();
  await page.getByText("Trial was stopped.").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  await button(page, "Run it").press("Enter");
  await app.getByRole("button", { name: "spun 0" }).waitFor();
  expect(await hasFocus(page.getByRole("heading", { name: "Preview" }))).toBe(true);
  await app.getByLabel("Seconds").fill(FOR_EVER);
  await app.getByRole("button", { name: "spun 0" }).press("Enter");
  await word(page).waitFor();
  await button(page, "Run again").click();
  await app.getByRole("button", { name: "spun 0" }).waitFor();
});

test("in a browser with every layer nothing is said of layers", async () => {
  const page = await arrive(own);
  const asked = page.waitForResponse("**/rt/probe.html");
  await open(page, "Calm");
  await calm(page, 0).waitFor();
  await asked;
  await page.getByText("Sealed: Calm").waitFor();
  // The frame that finds out is gone; that of the next app stays.
  await page.waitForFunction(() => document.querySelectorAll("body > div[hidden]").length === 1);
  expect(await page.getByRole("button", { name: /layers|process/u }).count()).toBe(0);
});

describe.each(Object.entries(LOOKS))("on a %s", (_look, options) => {
  test("the word of an app that hangs is in reach, in place and in order", async () => {
    const page = await arrive(own, options);
    const complaints = complaintsOf(page);
    await open(page, "Spinner");
    await spin(page, FOR_EVER);
    await button(page, "Stop").click({ trial: true });
    expect(await faultsOf(page)).toEqual([]);
    await button(page, "Stop").click();
    await page.getByText("Spinner was stopped.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
