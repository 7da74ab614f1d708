import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTurn, openDocuments, SAY_TRIED } from "../leaks/in-the-open.ts";
import { Listeners } from "../leaks/listeners.ts";
import { GROUPS, LEAVING } from "../leaks/tries.ts";
import type { Addresses, Ear, Way, Ways } from "../leaks/way.ts";
import { appThatTries, TRIED, tryAll } from "../leaks/words.ts";
import { Firefox } from "../testkit/firefox.ts";
import { FirefoxRoom, Screen } from "./firefox-room.ts";
import { GETTING_OUT, NOT_OF_FIREFOX, OF_FIREFOX } from "./ways.ts";

// Apps try every way out of a document in Firefox, which has neither the allowlist nor document isolation. What is
// heard of them are names of hosts, by hints that nothing in Firefox holds back; an open page proves that the
// listeners would have heard all else.

/** How many ways one app tries to leave by, and how long it waits for each. */
const LEAVERS = 8;
const TURN_MS = 250;

/** The ways that an open document tries, by its name. */
const DOCUMENTS: Readonly<Record<string, Ways>> = {
  ...GROUPS,
  OF_FIREFOX,
  ...Object.fromEntries(Object.entries(LEAVING).map(([name, way]) => [name, { [name]: way }])),
};
/** The same as apps try them: one that is kept from leaving goes on, and tries the next way. */
const APPS: Readonly<Record<string, Ways>> = { ...GROUPS, OF_FIREFOX, ...leaversOf(LEAVING) };
const WAYS = Object.assign({}, ...Object.values(DOCUMENTS)) as Ways;

/** Windows, each with its own turn: a tab in the back is let sleep. */
const WINDOWS = 3;
const PATIENCE_MS = 60_000;
const SETTLED_MS = 1500;
const OPEN_MS = 1400;
const SLOW = 400_000;

const parts = new AsyncDisposableStack();
let listeners: Listeners;
let addresses: Readonly<Record<string, Addresses>>;
/** The folder to which Firefox saves files. */
let files: string;
let preferences: Readonly<Record<string, string | number | boolean>>;

beforeAll(async () => {
  listeners = parts.use(await Listeners.open());
  addresses = await listeners.addressesFor(WAYS);
  files = await mkdtemp(join(tmpdir(), "anteroom-files-"));
  parts.defer(() => rm(files, { recursive: true, force: true }));
  preferences = {
    "network.trr.uri": listeners.dns,
    // All are on loopback here, as they are not where people use them.
    "network.trr.allow-rfc1918": true,
    "media.peerconnection.ice.loopback": true,
    "dom.security.https_first": false,
    "browser.download.folderList": 2,
    "browser.download.dir": files,
  };
});
afterAll(async () => await parts.disposeAsync());

async function noteFiles(): Promise<void> {
  for (const file of await readdir(files)) {
    listeners.noteFile(file);
    await rm(join(files, file), { force: true });
  }
}

async function takeHeard(): Promise<Readonly<Record<string, readonly Ear[]>>> {
  await noteFiles();
  return listeners.takeHeard();
}

test.each([
  ["hosts of their own", {}],
  ["one host", { ANTEROOM_APPS_ORIGIN: "off" }],
])(
  "of apps on %s only names of hosts are heard, by hints (app-1, app-3)",
  async (_, env) => {
    await using room = await FirefoxRoom.open({ env, preferences });
    const { browser } = room.firefox;
    const apps = new Map<string, string>();
    for (const [name, ways] of Object.entries(APPS)) {
      const code = appThatTries(ways, addresses);
      const entry = `import "./tries.js";\nexport default () => <p>on</p>;\n`;
      apps.set(name, await room.letIn(name, { "src/App.tsx": entry, "src/tries.js": code }));
    }
    const windows = await Promise.all(
      Array.from({ length: WINDOWS }, () => browser.newPage({ type: "window" })),
    );
    await takeHeard();
    await inTurn(windows, [...apps], async (page, [name, address]) => {
      await page.goto(address);
      await untilTried(page, name);
    });
    await pause(SETTLED_MS);

    const heard = await takeHeard();
    const ears = new Set(Object.values(heard).flat());
    expect([...ears].filter((ear) => !["dns", "tls", "tcp"].includes(ear))).toEqual([]);
    const named = Object.keys(heard).filter((name) => name in WAYS);
    expect(named.toSorted()).toEqual(GETTING_OUT.toSorted());
    const elsewhere = (await browser.pages()).map((page) => page.url());
    expect(
      elsewhere.filter((url) => !url.startsWith("about:") && !url.startsWith(room.server.origin)),
    ).toEqual([]);
  },
  SLOW,
);

test(
  "every other way out of an open page or frame is heard",
  async () => {
    await using firefox = await Firefox.launch(preferences);
    await takeHeard();
    await inTurn(Array.from({ length: WINDOWS }), Object.keys(DOCUMENTS), async (_, name) => {
      const ways = DOCUMENTS[name] ?? {};
      // What an open page is kept from, a frame may do.
      for (const address of openDocuments(listeners, name, tryAll(ways, addresses, SAY_TRIED))) {
        if ((await quietOf(ways)).length === 0) return;
        const page = await firefox.browser.newPage({ type: "window" });
        await page.goto(address, { waitUntil: "domcontentloaded" }).catch(() => undefined);
        await untilHeard(page, name);
        await page.close();
      }
    });
    expect(await quietOf(WAYS)).toEqual([]);
  },
  SLOW,
);

/** Which ways were not heard as they are said to be. */
async function quietOf(ways: Ways): Promise<readonly string[]> {
  await noteFiles();
  const quiet = Object.entries(ways).filter(([name, [by, , unheard]]) => {
    return !unheard && !NOT_OF_FIREFOX.includes(name) && !listeners.hears(name, by);
  });
  return quiet.map(([name]) => name);
}

async function untilHeard(page: Page, name: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await pause(100)) {
    if ((await quietOf(DOCUMENTS[name] ?? {})).length === 0) return;
    // Who has left says no more.
    if (name in LEAVING && Date.now() - start > OPEN_MS) return;
    if ((await page.title().catch(() => "")) === TRIED) return await pause(OPEN_MS);
  }
}

/** Waits until an app has tried all. One that led its frame away is ended, and has tried too. */
async function untilTried(page: Page, name: string): Promise<void> {
  const screens = [new Screen(page, name), new Screen(page)] as const;
  await Promise.any([screens[0].reads("All was tried."), screens[1].reads("led its frame away")]);
}

/** A few in one document, one after another. A document that loads itself anew is ended, and so has its own. */
function leaversOf(ways: Ways): Readonly<Record<string, Ways>> {
  const groups: Record<string, Record<string, Way>> = {};
  for (const [index, [name, [by, code]]] of Object.entries(ways).entries()) {
    const group = code.includes("reload()") ? "RELOADED" : `LEAVING ${Math.floor(index / LEAVERS)}`;
    const turn = index % LEAVERS;
    groups[group] = { ...groups[group], [name]: [by, `await pause(${turn * TURN_MS}); ${code}`] };
  }
  return groups;
}
