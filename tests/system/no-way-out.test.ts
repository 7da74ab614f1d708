import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// An approved app tries to reach listeners on this machine: none hears it. Afterwards an open page tries the
// same in the same browser, which proves that the listeners would have heard.

/** What is tried, by name. `to` gives the address of a try at the listener, `host` the listener's. */
const TRIES: Readonly<Record<string, string>> = {
  fetch: `await fetch(to("fetch"))`,
  "fetch, opaque": `await fetch(to("fetch, opaque"), { mode: "no-cors", method: "POST", body: "x" })`,
  "fetch, kept alive": `await fetch(to("fetch, kept alive"), { mode: "no-cors", keepalive: true })`,
  xhr: `await new Promise((end) => { const x = new XMLHttpRequest(); x.onloadend = end; x.open("GET", to("xhr")); x.send(); })`,
  websocket: `await new Promise((end) => { new WebSocket(to("websocket").replace("http", "ws")).onclose = end; })`,
  eventsource: `new EventSource(to("eventsource"))`,
  beacon: `navigator.sendBeacon(to("beacon"), "x")`,
  image: `new Image().src = to("image")`,
  srcset: `put('<img srcset="' + to("srcset") + ' 1x">')`,
  "svg image": `put('<svg><image href="' + to("svg image") + '"/></svg>')`,
  "input image": `put('<input type=image src="' + to("input image") + '">')`,
  poster: `put('<video poster="' + to("poster") + '"></video>')`,
  audio: `put('<audio preload=auto src="' + to("audio") + '"></audio>')`,
  object: `put('<object data="' + to("object") + '"></object>')`,
  embed: `put('<embed src="' + to("embed") + '">')`,
  frame: `put('<iframe src="' + to("frame") + '"></iframe>')`,
  "frame of text": `put('<iframe srcdoc="<img src=\\'' + to("frame of text") + '\\'>"></iframe>')`,
  "frame of data": `put('<iframe src="data:text/html,<img src=\\'' + to("frame of data") + '\\'>"></iframe>')`,
  "frame of a blob": `put('<iframe src="' + blob("<img src='" + to("frame of a blob") + "'>", "text/html") + '"></iframe>')`,
  "another realm": `await put("<iframe></iframe>").contentWindow.fetch(to("another realm"))`,
  script: `document.head.append(Object.assign(document.createElement("script"), { src: to("script") }))`,
  "module script": `document.head.append(Object.assign(document.createElement("script"), { type: "module", src: to("module script") }))`,
  "imported module": `document.head.append(Object.assign(document.createElement("script"), { type: "module", src: blob("import " + JSON.stringify(to("imported module")), "text/javascript") }))`,
  worker: `await new Promise((end) => { const w = new Worker(blob("fetch(" + JSON.stringify(to("worker")) + ").finally(() => postMessage(0))", "text/javascript")); w.onmessage = w.onerror = end; })`,
  stylesheet: `link("stylesheet", to("stylesheet"))`,
  "imported style": `style("@import url('" + to("imported style") + "');")`,
  background: `style("body { background: url('" + to("background") + "'); }")`,
  "image set": `style("body::before { content: image-set(url('" + to("image set") + "') 1x); }")`,
  font: `await new FontFace("x", "url('" + to("font") + "')").load()`,
  preload: `link("preload", to("preload"), { as: "image" })`,
  "module preload": `link("modulepreload", to("module preload"))`,
  prefetch: `link("prefetch", to("prefetch"))`,
  "speculation rules": `document.head.append(Object.assign(document.createElement("script"), { type: "speculationrules", textContent: JSON.stringify({ prefetch: [{ urls: [to("speculation rules")], eagerness: "immediate" }] }) }))`,
  ping: `Object.assign(put('<a href="#here">.</a>'), { ping: to("ping") }).click()`,
  form: `put("<iframe name=target></iframe>"); put('<form target=target method=post action="' + to("form") + '"></form>').submit()`,
  popup: `open(to("popup"))`,
  "download of a blob": `Object.assign(put('<a download="blob.txt">.</a>'), { href: blob("x", "text/plain") }).click()`,
  "peer connection": `const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:" + UDP }] }); peer.createDataChannel("x"); await peer.setLocalDescription(await peer.createOffer())`,
  "peer connection of another realm": `const peer = new (put("<iframe></iframe>").contentWindow.RTCPeerConnection)({ iceServers: [{ urls: "stun:127.0.0.1:" + UDP }] }); peer.createDataChannel("x"); await peer.setLocalDescription(await peer.createOffer())`,
};

/** What no listener need hear: a busy browser may leave out what is only a hint, and a blob is at hand. */
const UNHEARD = new Set(["speculation rules", "download of a blob"]);

/** Each takes its document away, and so needs one of its own. */
const LEAVES: Readonly<Record<string, string>> = {
  address: `location.href = to("address")`,
  "own window": `open(to("own window"), "_self")`,
  "link click": `put('<a href="' + to("link click") + '">.</a>').click()`,
  refresh: `document.head.insertAdjacentHTML("beforeend", '<meta http-equiv=refresh content="0;url=' + to("refresh") + '">')`,
  "navigation api": `navigation.navigate(to("navigation api"))`,
  "form of its own": `put('<form action="' + to("form of its own") + '"></form>').submit()`,
  download: `Object.assign(put('<a download>.</a>'), { href: to("download") }).click()`,
  "written document": `document.open(); document.write('<img src="' + to("written document") + '">'); document.close()`,
};

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let owner: Person;
let room_id: string;
let listener: Server;
let udp: Socket;
const heard = new Set<string>();
/** What the browser was made to keep as files. */
const kept: string[] = [];

