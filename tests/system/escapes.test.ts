import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppRoom } from "../testkit/app-room.ts";
import { frameOf, openBeside, PUPPET_APP } from "../testkit/puppet-app.ts";
import { tryAll, tryingApp } from "../testkit/trying-app.ts";

// Approved apps that want out of their frame, in a Room with others: to its page, to the apps beside them, to the
// server as the person who is signed in. All fail; each reach into other windows works in a frame that nothing holds.

/** Each answers true where it reached what it is after. */
const REACHES: Readonly<Record<string, string>> = {
  "the page's document": `return parent.document.title.length >= 0`,
  "the page's variables": `return Object.keys(parent).length > 0`,
  "the page's address": `return parent.location.href.length > 0`,
  "the page's storage": `return parent.localStorage.length >= 0`,
  "the page's history": `return parent.history.length > 0`,
  "the page's name": `return parent.name.length >= 0`,
  "the page's functions": `return typeof parent.fetch === "function"`,
  "the page's fragment": `parent.location.hash = "#moved"; return true`,
  "its own element": `return frameElement.localName === "iframe"`,
  "the element's sandbox": `frameElement.removeAttribute("sandbox"); return true`,
  "a frame beside it": `return parent.frames[1] !== undefined`,
  "a frame beside it, by its name": `return parent.frames.beside !== undefined`,
  "how many frames there are": `return parent.length > 1`,
  "where a frame beside it leads": `parent.frames[1].location = "about:blank#led"; return true`,
  "a realm of its own making": `return typeof put("<iframe></iframe>").contentWindow.eval === "function"`,
  "a realm of text": `return (await loaded('<iframe srcdoc="<script>parent.came = true</script>"></iframe>'), globalThis.came === true)`,
  "a realm of a blob": `return (await loaded('<iframe src="' + blob("<script>parent.came2 = true</script>", "text/html") + '"></iframe>'), globalThis.came2 === true)`,
  "code as an address": `location.href = "javascript:void (globalThis.came3 = true)"; await moment(); return globalThis.came3 === true`,
  "code as an address, in a frame": `await loaded('<iframe src="javascript:parent.came4 = true"></iframe>'); return globalThis.came4 === true`,
  "code as an attribute": `put("<i></i>").setAttribute("onclick", "globalThis.came5 = true"); document.body.lastElementChild.click(); return globalThis.came5 === true`,
  "code in a script of the page": `document.head.append(Object.assign(document.createElement("script"), { textContent: "globalThis.came6 = true" })); return globalThis.came6 === true`,
  "text as code": `return new Function("return true")()`,
  "text as code, later": `setTimeout("globalThis.came7 = true", 0); await moment(); return globalThis.came7 === true`,
  "code by an import map": `document.head.append(Object.assign(document.createElement("script"), { type: "importmap", textContent: '{"imports":{"x":"data:text/javascript,export default true"}}' })); return (await import(/* @vite-ignore */ "x" + "")).default`,
  "a worker": `return await new Promise((end) => { const w = new Worker(blob("postMessage(true)", "text/javascript")); w.onmessage = () => end(true); w.onerror = () => end(false); })`,
  "a worker for all": `return await new Promise((end) => { const w = new SharedWorker(blob("onconnect = (e) => e.ports[0].postMessage(true)", "text/javascript")); w.port.onmessage = () => end(true); w.onerror = () => end(false); })`,
  "cookies of the page": `return document.cookie.includes("of-the-page")`,
  "a lock of the origin": `return await navigator.locks.request("anteroom", () => true)`,
  "files of the origin": `return (await navigator.storage.getDirectory()) !== undefined`,
  "caches of the origin": `return (await caches.keys()).length >= 0`,
  "a database of the origin": `return await new Promise((end) => { const r = indexedDB.open("mine"); r.onsuccess = () => end(true); r.onerror = () => end(false); })`,
};

/** These need more than an open frame to work, and so have no control; each answers true where it worked. */
const MORE: Readonly<Record<string, string>> = {
  "leads the page away": `top.location = "https://away.example.test/"; return true`,
  "leads the page away by code": `parent.location.replace("javascript:document.body.remove()"); return true`,
  "opens over the page": `return open("about:blank", "_top") !== null`,
  "closes the page": `parent.close(); await moment(); return parent.closed`,
  "a worker that stays": `delete navigator.serviceWorker; return (await navigator.serviceWorker.register("/x.js")) !== undefined`,
  "another origin by its domain": `document.domain = "localhost"; return true`,
  "storage by asking": `delete Document.prototype.hasStorageAccess; await document.requestStorageAccess(); return true`,
  "the whole screen": `delete Element.prototype.requestFullscreen; await document.body.requestFullscreen(); return true`,
  "the pointer": `await document.body.requestPointerLock(); return true`,
  "a window upon all": `return (await documentPictureInPicture.requestWindow()) !== undefined`,
  "a colour of the screen": `return typeof EyeDropper !== "undefined"`,
  "a notice of the system": `return (await Notification.requestPermission()) === "granted"`,
  "files of the device": `return (await showOpenFilePicker()) !== undefined`,
  "passwords of the browser": `return (await navigator.credentials.get({ password: true })) !== undefined`,
  "what was copied": `return (await navigator.clipboard.readText()).length >= 0`,
};

