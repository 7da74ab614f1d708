import { describe, expect, test } from "vitest";
import { usesOf } from "./testing/scan-text.ts";

/** What a report must tell, and the ways of hiding it. */
const DISGUISES: Readonly<Record<string, readonly string[]>> = {
  "network fetch": [
    `fetch("/x")`,
    `window?.["fetch"]?.("/x")`,
    `(window as any)!.fetch("/x")`,
    "self[`fetch`]('/x')",
    `globalThis["f" + "e" + "t" + "ch"]("/x")`,
    `window["\\x66etch"]("/x")`,
    `\\u0066etch("/x")`,
    `const k = "fetch"; window[k]()`,
    `window[["f", "etch"].join("")]()`,
    `window["hctef".split("").reverse().join("")]()`,
    `window[atob("ZmV0Y2g=")]()`,
    `window[String.fromCharCode(102, 101, 116, 99, 104)]()`,
    `window["fe".concat("tch")]()`,
    `window[\`fe\${"tch"}\`]()`,
    `Reflect.get(window, "fetch")("/x")`,
    `fetch.call(null, "/x")`,
    `[1].map(fetch)`,
    "fetch`/x`",
    `const api = { go: fetch }`,
    `export { fetch as go }`,
    `const go = (0, fetch)`,
    `class A { @dec(fetch) x = 1 }`,
    `enum E { A = fetch("/x") as any }`,
    `namespace N { export const go = fetch }`,
  ],
  "network fetch, by another name of the global object": [
    `const w = window; w.fetch("/x")`,
    `let g; g = self; g.fetch("/x")`,
    `(w ??= window).fetch("/x"); let w`,
    `const { fetch: go } = window`,
    `const { ["fetch"]: go } = globalThis`,
    `const { fetch: go = () => {} } = window`,
    `let go; ({ fetch: go } = window)`,
    `const { document: { defaultView: v } } = window; v.fetch("/x")`,
    `function f(e) { e.target.ownerDocument.defaultView.fetch("/x") }`,
    `frame.contentWindow.fetch("/x")`,
    `parent.fetch("/x")`,
    `global.fetch("/x")`,
    `window.window.self.fetch("/x")`,
    `window.valueOf().fetch("/x")`,
    `(true ? window : self).fetch("/x")`,
    `(x || window).fetch("/x")`,
    `(x, window).fetch("/x")`,
    `((w) => w.fetch("/x"))(window)`,
    `(function (w, { document: d } = w) { w.fetch("/x") })(window)`,
    `f(); function f(w = window) { w.fetch("/x") }`,
    `function f() { return later.fetch } const later = globalThis;`,
    `let a = b; var b = a; b = window; a.fetch("/x")`,
    `if (0) { var w = window } w.fetch("/x")`,
    `setTimeout(function () { this.fetch("/x") })`,
    `import go = globalThis.fetch; go("/x")`,
  ],
  "network fetch, behind a name that only seems to be the code's own": [
    `declare const fetch: any; fetch("/x")`,
    `declare function fetch(x: string): void; fetch("/x")`,
    `import type { fetch } from "./x"; fetch("/x")`,
    `import { type fetch } from "./x"; fetch("/x")`,
    `interface fetch {} fetch("/x")`,
    `type fetch = 1; fetch("/x")`,
    `const A = class fetch {}; fetch("/x")`,
    `const f = function fetch() {}; fetch("/x")`,
    `{ const fetch = 1; } fetch("/x")`,
    `function f(fetch) {} fetch("/x")`,
    `try {} catch (fetch) {} fetch("/x")`,
    `const o = { fetch: 1 }; fetch("/x")`,
    `fetch: for (;;) { fetch("/x"); break fetch }`,
  ],
  "network XMLHttpRequest": [`new XMLHttpRequest()`, `new e.view.XMLHttpRequest()`],
  "network WebSocket": [
    `class S extends WebSocket {}`,
    `new (window as any)["Web" + "Socket"]("wss://x.test")`,
  ],
  "network EventSource": [`new EventSource("/x")`],
  "network sendBeacon": [
    `navigator.sendBeacon("/x")`,
    `const { sendBeacon } = navigator`,
    `n["sendBeacon"]("/x")`,
  ],
  "network RTCPeerConnection": [`new webkitRTCPeerConnection()`],
  "network src": [
    `<img src="https://x.test/a.png" />`,
    "<img src={`//x.test/?${secret}`} />",
    `createElement("img", { src: "https://x.test/" + secret })`,
    `const i = new Image(); i.src = "https://x.test/" + secret`,
    `const i = document.createElement("im" + "g"); i.src = address()`,
    `e.setAttribute("src", "\\t//x.test/a")`,
    `new Audio("https://x.test/a.mp3")`,
    `<Avatar src="https://x.test/a.png" />`,
  ],
  "network srcset": [`<img srcSet="https://x.test/a.png 2x" />`],
  "network poster": [`<video poster="https://x.test/a.png" />`],
  "network ping": [`<a href="#" ping="https://x.test">x</a>`],
  "network href": [`<link rel="dns-prefetch" href="//x.test" />`, `<use href="https://x.test/a.svg#b" />`],
  "network link": [`<link rel="preconnect" />`, `const { createElement: c } = document; c("link")`],
  "network iframe": [`const T = "iframe"; <T />`, `React.createElement("ifr" + "ame")`, `<iframe />`],
  "network url()": [
    `<p style={{ background: "url(https://x.test/a)" }} />`,
    "<style>{`p { background: URL( '//x.test/a' ) }`}</style>",
    `sheet.insertRule("p{background:u\\\\72l(https://x.test)}")`,
  ],
  "network @import": [`const css = "@import 'https://x.test/a.css'"`],
  "network import": [`import("https://x.test/x.js")`, `import "//x.test/x.js"`],
  "navigation location": [
    `location = "/x"`,
    `window.location = "/x"`,
    `document.location.href = "/x"`,
    `location["assign"]("/x")`,
    `top.location.replace("/x")`,
    `const l = location; l.href = "/x"`,
    `({ a: location.href } = { a: "/x" })`,
    `[location.hash] = ["/x"]`,
    `for (location.href of ["/x"]);`,
    `e.view.location.href = "/x"`,
  ],
  "navigation open": [`open("/x")`, `window.open("/x")`, `const { open: o } = window`],
  "navigation href": [
    `<a href="https://x.test">x</a>`,
    `<a href="/rooms">x</a>`,
    `<Link href="https://x.test" />`,
  ],
  "navigation action": [`<form action="https://x.test" />`, `<button formAction="/x" />`],
  "navigation history": [`history.pushState({}, "", "/x")`],
  "navigation navigation": [`navigation.navigate("/x")`],
  "navigation meta": [`<meta httpEquiv="refresh" content="0;url=/x" />`],
  "navigation download": [
    `<a download href="data:x">x</a>`,
    `const a = document.createElement("a"); a.download = "x"`,
  ],
  "eval eval": [`eval("1")`, `(0, eval)("1")`, `const e = eval`, `window["ev" + "al"]("1")`],
  "eval Function": [`new Function("x")`, `Function.apply(null, ["x"])`, `const F = Function`],
  "eval constructor": [
    `(() => {}).constructor("x")()`,
    `[]["constructor"]["constructor"]("x")()`,
    `[]["con" + "structor"]["con" + "structor"]("x")()`,
    `const C = Object.getPrototypeOf(async () => {}).constructor; C("x")`,
    `const { constructor: C } = () => {}`,
    `Reflect.get(f, "constructor")`,
    `x.constructor.call(0, "x")`,
  ],
  "eval setTimeout": [`setTimeout("x", 1)`, "window.setTimeout(`x${y}`, 1)"],
  "eval setInterval": [`setInterval("a" + b, 1)`],
  "eval script": [`document.createElement("script")`, `<script src="https://x.test" />`],
  "eval javascript:": [
    `<a href="javascript:alert(1)">x</a>`,
    `<a href={"java\\nscript:alert(1)"}>x</a>`,
    `const u = " JaVaScRiPt:alert(1)"`,
    `const u = "java" + "script:alert(1)"`,
  ],
  "eval setAttribute": [`e.setAttribute("onclick", "x")`],
  "eval import": [`import("data:text/javascript,x")`],
  "eval WebAssembly": [`WebAssembly.instantiate(x)`],
  "raw_html innerHTML": [
    `ref.current!.innerHTML = x`,
    `ref.current["inner" + "HTML"] = x`,
    `Object.assign(e, { innerHTML: x })`,
  ],
  "raw_html outerHTML": [`e.outerHTML = x`],
  "raw_html insertAdjacentHTML": [`e.insertAdjacentHTML("beforeend", x)`],
  "raw_html write": [`document.write(x)`, `const d = document; d["writeln"](x)`],
  "raw_html dangerouslySetInnerHTML": [
    `<p dangerouslySetInnerHTML={{ __html: x }} />`,
    `<p {...{ dangerouslySetInnerHTML: { __html: x } }} />`,
    `const p = { ["dangerouslySet" + "InnerHTML"]: { __html: x } }`,
  ],
  "raw_html srcdoc": [`<iframe srcDoc="x" />`, `e.setAttribute("srcdoc", x)`],
  "storage_browser localStorage": [
    `localStorage.a = 1`,
    `window["local" + "Storage"]`,
    `e.view.localStorage`,
  ],
  "storage_browser cookie": [`document.cookie`, `const { cookie } = document`],
  "storage_browser indexedDB": [`indexedDB.open("x")`],
  "storage_own storage": [`import { storage as s } from "@anteroom/app"; s.get("x")`],
  "storage_own useStored": [`import { useStored as useIt } from "@anteroom/app"; useIt("x", 0)`],
  "storage_shared shared": [
    `import * as app from "@anteroom/app"; app.shared.get("x")`,
    `const { shared } = await import("@anteroom/app")`,
    `export { shared } from "@anteroom/app"`,
    `import { shared } from "@anteroom/app"; export { shared as own }`,
    `const app = require("@anteroom/app"); app["sha" + "red"]`,
  ],
  "storage_shared useShared": [
    `import { useShared } from "@anteroom/app"; const [v] = useShared("x", 0)`,
    `import("@anteroom/app").then(({ shared }) => shared); import * as a from "@anteroom/app"; a.useShared("x", 0)`,
  ],
  "members members": [
    `import { room } from "@anteroom/app"; room.members()`,
    `import { room as r } from "@anteroom/app"; const q = r; q["members"]()`,
    `import { room } from "@anteroom/app"; const { members: m } = room`,
    `import { room } from "@anteroom/app"; const { ...all } = room`,
    `import { room } from "@anteroom/app"; room[name()]()`,
    `import { room } from "@anteroom/app"; f(room)`,
    `import { room } from "@anteroom/app"; <Head room={room} />`,
    `import * as app from "@anteroom/app"; app.room.members()`,
    `const { room: { members } } = await import("@anteroom/app")`,
    `export { room } from "@anteroom/app"`,
    `import { room } from "@anteroom/app"; export { room }`,
  ],
  "navigation openLink": [`import { openLink } from "@anteroom/app"; openLink("https://x.test")`],
  "devices saveFile": [`import * as app from "@anteroom/app"; app.saveFile("a.txt", "")`],
  "devices notify": [`export { notify } from "@anteroom/app"`],
  "package react-dom": [`import { createRoot } from "react-dom/client"`, `export * from "react-dom"`],
  "package lodash": [`const _ = require("lodash/fp")`, `import _ = require("lodash")`],
  "clipboard write": [`navigator.clipboard.writeText("x")`, `document.execCommand("copy")`],
  "clipboard read": [`const c = navigator["clip" + "board"]; c.readText()`],
  "clipboard clipboardData": [`e.clipboardData`, `addEventListener("paste", f)`],
  "messaging postMessage": [`parent.postMessage("x", "*")`],
  "messaging parent": [`parent.x`, `window.parent.x`, `const { parent: p } = window`],
  "messaging top": [`(top as any).x`],
  "messaging opener": [`window["opener"]`],
  "messaging BroadcastChannel": [`new BroadcastChannel("x")`],
  "messaging message": [`addEventListener("message", f)`, `onmessage = f`, `window.onmessage = f`],
  "messaging window.name": [`window.name = secret`],
  "workers Worker": [`new Worker("x")`],
  "workers serviceWorker": [`navigator.serviceWorker.register("x")`],
  "devices mediaDevices": [`navigator.mediaDevices.getUserMedia({})`],
  "devices geolocation": [`const { geolocation: g } = navigator; g.getCurrentPosition(f)`],
  "devices Notification": [`Notification.requestPermission()`],
  "computed_globals window": [
    `window[name()]`,
    `window[0]`,
    `for (const k in window) {}`,
    `Object.keys(window)`,
    `const { ...all } = window`,
    `const { [name()]: x } = window`,
    `export const w = window`,
    `export default window`,
    `const g = () => window; g().fetch("/x")`,
    `const o = { w: window }; o.w.fetch("/x")`,
    `const [w] = [window]; w.fetch("/x")`,
    `f(...[1], window)`,
    `((a, b) => b)(...x, window)`,
    "tag`${window}`",
    `let k = "title"; k = other; window[k]`,
    `setTimeout(function () { this[name()]() })`,
  ],
  "computed_globals document": [`document[name()]`, `f(document)`],
  "computed_globals document.createElement": [`document.createElement(name())`],
  "computed_globals fetch": [`function f(e) { e.view.fetch("/x") }`],
  "computed_globals import": [`import(name())`],
  "computed_globals @anteroom/app": [
    `export * from "@anteroom/app"`,
    `import * as app from "@anteroom/app"; f(app)`,
    `import("@anteroom/app").then(f)`,
  ],
};

