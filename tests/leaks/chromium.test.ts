import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ListenedChromium } from "./chromium.ts";
import { inTurn, openDocuments, SAY_TRIED } from "./in-the-open.ts";
import { Listeners } from "./listeners.ts";
import { ApprovedApps, type Apps, type Outcome, type Stage, standStage, TlsFront } from "./stages.ts";
import { GROUPS, LEAVING } from "./tries.ts";
import type { Addresses, Ear, Ways } from "./way.ts";
import { appThatTries, TRIED, tryAll } from "./words.ts";

// Apps try every way out of a document that is known, and listeners on this machine hear none of them, however the
// apps are hosted. Open pages and open frames try the same, which proves that the listeners would have heard.

/** A page for each: what waits for one app does not hold up the others. */
const PAGES = 3;
/** What was sent is heard by then. */
const SETTLED_MS = 1500;
const OPEN_MS = 700;
const SLOW = { timeout: 200_000 };

/** The ways that are tried from one document, by the name of an app that tries them. */
const DOCUMENTS: Readonly<Record<string, Ways>> = {
  ...GROUPS,
  ...Object.fromEntries(Object.entries(LEAVING).map(([name, way]) => [name, { [name]: way }])),
};
const WAYS: Ways = Object.assign({}, ...Object.values(DOCUMENTS)) as Ways;

/**
 * Where a frame has the allowlist and no policy, Chromium 156 itself ends at documents that are blobs, and a page at
 * peers in a document that is a text. With the policy it does not.
 */
const ENDS_CHROMIUM = ["realm-blob", "realm-xml", "realm-svg", "realm-text-", "leave-blob"];

const parts = new AsyncDisposableStack();
let listeners: Listeners;
let addresses: Readonly<Record<string, Addresses>>;
let apps: Apps;
let approved: ApprovedApps;

beforeAll(async () => {
  listeners = parts.use(await Listeners.open());
  addresses = await listeners.addressesFor(WAYS);
  const entries = Object.entries(DOCUMENTS);
  apps = Object.fromEntries(entries.map(([name, ways]) => [name, appThatTries(ways, addresses)]));
  approved = parts.use(await ApprovedApps.let(apps));
});
afterAll(async () => await parts.disposeAsync());

interface Findings {
  readonly heard: Readonly<Record<string, readonly Ear[]>>;
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

/** Runs all apps; finds what was heard of them. */
async function tryIn(stage: Stage): Promise<Findings> {
  await using chromium = await ListenedChromium.launch(listeners);
  noteFiles(chromium.context);
  const pages = await stage.openPages(chromium.context, PAGES);
  const before = chromium.context.pages().length;
  listeners.takeHeard();
  const outcomes: Record<string, Outcome> = {};
  await inTurn(pages, Object.keys(apps), async (page, app) => {
    outcomes[app] = await stage.run(page, app);
  });
  await pause(SETTLED_MS);
  expect(chromium.context.pages()).toHaveLength(before);
  return { heard: listeners.takeHeard(), outcomes };
}

function noteFiles(context: BrowserContext): void {
  context.on("page", (page) => {
    page.on("download", (download) => listeners.noteFile(download.suggestedFilename()));
  });
}

describe("no listener hears an app (app-1, app-3)", () => {
  const HOSTINGS: Readonly<Record<string, () => Promise<Stage>>> = {
    "on one host": async () => await approved.stage({ ANTEROOM_APPS_ORIGIN: "off" }),
    "on hosts of their own, on a person's machine": async () => await approved.stage({}),
    "on hosts of their own, over https": async () => {
      const front = await TlsFront.open();
      const env = {
        ANTEROOM_PUBLIC_URL: `https://room.example.test:${front.port}`,
        ANTEROOM_APPS_ORIGIN: `https://*.apps.example.test:${front.port}`,
      };
      return await approved.stage(env, front);
    },
    "on one host over plain http": async () => await standStage(apps, { hosting: "shared" }),
  };

  test.each(Object.entries(HOSTINGS))("%s", SLOW, async (_, open) => {
    await using stage = await open();
    const { heard, outcomes } = await tryIn(stage);
    expect(heard).toEqual({});
    expect(outcomes).toMatchObject(Object.fromEntries(Object.keys(GROUPS).map((name) => [name, "tried"])));
  });
});

describe("the listeners hear", () => {
  test(
    "every way out of an open page or frame, and none of those that are said to lead nowhere",
    SLOW,
    async () => {
      await using chromium = await ListenedChromium.launch(listeners);
      noteFiles(chromium.context);
      listeners.takeHeard();
      const tryAllOf = async (names: readonly string[]) =>
        await inTurn(
          Array.from({ length: PAGES }, (_, n) => n),
          names,
          async (_n, name) => await tryInTheOpen(chromium.context, name),
        );
      await tryAllOf(Object.keys(DOCUMENTS));
      const heard = { ...listeners.takeHeard() };
      const quietAmong = (ways: Ways) =>
        Object.entries(ways).flatMap(([name, [by, , unheard]]) =>
          unheard === undefined && !heard[name]?.includes(by) ? [name] : [],
        );
      // What a busy machine kept from being heard in time is tried once more.
      await tryAllOf(Object.keys(DOCUMENTS).filter((name) => quietAmong(DOCUMENTS[name] ?? {}).length > 0));
      for (const [name, by] of Object.entries(listeners.takeHeard())) {
        heard[name] = [...(heard[name] ?? []), ...by];
      }
      expect(quietAmong(WAYS)).toEqual([]);
      const loud = Object.entries(WAYS).filter(
        ([name, [, , unheard]]) => unheard !== undefined && heard[name],
      );
      expect(loud.map(([name]) => name)).toEqual([]);
    },
  );
});

describe("layer by layer, where the others hold", () => {
  test(
    "without the allowlist names of hosts are heard, as in browsers that do not have it, and nothing else",
    SLOW,
    async () => {
      await using stage = await standStage(apps, { hosting: "one-host", without: ["connection-allowlist"] });
      const { heard } = await tryIn(stage);
      const ears = new Set(Object.values(heard).flat());
      expect([...ears].filter((ear) => !["dns", "tls", "tcp"].includes(ear))).toEqual([]);
      expect(Object.keys(heard)).toEqual(expect.arrayContaining(["link-preconnect", "link-dns-prefetch"]));
    },
  );

  test("without the frame's own policy nothing is heard", SLOW, async () => {
    const safe = Object.entries(DOCUMENTS).map(([name, ways]) => {
      const entries = Object.entries(ways).filter(
        ([way]) => !ENDS_CHROMIUM.some((end) => way.startsWith(end)),
      );
      return [name, appThatTries(Object.fromEntries(entries), addresses)];
    });
    await using stage = await standStage(Object.fromEntries(safe), {
      hosting: "one-host",
      without: ["content-security-policy"],
    });
    const { heard } = await tryIn(stage);
    expect(heard).toEqual({});
  });
});

/** Tries what an app tries where nothing holds it back: in a page, and in a frame without a policy. */
async function tryInTheOpen(context: BrowserContext, name: string): Promise<void> {
  const documents = openDocuments(listeners, name, tryAll(DOCUMENTS[name] ?? {}, addresses, SAY_TRIED));
  for (const address of documents) {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "commit" });
    // Who has left says no more.
    const timeout = name in LEAVING ? OPEN_MS : 60_000;
    const tried = page.waitForFunction(`document.title === "${TRIED}"`, undefined, { timeout, polling: 100 });
    await tried.catch(() => undefined);
    await pause(OPEN_MS);
    await page.close();
  }
}