const HELPERS = `
const moment = () => new Promise((end) => setTimeout(end, 100));
const put = (html) => { document.body.insertAdjacentHTML("beforeend", html); return document.body.lastElementChild; };
const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const loaded = (html) => new Promise((end) => { put(html).addEventListener("load", end); setTimeout(end, 300); });
`;

/** What an app can find out about where it is, without reaching for anything. */
const FACTS = `return {
  name, referrer: document.referrer, opener, frameElement, origin, isTop: top === parent, beside: parent.length,
  state: history.state, entries: performance.getEntriesByType("resource").filter(({ name }) => !name.startsWith("blob:null/")),
  navigated: performance.getEntriesByType("navigation").map(({ name }) => name),
  around: [...(location.ancestorOrigins ?? [])], address: location.href.replace(/#.*/, ""),
}`;

let room: AppRoom;
let page: Page;

beforeAll(async () => {
  room = await AppRoom.open({
    Reaching: tryingApp({ ...REACHES, ...MORE }, { prelude: HELPERS }),
    Looking: tryingApp({ facts: FACTS }),
    Puppet: PUPPET_APP,
    Beside: PUPPET_APP,
  });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());
beforeEach(async () => {
  page = await room.browserFor();
  await page.evaluate("document.cookie = 'of-the-page=1'");
  return async () => await room.closeBrowsers();
});

async function open(name: string): Promise<FrameLocator> {
  return await room.openTab(page, name, name === "Puppet" || name === "Beside" ? "open" : "ready");
}

describe("an app", () => {
  test("reaches neither its page nor the apps beside it, which an open frame does (app-2, app-3, app-9)", async () => {
    await open("Puppet");
    const app = await openBeside(page, "Reaching", "ready");
    const address = page.url();
    const came = await tryAll(app);
    expect(Object.keys(came)).toEqual([...Object.keys(REACHES), ...Object.keys(MORE)]);
    expect(Object.entries(came).filter(([, what]) => what === true)).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => Object.keys(Object.prototype).length)).toBe(0);
    // The app beside it goes on.
    await page.getByRole("tab", { name: "Puppet" }).click();
    await page.frameLocator('iframe[title="Puppet"]').getByText("open").waitFor();

    const control = await page.context().newPage();
    const html = (body: string) => ({ contentType: "text/html", body });
    await control.route("https://open.example.test/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill(
        pathname === "/frame"
          ? html("<!doctype html><body></body>")
          : html(`<!doctype html><iframe src="/frame"></iframe><iframe name="beside" src="/frame"></iframe>`),
      );
    });
    await control.goto("https://open.example.test/");
    await control.evaluate("document.cookie = 'of-the-page=1'");
    const frame = control.frames()[1];
    const worked: string[] = [];
    for (const [name, code] of Object.entries(REACHES)) {
      const run = `${HELPERS} async function run() { ${code} }
        run().then((came) => (globalThis.outcome = came), (error) => (globalThis.outcome = String(error)));`;
      await frame?.evaluate((text) => {
        Reflect.deleteProperty(globalThis, "outcome");
        const script = document.createElement("script");
        script.type = "module";
        script.textContent = text;
        document.body.append(script);
      }, run);
      await frame?.waitForFunction(() => "outcome" in globalThis);
      if ((await frame?.evaluate("globalThis.outcome")) === true) worked.push(name);
    }
    expect(Object.keys(REACHES).filter((name) => !worked.includes(name))).toEqual([]);
  });

  test("finds nothing of the page, the person or another app where it is put (app-2)", async () => {
    const puppet = await open("Puppet");
    await (
      await frameOf(page, "Puppet")
    ).evaluate("void (name = 'left behind', history.replaceState({ left: 1 }, ''))");
    await puppet.getByText("open").waitFor();
    await page.evaluate(() => {
      window.name = "of the page";
      history.replaceState({ secret: 1 }, "");
    });
    const app = await openBeside(page, "Looking", "ready");
    const { facts } = await tryAll(app);
    const address = (await frameOf(page, "Looking")).url();
    expect(facts).toEqual({
      name: "",
      referrer: "",
      opener: null,
      frameElement: null,
      origin: "null",
      isTop: true,
      beside: 0,
      state: null,
      entries: [],
      navigated: [address],
      around: [room.server.origin],
      address,
    });
    // The address tells neither Room nor app nor person.
    const { room_id, instance_id } = room.app("Looking");
    for (const id of [room_id, instance_id, room.place.owner.person_id]) expect(address).not.toContain(id);
  });

  test("leaves nothing behind for its next run (app-9)", async () => {
    await open("Puppet");
    const before = await frameOf(page, "Puppet");
    await before.evaluate(
      "void (name = 'left', location.hash = '#left', history.replaceState({ left: 1 }, ''))",
    );
    await page.getByRole("button", { name: "Menu of Puppet" }).click();
    await page.getByRole("menuitem", { name: "Reload" }).click();
    await expect.poll(() => before.isDetached()).toBe(true);
    await page.frameLocator('iframe[title="Puppet"]').getByText("open").waitFor();
    const after = await frameOf(page, "Puppet");
    expect(await after.evaluate("[name, location.hash, history.state]")).toEqual(["", "", null]);
  });

  test("moves neither the page nor another app through the history of the tab (app-3, app-13)", async () => {
    await open("Puppet");
    await openBeside(page, "Beside");
    const [puppet, beside] = [await frameOf(page, "Puppet"), await frameOf(page, "Beside")];
    await page.evaluate("history.pushState(null, '', location.href + '#one')");
    await beside.evaluate(
      "void (globalThis.mark = 1, location.hash = '#one', history.pushState({}, '', '#two'))",
    );
    const address = page.url();
    for (const how of ["back()", "go(-2)", "go(-3)", "forward()"]) {
      await puppet.evaluate(`void history.${how}`);
      await puppet.evaluate("void navigation?.back?.().committed.catch(() => undefined)");
      // Whatever it brings comes later.
      await page.waitForTimeout(300);
      expect(page.url(), how).toBe(address);
      expect(await beside.evaluate("[mark, location.hash]"), how).toEqual([1, "#two"]);
    }
    await puppet.evaluate("void history.go(0)");
    await page.getByRole("tab", { name: "Puppet" }).click();
    await page.getByText("led its frame to another page").waitFor();
    expect(page.url()).not.toContain("away");
    expect(await beside.evaluate("mark")).toBe(1);
  });
});

