import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Front } from "../../packages/server/src/testing/front.fixture.ts";
import { Listeners } from "../leaks/listeners.ts";
import { FirefoxRoom, Screen } from "./firefox-room.ts";

// Apps that hang in Firefox, which gives a process to each site: to each name directly below localhost, and to all
// other names of one domain together.

const SPINNER = {
  "src/App.tsx": `import { useState } from "react";
export default function Spinner() {
  const [spun, setSpun] = useState(0);
  const spin = () => {
    for (const end = Date.now() + 4000; Date.now() < end;);
    setSpun(spun + 1);
  };
  const again = (): Promise<void> => Promise.resolve().then(again);
  // A press comes to its end before.
  const soon = (act: () => void) => () => void setTimeout(act, 300);
  return <main>
    <p>spun {spun}</p>
    <button onClick={soon(spin)}>Spin</button>
    <button onClick={soon(() => { for (;;); })}>Loop</button>
    <button onClick={soon(again)}>Promises</button>
  </main>;
}`,
};
const CALM = {
  "src/App.tsx": `import { useState } from "react";
export default function Calm() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>pressed {count}</button>;
}`,
};
const NEXT = { "src/App.tsx": `export default () => <p>the next one</p>;` };
const STUCK = { "src/App.tsx": `for (;;);\nexport default () => <p>drawn</p>;` };
const FLOOD = {
  "src/App.tsx": `setInterval(() => { for (let n = 0; n < 100; n += 1) parent.postMessage(n, "*"); }, 10);
export default () => <p>drawn</p>;`,
};

/** A person reads before the press; what comes up under a pointer takes none at once. */
const READS_MS = 1500;

/** A Room with these apps. */
class Hangs implements AsyncDisposable {
  readonly room: FirefoxRoom;
  readonly page: Page;
  readonly around: Screen;
  readonly spinner: Screen;
  readonly calm: Screen;
  readonly next: Screen;
  readonly addresses: ReadonlyMap<string, string>;

  private constructor(room: FirefoxRoom, addresses: ReadonlyMap<string, string>) {
    this.room = room;
    this.page = room.page;
    this.addresses = addresses;
    this.around = new Screen(room.page);
    this.spinner = new Screen(room.page, "Spinner");
    this.calm = new Screen(room.page, "Calm");
    this.next = new Screen(room.page, "Next");
  }

  static async open(...options: Parameters<typeof FirefoxRoom.open>): Promise<Hangs> {
    const room = await FirefoxRoom.open(...options);
    const addresses = new Map<string, string>();
    const apps = { Spinner: SPINNER, Calm: CALM, Next: NEXT, Stuck: STUCK, Flood: FLOOD };
    for (const [name, files] of Object.entries(apps)) addresses.set(name, await room.letIn(name, files));
    return new Hangs(room, addresses);
  }

  /** Opens the tab of an app on a page, by its address. */
  async goTo(name: string, page = this.page): Promise<void> {
    await page.goto(this.addresses.get(name) ?? "");
  }

  /** Has one app run, and then another one hang. */
  async hangBeside(how: string): Promise<void> {
    await this.goTo("Calm");
    await this.calm.press("pressed 0");
    await this.around.press("Spinner", "tab");
    await this.spinner.press(how);
    await this.around.reads("Spinner does not answer.");
  }

  async stop(): Promise<void> {
    await this.around.press("Spinner", "tab");
    await pause(READS_MS);
    await this.around.press("Stop");
    await this.around.reads("Spinner was stopped.");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.room[Symbol.asyncDispose]();
  }
}

describe("each app at a name of its own below localhost", () => {
  let hangs: Hangs;
  beforeAll(async () => {
    hangs = await Hangs.open();
  });
  afterAll(async () => await hangs?.[Symbol.asyncDispose]());

  test.each(["Loop", "Promises"])(
    "one that hangs (%s) holds up nothing else, and is stopped",
    async (how) => {
      const { around, spinner, calm, next } = hangs;
      await hangs.hangBeside(how);
      await around.press("Calm", "tab");
      await calm.press("pressed 1");
      await calm.reads("pressed 2");
      await around.press("Next", "tab");
      await next.reads("the next one");
      await hangs.stop();
      await around.press("Run it");
      await spinner.reads("spun 0");
    },
  );

  test("one that never begins is told, and not begun again unasked", async () => {
    await hangs.goTo("Stuck");
    await hangs.around.reads("Stuck does not answer.");
    // Not by the driver's own navigation, for which Firefox waits for the frame that hangs.
    await hangs.page.evaluate(() => void setTimeout(() => location.reload()));
    await hangs.around.reads("Stuck got stuck when it last ran.");
  });
});

test("apps of another domain than the page's hang together, and Stop frees them", async () => {
  await using listeners = await Listeners.open();
  await using front = await Front.open(["*.apps.example.test"]);
  await using hangs = await Hangs.open({
    env: { ANTEROOM_APPS_ORIGIN: `https://*.apps.example.test:${front.port}` },
    preferences: { "network.trr.uri": listeners.dns, "network.trr.allow-rfc1918": true },
  });
  front.target = hangs.room.server.port;
  const { page, around, calm, next } = hangs;
  await hangs.hangBeside("Loop");
  expect((await hangs.calm.frame()).url()).toContain(".apps.example.test");
  await around.reads("Apps share a process in this browser");
  await around.press("Calm", "tab");
  await around.reads("Calm does not answer.");
  await hangs.stop();
  await around.press("Calm", "tab");
  await around.reads("Started anew, since it did not answer");
  await calm.reads("pressed 0");
  await around.press("Next", "tab");
  await next.reads("the next one");
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("does not answer");
});

describe("apps at the page's own host, in its own process", () => {
  let hangs: Hangs;
  beforeAll(async () => {
    hangs = await Hangs.open({ env: { ANTEROOM_APPS_ORIGIN: "off" } });
  });
  afterAll(async () => await hangs?.[Symbol.asyncDispose]());

  test("one that holds up the page for a while leaves nothing behind", async () => {
    const { page, around, spinner, calm } = hangs;
    await hangs.goTo("Spinner");
    await spinner.press("Spin");
    await spinner.reads("spun 1");
    await around.press("Calm", "tab");
    await calm.press("pressed 0");
    await calm.reads("pressed 1");
    expect(await page.evaluate(() => document.body.innerText)).not.toContain("does not answer");
  });

  test("one that sends without end is ended", async () => {
    await hangs.goTo("Flood");
    await hangs.around.reads("Flood sent this page more than it can take and was stopped");
  });

  test("one that never begins takes its page down once, and nothing else", async () => {
    const { browser } = hangs.room.firefox;
    const taken = await browser.newPage({ type: "window" });
    await hangs.goTo("Stuck", taken);
    const other = await browser.newPage({ type: "window" });
    await hangs.goTo("Calm", other);
    await new Screen(other, "Calm").press("pressed 0");
    // A start that is as young as a slow one may be under way elsewhere.
    await other.waitForFunction(
      (began: number) => Date.now() - began > 6000,
      { polling: 500 },
      await other.evaluate(() => Date.now()),
    );
    await taken.close();
    await hangs.goTo("Stuck", other);
    await new Screen(other).reads("Stuck got stuck when it last ran.");
    await new Screen(other).press("Next", "tab");
    await new Screen(other, "Next").reads("the next one");
  });
});
