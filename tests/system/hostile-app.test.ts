import type { FrameLocator, Frame, Page, Request } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppRoom } from "../testkit/app-room.ts";
import { frameOf, openBeside, PUPPET_APP } from "../testkit/puppet-app.ts";
import { tryAll, tryingApp } from "../testkit/trying-app.ts";

// Approved apps that turn on what they run in, on one another and on the server, in a Room as it is used.

let room: AppRoom;
let page: Page;
let failures: string[];
const asked: Request[] = [];

/** Takes the language and the browser's own classes apart as well as it can, and keeps whatever passes by. */
const POISON = `
const caught = (globalThis.caught = []);
const note = (value) => { if (value instanceof MessagePort) caught[caught.length] = value; return value; };
const FORGED = { type: "failed", report: { phase: "load", message: "forged" } };
const natives = { post: MessagePort.prototype.postMessage, apply: Reflect.apply, define: Object.defineProperty, describe: Object.getOwnPropertyDescriptor };
function poison(owner, name) {
  const was = natives.describe(owner, name);
  if (typeof was?.value === "function") {
    const native = was.value;
    natives.define(owner, name, { ...was, value: function (...given) {
      note(this);
      for (const one of given) note(one);
      return natives.apply(native, this, given);
    } });
  } else if (was?.get) {
    natives.define(owner, name, { ...was, get() { note(this); return note(natives.apply(was.get, this, [])); } });
  }
}
for (const owner of [MessagePort, MessageEvent, EventTarget, Event, Map, WeakMap, Set, Promise, Array, Function, Object, String].map((one) => one.prototype)) {
  for (const name of Object.getOwnPropertyNames(owner)) if (name !== "constructor" && name !== "__proto__") poison(owner, name);
}
for (const name of ["port", "ports", "source", "target", "currentTarget", "post", "transfer", "signal"]) {
  natives.define(Object.prototype, name, { configurable: true, get() { note(this); return undefined; }, set(value) { note(value); natives.define(this, name, { value, configurable: true, writable: true }); } });
}
Error.prepareStackTrace = (error, calls) => { for (const call of calls) { note(call.getThis?.()); note(call.getFunction?.()); } return String(error); };
globalThis.Promise = class extends Promise {};
globalThis.structuredClone = JSON.parse = undefined;
`;

/** What an app can hand to each of its calls, besides what it ought to. */
const ODD = `[
  undefined, null, NaN, -0, 1n, Symbol("odd"), () => 1, new Map([[1, 2]]), new Set([1]), new Error("odd"), /odd/g,
  new Date(NaN), new Proxy({}, {}), new Proxy(() => 1, {}), [, 1, , 2], Object.assign([1], { odd: 1 }),
  new Array(1e6), new Uint8Array(8), new ArrayBuffer(8).transfer(), detached(), new Blob(["odd"]), document.body,
  window, parent, { get odd() { throw new Error("getter"); } }, { toJSON: () => ({ toJSON: () => 1 }) },
  { toString() { throw 1; } }, Object.create(null), circle(), deep(), "\\ud800", "\\0", "\\u202e", "x".repeat(1e6),
  { ["__proto__"]: { polluted: 1 } }, JSON.parse('{"__proto__":{"polluted":1}}'), { then(go) { go(1); } },
]`;

const ODD_HELPERS = `
const detached = () => { const one = new Uint8Array(8); new MessageChannel().port1.postMessage(0, [one.buffer]); return one; };
const circle = () => { const one = {}; one.one = one; return one; };
const deep = () => { let one = []; for (let n = 0; n < 5000; n += 1) one = [one]; return one; };
const { storage, shared, openLink, saveFile, notify } = app;
const KNOWN = ["invalid", "too_large", "quota", "rate_limited", "conflict", "not_allowed", "unavailable"];
`;