beforeAll(async () => {
  listener = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    if (path.startsWith("/control/")) {
      return response.setHeader("content-type", "text/html").end(controlPage(path.slice("/control/".length)));
    }
    heard.add(path.replace(/\?$/u, ""));
    return response.setHeader("access-control-allow-origin", "*").end();
  });
  listener.on("upgrade", ({ url = "" }, socket) => {
    heard.add(decodeURIComponent(url));
    socket.destroy();
  });
  udp = createSocket("udp4", () => heard.add("udp"));
  listener.listen(0, "127.0.0.1");
  udp.bind(0, "127.0.0.1");
  await Promise.all([once(listener, "listening"), once(udp, "listening")]);
  server = await TestServer.launch();
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  page = await openPage();
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  listener.closeAllConnections();
  listener.close();
  udp.close();
});

async function openPage(): Promise<Page> {
  const opened = await browser.newPage();
  opened.on("download", (download) => kept.push(download.suggestedFilename()));
  return opened;
}

/** What the tries use; `who` stands in the addresses. */
function prelude(who: "app" | "open"): string {
  return `
const host = "http://127.0.0.1:${(listener.address() as AddressInfo).port}/${who}/";
const UDP = ${udp.address().port};
const to = (name) => host + encodeURIComponent(name);
const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const put = (html) => { document.body.insertAdjacentHTML("beforeend", html); return document.body.lastElementChild; };
const link = (rel, href, more) => document.head.append(Object.assign(document.createElement("link"), { rel, href }, more));
const style = (textContent) => document.head.append(Object.assign(document.createElement("style"), { textContent }));
const within = (run) => Promise.race([run(), new Promise((end) => setTimeout(end, 3000))]).catch(() => {});
`;
}

function all(): string {
  const entries = Object.values(TRIES).map((code) => `() => within(async () => { ${code}; })`);
  return `for (const run of [${entries.join(",\n")}]) await run();`;
}

/** A page that nothing holds back, which does one thing that leaves it, or all the others. */
function controlPage(leave: string): string {
  const code = LEAVES[leave] ?? `${all()} document.title = "done"`;
  return `<!doctype html><body><script type="module">${prelude("open")} ${code};</script>`;
}

/** An app of this code, approved; the address of its tab. */
async function letIn(name: string, code: string): Promise<string> {
  const files = { "src/App.tsx": `export { default } from "./app.jsx";`, "src/app.jsx": code };
  const args = { room_id, name, files, idempotency_key: `way-out-${name}` };
  const proposed = await agent.ask<Proposed>("propose_room_snippet_app", args);
  const { instance_id } = await owner.approve(proposed.proposal_id);
  return `${server.origin}/rooms/${room_id}?app=${instance_id}`;
}

test("no listener hears an app, and each hears an open page that tries the same (app-1, app-3)", async () => {
  await page.goto(
    await letIn(
      "Tries",
      `import { useEffect, useState } from "react";
${prelude("app")}
export default function App() {
  const [done, setDone] = useState(false);
  useEffect(() => { void (async () => { ${all()} setDone(true); })(); }, []);
  return done && <output>All was tried from {origin}.</output>;
}`,
    ),
  );
  await page.frameLocator("iframe").getByText("All was tried from null.").waitFor({ timeout: 60_000 });
  for (const [name, code] of Object.entries(LEAVES)) {
    await page.goto(
      await letIn(
        name,
        `${prelude("app")} setTimeout(() => { ${code}; }, 50); export default () => <p>on</p>;`,
      ),
    );
    // A link and a download lead to the page's question, or are named in the frame; all else ends the app.
    const ended = page.getByText("led its frame to another page");
    const named = page.frameLocator("iframe").getByRole("alert");
    await Promise.any([ended, page.getByRole("dialog"), named].map((one) => one.first().waitFor()));
  }

  expect([...heard, ...kept]).toEqual([]);

  for (const name of ["", ...Object.keys(LEAVES)]) {
    const open = await openPage();
    const { port } = listener.address() as AddressInfo;
    await open.goto(`http://127.0.0.1:${port}/control/${encodeURIComponent(name)}`).catch(() => undefined);
    if (name === "") await open.waitForFunction(`document.title === "done"`, undefined, { timeout: 60_000 });
    else await expect.poll(() => heard.has(`/open/${name}`), { message: name }).toBe(true);
    await open.close();
  }
  const loud = [
    ...Object.keys(TRIES)
      .filter((name) => !name.startsWith("peer") && !UNHEARD.has(name))
      .map((name) => `/open/${name}`),
    "udp",
  ];
  await expect.poll(() => loud.filter((what) => !heard.has(what))).toEqual([]);
  await expect.poll(() => kept).toContain("blob.txt");
  expect([...heard].filter((path) => path.startsWith("/app/"))).toEqual([]);
});
