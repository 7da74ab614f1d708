import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type RoomPage, type Stand } from "./testing/stand.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

describe("an app", () => {
  test("runs, is styled, and goes on by its timer", async () => {
    const app = await room.open({
      "src/App.tsx": `import { useEffect, useState } from "react";
        import { minutes } from "./time";
        import "./styles.css";
        type Props = { start: number };
        function Timer({ start }: Props) {
          const [left, setLeft] = useState<number>(start);
          useEffect(() => { const id = setInterval(() => setLeft((n) => n - 1), 20); return () => clearInterval(id); }, []);
          return <output className="left">{left < start - 3 ? "later" : minutes(left)}</output>;
        }
        export default function App() { return <main><h1>Stand-up</h1><Timer start={90} /></main>; }`,
      "src/time.ts": "export const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}`;",
      "src/styles.css": ".left { color: rgb(1, 2, 3); }",
    });
    await app.running();
    await app.frame.getByText("later").waitFor();
    expect(await app.evaluate("getComputedStyle(document.querySelector('.left')).color")).toBe(
      "rgb(1, 2, 3)",
    );
    expect(await app.states()).toEqual(["starting", "running"]);
  });

  test.each([
    ["an arrow function", { "src/App.tsx": "export default () => <p>ok</p>;" }],
    [
      "memo",
      {
        "src/App.tsx": `import { memo } from "react";\nexport default memo(function App() { return <p>ok</p>; });`,
      },
    ],
    [
      "a class",
      {
        "src/App.tsx": `import { Component } from "react";\nclass App extends Component { render() { return <p>ok</p>; } }\nexport default App;`,
      },
    ],
    ["a list", { "src/App.tsx": "const App = () => <p>ok</p>;\nexport { App as default };" }],
    [
      "a list before the component",
      { "src/App.tsx": "export { App as default };\nconst App = () => <p>ok</p>;" },
    ],
    [
      "another file's",
      {
        "src/App.tsx": `export { default } from "./Main";`,
        "src/Main.tsx": "export default () => <p>ok</p>;",
      },
    ],
    [
      "a comment with the words before it",
      {
        "src/App.tsx":
          "// export default function Old() {}\nexport default function App() { return <p>ok</p>; }",
      },
    ],
    [
      "a lazy one",
      {
        "src/App.tsx": `import { lazy } from "react";\nexport default lazy(() => import("./Main"));`,
        "src/Main.tsx": "export default () => <p>ok</p>;",
      },
    ],
  ])("is found by its default export: %s", async (_spelling, files) => {
    const app = await room.open(files);
    await app.running();
    await app.frame.getByText("ok", { exact: true }).waitFor();
  });

  test("is not told to run while it waits for something", async () => {
    const app = await room.open({
      "src/App.tsx": `import { use } from "react";
const late = new Promise((come) => { Object.assign(globalThis, { come }); });
export default () => <p>{String(use(late))}</p>;`,
    });
    await expect.poll(() => app.evaluate("typeof come")).toBe("function");
    // Time enough to say so; frames out of sight are not drawn, so there is nothing else to wait for.
    await app.evaluate("new Promise((enough) => setTimeout(enough, 100))");
    expect(await app.states()).toEqual(["starting"]);
    await app.evaluate("come('here')");
    await app.running();
    await app.frame.getByText("here").waitFor();
  });

  test("may draw nothing", async () => {
    const app = await room.open({ "src/App.tsx": "export default () => null;" });
    await app.running();
    expect(await app.states()).toEqual(["starting", "running"]);
  });

  test("finds what code for a bundler takes for granted", async () => {
    const app = await room.open({
      "src/App.tsx": `export default function App() {
          const [text] = React.useState([process.env.NODE_ENV, import.meta.env.MODE, String(global === window)].join(" "));
          return <p>{text} {String(import.meta.env.DEV)}</p>;
        }
        if (import.meta.hot) throw new Error("hot");`,
    });
    await app.frame.getByText("production production true false").waitFor();
    const common = await room.open({
      "src/App.tsx": `const React = require("react"); module.exports = () => React.createElement("p", null, "common");`,
    });
    await common.frame.getByText("common").waitFor();
  });

  test("that draws itself into the root as well stands there once", async () => {
    const app = await room.open({
      "src/App.tsx": `import { createRoot } from "react-dom/client";
        export default function App() { return <p>once</p>; }
        createRoot(document.getElementById("root")!).render(<App />);`,
    });
    await app.running();
    await app.frame.getByText("once").waitFor();
    expect(await app.states()).toEqual(["starting", "running"]);
    expect(await app.frame.getByText("once").count()).toBe(1);
  });

  test("imports its own files: JSON, styles in order, in a circle, on demand", async () => {
    const app = await room.open({
      "src/App.tsx": `import { useEffect, useState } from "react";
        import { a } from "./a";
        import data from "./data.json";
        import "./last.css";
        export const name = "app";
        export default function App() {
          const [late, setLate] = useState("");
          useEffect(() => { void import("./late").then((module) => setLate(module.default)); }, []);
          return <p>{a()} {data.list.length} {late}</p>;
        }`,
      "src/a/index.ts": `import { b } from "../b"; import "../first.css"; export const a = () => "a" + b();`,
      "src/b.ts": `import { name } from "./App"; export const b = () => "b-" + name;`,
      "src/late.ts": `import "./late.css"; export default "late";`,
      "src/data.json": `{ "list": [1, 2] }`,
      "src/first.css": "p { color: red; }",
      "src/last.css": "p { color: rgb(4, 5, 6); }",
      "src/late.css": "",
    });
    await app.frame.getByText("ab-app 2 late").waitFor();
    expect(await app.evaluate("getComputedStyle(document.querySelector('p')).color")).toBe("rgb(4, 5, 6)");
  });

  test("is drawn dark or light as it is told, and keeps its state", async () => {
    const app = await room.open({
      "src/App.tsx": `import { useState } from "react";
        export default function App() { const [n, setN] = useState(0); return <button onClick={() => setN(n + 1)}>{n}</button>; }`,
    });
    await app.running();
    await app.frame.getByRole("button").click();
    const scheme = "getComputedStyle(document.documentElement).colorScheme";
    expect(await app.evaluate(scheme)).toBe("light");
    const paper = await app.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    await app.call(`.setTheme("dark")`);
    await app.frame.locator("html[data-theme=dark]").waitFor();
    expect(await app.evaluate(scheme)).toBe("dark");
    expect(await app.evaluate("getComputedStyle(document.documentElement).backgroundColor")).not.toBe(paper);
    await app.frame.getByRole("button", { name: "1" }).waitFor();
    await app.call(".reload()");
    await app.frame.getByRole("button", { name: "0" }).waitFor();
    expect(await app.evaluate(scheme)).toBe("dark");
    await app.call("[Symbol.dispose]()");
    expect(await app.frames()).toBe(0);
  });
});