/** Calls everything with everything, and answers which calls ended in another way than calls do. */
const CALL_ALL = `
const odd = ${ODD};
const calls = [
  (one) => storage.set("odd", one), (one) => storage.set(one, 1), (one) => storage.get(one), (one) => storage.delete(one),
  (one) => storage.list(one), (one) => shared.set("odd", one), (one) => shared.set("odd", 1, { ifVersion: one }),
  (one) => shared.set("odd", 1, one), (one) => shared.update("odd", () => one), (one) => shared.update(one, () => 1),
  (one) => shared.delete("odd", { ifVersion: one }), (one) => storage.subscribe(one), (one) => openLink(one),
  (one) => notify(one), (one) => saveFile(one, one), (one) => saveFile("a", one),
];
const wrong = [];
for (const [at, call] of calls.entries()) {
  await Promise.all(odd.map(async (one, which) => {
    const late = new Promise((end) => setTimeout(end, 1500, "late"));
    try { await Promise.race([call(one), late]); }
    catch (error) {
      const isPlain = error === 1 || error instanceof TypeError || error instanceof RangeError || error instanceof DOMException || error?.message === "getter";
      if (!KNOWN.includes(error?.code) && !isPlain) wrong.push([at, which, String(error?.message ?? error)]);
    }
  }));
}
return [wrong.length, JSON.stringify(wrong).slice(0, 500), {}.polluted ?? "clean"];
`;