describe.each(Object.entries(DISGUISES))("%s is told of", (told, disguises) => {
  test.each(disguises)("%s", (code) => {
    expect(usesOf(code)).toContain(told.split(",")[0]);
  });
});

/** Code that only resembles what a rule looks for. */
const HARMLESS: Readonly<Record<string, string>> = {
  "names of the code's own": `
    import { fetch, eval as evaluate } from "./net";
    export function Panel({ open, top, parent, location, history, navigation, name, self, opener }: Props) {
      const [frames, setFrames] = useState(top); open(); evaluate(); fetch(); history.push(parent.id);
      location = name; self.x; opener.x = navigation[frames];
      return <dialog open={open}>{location.href}{history.length}</dialog>;
    }`,
  "properties of the code's own": `
    const api = { fetch: () => 1, open() {}, eval: 2, Worker: 3 }; api.fetch(); api.open(); api.eval;
    class Store { #open = 1; fetch() {} load() { this.fetch(); this.location = 1; } }
    new Store().fetch; meeting.location = "Room 5"; place.location.replace(",", ""); x.constructor.name;`,
  types: `
    type A = typeof window & { fetch: Window["fetch"]; socket: WebSocket };
    interface B extends Worker { eval(): Storage; url: "https://x.test/" }
    declare global { interface Window { localStorage: Storage } }
    let a: XMLHttpRequest | undefined; f<Notification>(a as EventSource);`,
  "asking whether something is there": `
    if (typeof window !== "undefined" && typeof fetch === "function" && window && "x" in window) go();
    const isPage = window === globalThis; x instanceof Function; Function.prototype.toString;`,
  "what stays in the app": `
    <a href="#part">x</a>; <a href="">x</a>; <img src="data:image/png;base64,AAAA" />; <form onSubmit={f} action={save} />;
    <svg xmlns="http://www.w3.org/2000/svg" fill="url(#shade)" />; <Icon src="star" />; <Link href="/people" />;
    const i = new Image(); i.src = URL.createObjectURL(blob); i.alt = "x"; new Audio("data:audio/wav;base64,AAAA");
    const c = document.createElement("canvas"); i.src = c.toDataURL();`,
  "timers, events and reading": `
    setTimeout(tick, 10); setInterval(() => tick(), 10); window.addEventListener("keydown", f);
    document.title = "x"; document.body.append(node); document.getElementById("x")?.focus(); const w = window.innerWidth;
    const q = new URLSearchParams(location.search); console.log(location.href, history.length, navigator.language);`,
};

describe("nothing is told of", () => {
  test.each(Object.entries(HARMLESS))("%s", (_what, code) => {
    expect(usesOf(code)).toEqual([]);
  });
});