describe("the page is told when there is no app to speak for itself", () => {
  test("the runtime is not there", async () => {
    const away = `${stand.origin}/rt/none`;
    const noCompiler = await room.open(PLAIN, { compiler: away });
    expect((await noCompiler.failure()).code).toBe("compiler");
    const page = await stand.openPage();
    await page.page.clock.install();
    const noFrame = await page.open(PLAIN, { frame: away });
    await page.page.clock.runFor(10_000);
    expect((await noFrame.failure()).code).toBe("frame");
    expect(await noFrame.frames()).toBe(0);
  });

  test("the app leads its frame away", async () => {
    for (const leave of [
      `location.href = "about:blank"`,
      `location.href = ${JSON.stringify(stand.origin)}`,
    ]) {
      const app = await room.open({
        "src/App.tsx": `setTimeout(() => { ${leave}; }, 50);\nexport default () => <p>on</p>;`,
      });
      expect((await app.failure()).code).toBe("navigated");
      expect(await app.frames()).toBe(0);
    }
  });
});

describe("no way out", () => {
  const ESCAPES: Readonly<Record<string, string>> = {
    "the page's title": "parent.document.title",
    "the page's storage": "parent.localStorage.length",
    "its own frame element": `frameElement.removeAttribute("sandbox")`,
    "the page's address": `top.location = "https://example.test/"`,
    "a request with cookies": `await fetch("/api/me", { credentials: "include" })`,
    "a request to the server": `await fetch(ORIGIN + "/api/me", { credentials: "include", mode: "no-cors" })`,
    "a worker": `await new Promise((ok, no) => { const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); w.onmessage = ok; w.onerror = no; })`,
    "a popup": `if (open(ORIGIN + "/api/open") === null) throw new Error("refused")`,
    "text as code": `new Function("return 1")()`,
    "a peer connection": "new RTCPeerConnection()",
    "a peer connection of another realm": `const f = document.body.appendChild(document.createElement("iframe")); new f.contentWindow.RTCPeerConnection()`,
    "a database": `await new Promise((ok, no) => { const r = indexedDB.open("x"); r.onsuccess = ok; r.onerror = no; })`,
  };

  test("each escape fails, and nothing reaches the server (app-1, app-2, app-3)", async () => {
    const tries = Object.entries(ESCAPES).map(
      ([name, code]) => `${JSON.stringify(name)}: async () => { ${code} }`,
    );
    const app = await room.open({
      "src/App.tsx": `import { useEffect, useState } from "react";
const ORIGIN = ${JSON.stringify(stand.origin)};
const tries = { ${tries.join(",\n")} };
async function outcome([name, run]) { try { await run(); return name; } catch { return "" } }
new Image().src = ORIGIN + "/api/image";
navigator.sendBeacon(ORIGIN + "/api/beacon");
export default function App() {
  const [escaped, setEscaped] = useState(null);
  useEffect(() => { void Promise.all(Object.entries(tries).map(outcome)).then((names) => setEscaped(names.filter(Boolean))); }, []);
  return escaped && <output>{JSON.stringify({ escaped, origin: window.origin })}</output>;
}`,
    });
    const said = await app.frame.locator("output").textContent();
    expect(JSON.parse(said ?? "")).toEqual({ escaped: [], origin: "null" });
    expect(stand.strayRequests.filter(({ url }) => url.startsWith("/api/"))).toEqual([]);
  });

  test("opened in a tab of its own the frame is still nobody, and runs nothing", async () => {
    const page = await stand.browser.newPage();
    await page.goto(`${stand.base}/frame.html`);
    expect(await page.evaluate("window.origin")).toBe("null");
    expect(await page.locator("body").textContent()).toContain("only inside its Room");
    await expect(page.evaluate("document.cookie")).rejects.toThrow("sandboxed");
  });

  test("the browser has no feature that an app could use", async () => {
    const app = await (await room.open(PLAIN)).running();
    expect(await app.evaluate("document.featurePolicy.allowedFeatures()")).toEqual([]);
  });

  test("neither the page nor another frame takes an app for anyone else (app-4)", async () => {
    const [calm, forger] = await Promise.all([
      room.open(PLAIN),
      room.open({
        "src/App.tsx": `const messages = [
  { anteroom: 1, type: "ready" }, { type: "running" },
  { type: "failed", report: { phase: "load", message: "forged" } },
  { anteroom: 1, type: "init", theme: "dark", program: { code: "document.title = 'forged'", styles: [], packages: [], map: [] } },
];
for (const message of messages) {
  parent.postMessage(message, "*");
  for (let i = 0; i < parent.frames.length; i++) parent.frames[i].postMessage(message, "*", [new MessageChannel().port2]);
}
const send = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (message) {
  send.call(this, { type: "failed", report: { phase: "load", message: "forged" } });
};
export default () => <p>on</p>;`,
      }),
    ]);
    await Promise.all([calm.running(), forger.running()]);
    for (const app of [calm, forger]) {
      expect(await app.states()).toEqual(["starting", "running"]);
      expect(await app.evaluate("[document.title, document.documentElement.dataset.theme]")).toEqual([
        "App",
        "light",
      ]);
    }
  });
});

const PLAIN = { "src/App.tsx": "export default () => <p>plain</p>;" };