beforeAll(async () => {
  room = await AppRoom.open({
    Poison: tryingApp(
      {
        kept: `await app.storage.set("kept", [1]); return (await app.storage.get("kept"))[0]`,
        listed: `return (await app.storage.list()).length`,
        shared: `const { shared } = app; await shared.update("n", (now = 0) => now + 1); return typeof (await shared.get("n"))`,
        // React speaks to itself over ports as well.
        forged: `for (const port of caught) natives.apply(natives.post, port, [FORGED]); return caught.length < 10`,
      },
      { prelude: POISON },
    ),
    Odd: tryingApp({ all: CALL_ALL }, { prelude: ODD_HELPERS, patienceMs: 90_000 }),
    Puppet: PUPPET_APP,
    Beside: PUPPET_APP,
  });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());
beforeEach(async () => {
  page = await room.browserFor();
  failures = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  asked.length = 0;
  page.context().on("request", (request) => asked.push(request));
  return async () => {
    expect(failures).toEqual([]);
    await room.closeBrowsers();
  };
});

async function open(name: string, words = "open"): Promise<FrameLocator> {
  return await room.openTab(page, name, words);
}

describe("an app that takes apart what it runs in", () => {
  test("gets hold of no port, has its calls answered, and its page and the apps beside it are whole (app-2, app-14)", async () => {
    const app = await open("Poison", "ready");
    expect(await tryAll(app)).toEqual({ kept: 1, listed: 1, shared: "number", forged: true });
    // None of the ports that it found led to its page.
    expect(await page.getByText("forged").count()).toBe(0);
    await app.getByText("ready").or(app.locator("output")).first().waitFor();
    expect(
      await page.evaluate("[Object.keys(Object.prototype).length, ({}).port, [1].map(String)[0]]"),
    ).toEqual([0, undefined, "1"]);
    await openBeside(page, "Puppet");
    expect(await (await frameOf(page, "Puppet")).evaluate(`app.storage.get("kept")`)).toBeUndefined();
  });

  test("has each call with a value of another kind answered, and its page goes on (app-2, app-8)", async () => {
    const app = await open("Odd", "ready");
    await app.getByRole("button", { name: "Try" }).click();
    const said = app.locator("output").filter({ hasText: "{" });
    const dialog = page.getByRole("dialog");
    // What it asked its person for is put to them, one thing after the other, until they have enough.
    await dialog.waitFor();
    await expect
      .poll(
        async () => {
          if (await dialog.isVisible()) await page.keyboard.press("Escape");
          return await said.count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    expect(JSON.parse(await said.innerText())).toEqual({ all: [0, "[]", "clean"] });
  });
});

describe("two apps", () => {
  test("share no channel, lock, cookie, database, memory or address of a blob (app-9)", async () => {
    await open("Puppet");
    await openBeside(page, "Beside");
    const [puppet, beside] = [await frameOf(page, "Puppet"), await frameOf(page, "Beside")];
    const url = await puppet.evaluate<string>(
      `globalThis.made = URL.createObjectURL(new Blob(["export default 'of Puppet'"], { type: "text/javascript" }))`,
    );
    expect(await puppet.evaluate(`import(made).then((one) => one.default)`)).toBe("of Puppet");
    for (const one of [puppet, beside]) {
      await one.evaluate(`
        globalThis.channel = new BroadcastChannel("anteroom-app-data");
        channel.addEventListener("message", () => heard.push("channel"));
        channel.addEventListener("messageerror", () => heard.push("channel"));
        channel.postMessage({ scope: "x", changes: [] });
        sessionStorage.setItem("a", origin + Math.random()); localStorage.setItem("a", "1"); document.cookie = "a=1";
        undefined`);
    }
    await page.evaluate(
      `new BroadcastChannel("anteroom-app-data").postMessage({ scope: "of the page", changes: [] })`,
    );
    const taken = `import(${JSON.stringify(url)}).then(() => "taken", () => "not there")`;
    expect(await beside.evaluate(taken)).toBe("not there");
    expect(await beside.evaluate("heard")).toEqual([]);
    expect(await beside.evaluate("document.cookie = 'b=2', document.cookie")).toBe("a=1; b=2");
    expect(await puppet.evaluate("document.cookie")).toBe("a=1");
    expect(
      await page.evaluate("[document.cookie, localStorage.getItem('a'), sessionStorage.getItem('a')]"),
    ).toEqual(["", null, null]);
  });
});

describe("the server", () => {
  test("is asked nothing by an app, and no cookie of the person's goes to where apps are (app-1, app-5, app-15)", async () => {
    await open("Puppet");
    const puppet = await frameOf(page, "Puppet");
    const before = asked.length;
    await puppet.evaluate(async (origin) => {
      const tries = [origin, location.origin].flatMap((host) =>
        ["/api/v1/open_home", "/api/v1/external-mcp", "/api/v1/live", "/"].map((path) => host + path),
      );
      for (const url of tries) {
        const body = "{}";
        await fetch(url, { method: "POST", body, credentials: "include", mode: "no-cors" }).catch(
          () => undefined,
        );
        navigator.sendBeacon(url, body);
        Object.assign(new Image(), { src: url });
        document.body.insertAdjacentHTML(
          "beforeend",
          `<form method=post target=_blank action="${url}"></form>`,
        );
        (document.body.lastElementChild as HTMLFormElement).requestSubmit();
        HTMLFormElement.prototype.submit.call(document.body.lastElementChild);
        document.body.insertAdjacentHTML("beforeend", `<iframe src="${url}"></iframe>`);
      }
    }, room.server.origin);
    await puppet.evaluate("new Promise((end) => setTimeout(end, 500))");
    // What a policy refuses is told as a request too, one that nobody answers.
    const byApp = asked.slice(before).filter((request) => isOf(request, puppet));
    const answers = await Promise.all(byApp.map((request) => request.response()));
    expect(answers.map((one) => one?.url()).filter((url) => url && !url.startsWith("blob:"))).toEqual([]);
    const toHosts = asked.filter((request) => new URL(request.url()).pathname.endsWith("/frame.html"));
    expect(toHosts.length).toBeGreaterThan(0);
    for (const request of toHosts) {
      const { cookie, authorization, referer } = await request.allHeaders();
      expect([cookie, authorization, referer]).toEqual([undefined, undefined, undefined]);
    }
  });

  test("answers at an app's address nothing but the empty frame, also in a tab of its own (app-2, app-5, app-15)", async () => {
    await open("Puppet");
    const address = (await frameOf(page, "Puppet")).url();
    const alone = await page.context().newPage();
    const answer = await alone.goto(address);
    expect(answer?.headers()["set-cookie"]).toBeUndefined();
    await alone.getByText("An app runs here only inside its Room.").waitFor();
    expect(await alone.evaluate("[origin, typeof RTCPeerConnection, opener]")).toEqual([
      "null",
      "undefined",
      null,
    ]);
    const read = async (code: string) =>
      await alone.evaluate(`(async () => ${code})().then(() => "read", () => "no")`);
    expect(await read("document.cookie")).toBe("no");
    expect(await read("localStorage.length")).toBe("no");
    expect(await read(`await fetch("/api/v1/open_home", { method: "POST", body: "{}" })`)).toBe("no");
    // Whoever opens it with a window of its own gets nothing to hold on to either.
    expect(await alone.evaluate("window.open('about:blank')")).toBeNull();
  });
});

/** Whether a frame, or a frame in it, asked. */
function isOf(request: Request, frame: Frame): boolean {
  try {
    for (let one: Frame | null = request.frame(); one !== null; one = one.parentFrame()) {
      if (one === frame) return true;
    }
  } catch {
    // One of a worker, which has no frame.
  }
  return false;
}
