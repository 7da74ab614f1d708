import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type FrameLocator, type Page } from "playwright-core";
import { build as bundle } from "vite";
import type { AppFailure, AppState } from "../host/state.ts";
import type { Notice } from "../wire/calls.ts";
import type { ConsoleEntry } from "../wire/console.ts";
import { PROBE } from "../wire/probe.ts";
import { currentRuntime, firstRuntime, type ServedRuntime } from "./served-runtime.ts";

/**
 * How apps are served: `one-host` at the page's own host, which counts as secure; `own-hosts` each at a host of its
 * own; `shared` at the page's own host by plain HTTP, where browsers give no process to each.
 */
export type Hosting = "one-host" | "own-hosts" | "shared";

export interface StandOptions {
  readonly hosting?: Hosting;
  /** Headers, in lower case, that frames are served without: as they are to a browser that does not know them. */
  readonly without?: readonly string[];
  /** Further arguments of the browser. */
  readonly browserArguments?: readonly string[];
}

/** A real Chromium, and a server with a Room-like page and the built runtime, for tests. */
export interface Stand extends AsyncDisposable {
  readonly origin: string;
  /** Where the runtime is served. */
  readonly base: string;
  /** Where a runtime of wire version 1 is served. */
  readonly firstBase: string;
  readonly browser: Browser;
  /** What was asked of the server besides the page and the runtime, with the cookies that came. */
  readonly strayRequests: readonly { readonly url: string; readonly cookie: string | undefined }[];
  /**
   * Opens a page in a browser of its own, or as another tab of the one that a page is in. `apps` is another pattern of
   * hosts for its apps.
   */
  openPage(beside?: RoomPage, apps?: string): Promise<RoomPage>;
}

const HOST = fileURLToPath(new URL("../host/index.ts", import.meta.url));

/** The page's script. `stand` is what RoomPage drives. */
const PAGE_SCRIPT = `
import * as host from ${JSON.stringify(HOST)};
const { createCompiler, createDeviceStorage, createMemoryStorage, openApp, SHARED_MOST } = host;
const { base, apps: hosts } = document.documentElement.dataset;
const place = (base) => ({ base, ...(hosts && { apps: hosts }) });
const compilers = new Map();
const compilerAt = (url) => compilers.get(url) ?? compilers.set(url, createCompiler({ url })).get(url);
const apps = [];
const rooms = new Map();
const sharedOf = (room) => rooms.get(room) ?? rooms.set(room, createMemoryStorage({ most: SHARED_MOST })).get(room);
const lent = ({ own, shared, members }) => ({
  ...(own && { own: createDeviceStorage({ scope: own }) }),
  ...(shared && { shared: sharedOf(shared) }),
  ...(members && { members: async () => members }),
});
compilerAt(base + "/compile.js");
globalThis.stand = {
  apps, host, place,
  open({ files, frame = base, compiler = base, trial = false, answers, lends }) {
    const container = document.body.appendChild(document.createElement("main"));
    const app = { states: [], waiting: [], entries: [], answering: [], asked: [], notices: [] };
    const asked = (call) => {
      app.asked.push(call);
      const answer = answers?.[call.call];
      return Promise.resolve(Array.isArray(answer) ? answer.shift() ?? null : answer ?? false);
    };
    const services = {
      room: { name: "Room", locale: "en" },
      ...lent(lends ?? {}),
      notify: (text) => asked({ call: "notify", text }),
      openLink: (url) => asked({ call: "link", url: url.href }),
      saveFile: async (name, data) => asked({ call: "save", name, type: data.type, text: await data.text() }),
      copy: (text) => asked({ call: "copy", text }),
      ask: (question) => asked({ call: "ask", question }),
      onNotice: (notice) => app.notices.push(notice),
    };
    const listener = { onConsole: (entry) => app.entries.push(entry) };
    app.handle = openApp({
      compiler: compilerAt(compiler + "/compile.js"), container, title: "App " + apps.length,
      className: "app", ...(trial && { trial: listener }), ...((answers || lends) && { services }), runtime: place(frame), theme: "light",
      source: { digest: JSON.stringify(files), files: new Map(Object.entries(files)) },
      onAnswering: (answering) => app.answering.push(answering),
      onState: (state) => { app.states.push(state); for (const look of app.waiting) look(); },
    });
    return apps.push(app) - 1;
  },
  until(index, isMet) {
    const { states, waiting } = apps[index];
    return new Promise((resolve, reject) => {
      const look = () => states.some(isMet) && resolve();
      setTimeout(() => reject(new Error("So far: " + JSON.stringify(states))), 30_000);
      waiting.push(look);
      look();
    });
  },
};
`;