describe("words that an app puts into other mouths", () => {
  test("its page takes for nothing: it hears an app by its port alone (app-2, app-9, app-14)", async () => {
    await open("Puppet");
    await openBeside(page, "Beside");
    const [puppet, beside] = [await frameOf(page, "Puppet"), await frameOf(page, "Beside")];
    await puppet.evaluate(`app.storage.set("before", 1)`);
    const failures: string[] = [];
    page.on("pageerror", ({ message }) => failures.push(message));
    await puppet.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", ({ data }: MessageEvent<{ type?: string }>) =>
        Reflect.get(globalThis, "heard").push(`port ${data.type}`),
      );
      port1.start();
      const words: unknown[] = [
        { anteroom: 2, type: "ready" },
        { anteroom: 1, type: "ready" },
        { anteroom: 99, type: "ready" },
        { anteroom: 2, type: "init", theme: "dark", program: {} },
        { type: "layers", network: false, processes: false },
        { type: "running" },
        { type: "failed", report: { phase: "load", message: "forged" } },
        { type: "call", id: 1, call: { call: "list", of: "own", prefix: "" } },
        { type: "answer", id: 1, ok: true, value: {} },
        "anteroom",
        null,
        new Error("forged"),
      ];
      for (const word of words) parent.postMessage(word, "*");
      parent.postMessage({ anteroom: 2, type: "ready" }, "*", [port2]);
      // It cannot even be read where it comes to.
      if (typeof SharedArrayBuffer !== "undefined") parent.postMessage(new SharedArrayBuffer(8), "*");
    });
    await puppet.evaluate("new Promise((end) => setTimeout(end, 500))");
    // No second app, no port and no answer came of it; the page goes on as before, and so does the app.
    expect(await puppet.evaluate("heard")).toEqual([]);
    expect(await beside.evaluate("heard")).toEqual([]);
    expect(await puppet.evaluate(`app.storage.get("before")`)).toBe(1);
    expect(await page.locator("iframe[title]").count()).toBeGreaterThanOrEqual(2);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(failures).toEqual([]);
  });

  test("its own frame takes for nothing either: one app, once, from the page (app-4)", async () => {
    await open("Puppet");
    const puppet = await frameOf(page, "Puppet");
    await puppet.evaluate(() => {
      const { port2 } = new MessageChannel();
      const code = "globalThis.another = true";
      const program = {
        code,
        styles: [],
        packages: [],
        map: [],
        component: { file: "", line: 1, column: 1 },
      };
      const data = { anteroom: 2, type: "init", theme: "dark", program };
      window.postMessage(data, "*", [port2]);
      dispatchEvent(
        new MessageEvent("message", { data, source: parent, ports: [new MessageChannel().port2] }),
      );
    });
    await puppet.evaluate("new Promise((end) => setTimeout(end, 300))");
    expect(await puppet.evaluate("globalThis.another")).toBeUndefined();
    expect(await puppet.evaluate("document.documentElement.dataset.theme")).toBe("light");
    await page.frameLocator('iframe[title="Puppet"]').getByText("open").waitFor();
  });
});