export async function createStand({
  hosting = "one-host",
  without = [],
  browserArguments = [],
}: StandOptions = {}): Promise<Stand> {
  const [current, first, script] = await (built ??= build());
  const strayRequests: { url: string; cookie: string | undefined }[] = [];

  const server = createServer();
  const origin = await listen(server, hosting === "shared" ? "room.example.test" : "localhost");
  const ownHosts = hosting === "own-hosts" ? `http://*.localhost:${new URL(origin).port}` : "";
  const find = (url: URL): Answer | undefined => {
    const path = url.pathname;
    const file = current.answer(path, origin) ?? first.answer(path, origin);
    // Elsewhere than on the page's host there are frames, and nothing else.
    if (url.origin !== origin) return path.endsWith("/frame.html") ? file : undefined;
    if (path === "/page.js") return { headers: SCRIPT, text: script };
    if (path === PROBE.path) return { headers: PROBE.headers(origin), text: PROBE.html };
    return path === "/" ? roomPage(current.path, origin, url.searchParams.get("apps") ?? ownHosts) : file;
  };
  server.on("request", ({ url = "", headers }: IncomingMessage, response: ServerResponse) => {
    const answer = find(new URL(url, `http://${headers.host}`));
    if (answer !== undefined) {
      const sent = Object.entries(answer.headers).filter(([name]) => !without.includes(name));
      return response.writeHead(200, Object.fromEntries(sent)).end(answer.text);
    }
    strayRequests.push({ url, cookie: headers.cookie });
    return response.writeHead(404).end();
  });
  const browser = await chromium.launch({
    executablePath: process.env["ANTEROOM_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
    args: [...CHROMIUM_ARGUMENTS, ...browserArguments],
  });
  return {
    origin,
    base: origin + current.path,
    firstBase: origin + first.path,
    browser,
    strayRequests,
    async openPage(beside, apps) {
      const context = beside?.page.context() ?? (await browser.newContext());
      const page = await context.newPage();
      await page.goto(apps === undefined ? origin : `${origin}/?apps=${encodeURIComponent(apps)}`);
      return new RoomPage(page);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a person answers to what an app asks; to its questions one after the other. */
export interface Answers {
  readonly link?: boolean;
  readonly save?: boolean;
  readonly copy?: boolean;
  readonly ask?: readonly (boolean | string | null)[];
}

/** The page of a Room, as far as apps need one. */
export class RoomPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Opens an app; `frame` and `compiler` are other places for the runtime. With `answers` the page lends the app
   * its dialogs, in which the person answers so; `lends` has what else it lends: data on the device under a scope,
   * data of a room in this page, names of members.
   */
  async open(
    files: Readonly<Record<string, string>>,
    how: { frame?: string; compiler?: string; trial?: boolean; answers?: Answers; lends?: Lends } = {},
  ) {
    const index = await this.page.evaluate<number>(`stand.open(${JSON.stringify({ files, ...how })})`);
    return new OpenedApp(this.page, index);
  }
}

export interface Lends {
  readonly own?: string;
  readonly shared?: string;
  readonly members?: readonly string[];
}

class OpenedApp {
  /** What stands in the app's frame. */
  readonly frame: FrameLocator;
  readonly #page: Page;
  readonly #index: number;

  constructor(page: Page, index: number) {
    this.#page = page;
    this.#index = index;
    this.frame = page.locator("main").nth(index).frameLocator("iframe");
  }

  /** Does something with the app's handle, written as in the page: `.setTheme("dark")`. */
  async call(method: string): Promise<void> {
    await this.#page.evaluate(`void stand.apps[${this.#index}].handle${method}`);
  }

  async states(): Promise<AppState[]> {
    return this.#page.evaluate<AppState[]>(`stand.apps[${this.#index}].states`);
  }

  /** What an app on trial said and reached for. */
  async entries(): Promise<ConsoleEntry[]> {
    return this.#page.evaluate<ConsoleEntry[]>(`stand.apps[${this.#index}].entries`);
  }

  /** What the app asked of the page that lends it its dialogs. */
  async asked(): Promise<unknown[]> {
    return this.#page.evaluate<unknown[]>(`stand.apps[${this.#index}].asked`);
  }

  async notices(): Promise<Notice[]> {
    return this.#page.evaluate<Notice[]>(`stand.apps[${this.#index}].notices`);
  }

  /** Each time that the app answered no more, or again. */
  async answering(): Promise<boolean[]> {
    return this.#page.evaluate<boolean[]>(`stand.apps[${this.#index}].answering`);
  }

  /** Waits for the app to be on the page. */
  async running(): Promise<this> {
    await this.#waitFor(`(state) => state === "running"`);
    return this;
  }

  /** Waits for a failure of the app and answers it. */
  async failure(): Promise<AppFailure> {
    await this.#waitFor(`(state) => state.failed !== undefined`);
    for (const state of await this.states()) if (typeof state === "object") return state.failed;
    throw new Error("The app has not failed.");
  }

  /** The value of an expression in the app's frame. */
  async evaluate<T>(expression: string): Promise<T> {
    return this.frame.locator("html").evaluate<T, void>(expression);
  }

  /** What the frame says of a failure, once it does. */
  async alert(): Promise<string> {
    return (await this.frame.getByRole("alert").textContent()) ?? "";
  }

  async frames(): Promise<number> {
    return this.#page.locator("main").nth(this.#index).locator("iframe").count();
  }

  async #waitFor(condition: string): Promise<void> {
    await this.#page.evaluate(`stand.until(${this.#index}, ${condition})`);
  }
}

const SCRIPT = { "content-type": "text/javascript; charset=utf-8" };

const CHROMIUM_ARGUMENTS = [
  ..."--no-sandbox --disable-gpu --disable-quic --no-first-run".split(" "),
  ..."--disable-background-networking --disable-component-update --disable-sync".split(" "),
  "--host-resolver-rules=MAP room.example.test 127.0.0.1",
];

function roomPage(base: string, origin: string, apps: string): Answer {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "set-cookie": "session=secret; HttpOnly; SameSite=Lax; Path=/",
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
      "connect-src 'self'",
      `frame-src ${origin}/rt/${apps && ` ${apps}/rt/`}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
  const text = `<!doctype html><html lang="en" data-base="${base}" data-apps="${apps}"><head><meta charset="utf-8"><title>Room</title>
<link rel="icon" href="data:,"></head><body><script type="module" src="/page.js"></script></body></html>`;
  return { headers, text };
}

type Built = [ServedRuntime, ServedRuntime, string];
/** Once for all stands of a file. */
let built: Promise<Built> | undefined;

function build(): Promise<Built> {
  return Promise.all([currentRuntime(), firstRuntime(), bundlePage()]);
}

async function bundlePage(): Promise<string> {
  const entry = "\0page";
  const output = await bundle({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? entry : undefined),
        load: (id) => (id === entry ? PAGE_SCRIPT : undefined),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: "page" } },
  });
  const [chunk] = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
  if (chunk?.type !== "chunk") throw new Error("The page was not built.");
  return chunk.code;
}

/** Answers the origin by a name of this machine; `localhost` counts as secure, like HTTPS. */
async function listen(server: Server, name: string): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}
