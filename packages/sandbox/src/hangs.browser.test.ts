import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTER, counted } from "./testing/counter.ts";
import { createStand, type Hosting, type RoomPage, type Stand } from "./testing/stand.ts";

/** What a script can keep of its own, so that what fills memory comes to its end on any machine. */
const BOUNDED = ["--js-flags=--max-old-space-size=400"];

const AND_GO_ON = { timeout: 1500 };

const SHOWN = `export default () => <button onClick={() => globalThis.go?.()}>go</button>;`;
const soon = (code: string): string => `setTimeout(() => { ${code} }, 100);\n${SHOWN}`;

/** Apps that answer no more (case A9). */
const HANGS: Readonly<Record<string, string>> = {
  "a loop while its modules run": `for (;;);\n${SHOWN}`,
  "a loop while it draws": `export default function App() { for (;;); }`,
  "a loop in an effect": `import { useEffect } from "react";
export default function App() { useEffect(() => { for (;;); }, []); return <p>on</p>; }`,
  "recursion without an end in an effect": `import { useEffect } from "react";
export default function App() {
  useEffect(() => { const again = () => { try { again(); } catch { again(); } }; again(); }, []);
  return <p>on</p>;
}`,
  "a loop after a click": `globalThis.go = () => { for (;;); };\n${SHOWN}`,
  "promises without an end": soon(`const again = () => Promise.resolve().then(again); again();`),
  "a search that goes back and forth": soon(`/^(a+)+$/.test("a".repeat(60) + "!");`),
  "copies without an end": soon(
    `const all = Array.from({ length: 1e5 }, (_, n) => ({ n })); for (;;) structuredClone(all);`,
  ),
  "elements without an end": soon(`for (;;) document.body.append(document.createElement("i"));`),
};

/** Apps that take more memory than there is, and whether their process comes to its end over that. */
const GREEDY: Readonly<Record<string, readonly [code: string, isEnded: boolean]>> = {
  "more memory at each drawn frame": [
    soon(`const kept = [];
const again = () => { kept.push(new Array(4e6).fill(kept.length + 0.5)); requestAnimationFrame(again); };
again();`),
    true,
  ],
  "a list of a billion": [soon(`globalThis.kept = new Array(1e9).fill(0);`), false],
};

/** Sends to the page's window, so often in each turn. */
const sending = (times: number, send: string): string =>
  soon(`const { port1, port2 } = new MessageChannel();
port1.onmessage = () => { for (let n = 0; n < ${times}; n += 1) ${send}; port2.postMessage(0); };
port2.postMessage(0);`);

/** Apps that ask for more than there is, and how they end. */
const ENDS: Readonly<Record<string, readonly [code: string, failure: string | undefined]>> = {
  "a text that doubles": [`let text = "x"; for (;;) text += text;\n${SHOWN}`, "load"],
  "buffers without an end": [
    `const all = []; for (;;) all.push(new ArrayBuffer(2 ** 31));\n${SHOWN}`,
    "load",
  ],
  "recursion without an end": [`export default function App() { const go = () => go(); go(); }`, "draw"],
  "a state that is set while it draws": [
    `import { useState } from "react";
export default function App() { const [n, setN] = useState(0); setN(n + 1); return <p>{n}</p>; }`,
    "draw",
  ],
  "a state that each drawing sets anew": [
    `import { useEffect, useState } from "react";
export default function App() { const [n, setN] = useState(0); useEffect(() => setN(n + 1)); return <p>{n}</p>; }`,
    undefined,
  ],
  "a worker in a loop": [
    soon(`try { new Worker(URL.createObjectURL(new Blob(["for (;;);"]))); } catch {}`),
    "policy",
  ],
  "styles that always move everything": [
    soon(`document.body.insertAdjacentHTML("beforeend", "<style>@keyframes k { to { width: 9px; filter: blur(9px); } } "
  + "i { animation: k 0.1s infinite; } i:nth-last-child(2n + 1 of :has(+ i)) { float: left; }</style>" + "<i>x</i>".repeat(30_000));`),
    undefined,
  ],
  "messages to the page's window": [sending(100, `parent.postMessage(n, "*")`), "flood"],
  "ten thousand messages in a second": [
    soon(`setInterval(() => { for (let n = 0; n < 100; n += 1) top.postMessage({ n }, "*"); }, 10);`),
    "flood",
  ],
  "large messages": [sending(1, `parent.postMessage("x".repeat(1e6), "*")`), "flood"],
  "messages that cannot be read": [
    sending(100, `parent.postMessage(globalThis.SharedArrayBuffer ? new SharedArrayBuffer(8) : n, "*")`),
    "flood",
  ],
  "messages with many ports": [
    sending(1, `parent.postMessage(0, "*", Array.from({ length: 1000 }, () => new MessageChannel().port1))`),
    "flood",
  ],
  "calls in an endless loop": [
    `import { storage } from "@anteroom/app";\n${soon(`for (;;) storage.get("a").catch(() => undefined);`)}`,
    "flood",
  ],
  "large values to keep": [
    `import { storage } from "@anteroom/app";
${soon(`setInterval(() => { for (let n = 0; n < 50; n += 1) storage.set("a", "x".repeat(2e5)).catch(() => undefined); }, 50);`)}`,
    "flood",
  ],
  "steps without an end": [soon(`for (let n = 0; n < 1000; n += 1) location.hash = String(n);`), "flood"],
};

function pick<Case>(all: Readonly<Record<string, Case>>, ...names: readonly string[]): typeof all {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

interface Tried {
  readonly hosting: Hosting;
  readonly hangs: typeof HANGS;
  readonly greedy: typeof GREEDY;
  readonly ends: typeof ENDS;
}

/** Floods are counted the same everywhere, and hosts of their own give a process to each app, as one host does. */
const TRIED: readonly Tried[] = [
  { hosting: "one-host", hangs: HANGS, greedy: GREEDY, ends: ENDS },
  {
    hosting: "shared",
    hangs: HANGS,
    greedy: GREEDY,
    ends: pick(ENDS, "messages to the page's window", "calls in an endless loop"),
  },
  {
    hosting: "own-hosts",
    hangs: pick(HANGS, "a loop while its modules run", "promises without an end"),
    greedy: pick(GREEDY, "a list of a billion"),
    ends: pick(ENDS, "ten thousand messages in a second"),
  },
];

describe.each(TRIED)("apps on $hosting", ({ hosting, hangs, greedy, ends }) => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await createStand({ hosting, browserArguments: BOUNDED });
  });
  afterAll(async () => {
    await stand[Symbol.asyncDispose]();
  });

  test.each(Object.entries(hangs))("%s: the page and the next app go on (app-10)", async (_what, code) => {
    const room = await stand.openPage();
    const other = await counted(room);
    const app = await room.open({ "src/App.tsx": code });
    // It answers to the press as little as to anything else.
    if (code.includes("globalThis.go ="))
      await app.frame
        .getByRole("button")
        .click(AND_GO_ON)
        .catch(() => undefined);
    await expect.poll(() => app.answering(), { timeout: 60_000 }).toEqual([false]);
    expect(await pageTakesClick(room)).toBe(true);
    if (hosting !== "shared") await other.frame.getByRole("button").click();
    await app.call(".stop()");
    expect(await app.frames()).toBe(0);
    await counted(room);
    if (hosting === "shared") {
      await expect.poll(() => other.states()).toEqual(["starting", "running", "starting", "running"]);
      await other.frame.getByText("0").waitFor();
    } else {
      await other.frame.getByText("2").waitFor();
      expect(await other.states()).toEqual(["starting", "running"]);
      expect(await other.answering()).toEqual([]);
    }
    await room.page.context().close();
  });

  // Playwright drives no page in which a process ended, so that the page does this by itself, and tells its server.
  test.each(Object.entries(greedy))(
    "%s: the page and the next app go on (app-10)",
    async (_what, [code, isEnded]) => {
      const room = await stand.openPage();
      const before = stand.strayRequests.length;
      let ended = false;
      room.page.once("crash", () => (ended = true));
      await counted(room);
      await room.page.evaluate(
        `void (${STOP_AND_GO_ON})(${JSON.stringify([{ "src/App.tsx": code }, COUNTER])})`,
      );
      const told = (): string | undefined => stand.strayRequests[before]?.url;
      await expect.poll(told, { timeout: 90_000 }).toBeDefined();
      const other =
        hosting === "shared" ? ["starting", "running", "starting", "running"] : ["starting", "running"];
      expect(decodeURIComponent(told() ?? "")).toBe(
        `/told${JSON.stringify({ answering: [false], frames: 0, other })}`,
      );
      if (isEnded) expect(ended).toBe(true);
      await room.page.context().close();
    },
  );

  test.each(Object.entries(ends))(
    "%s: the page and others go on (app-10)",
    async (_what, [code, failure]) => {
      const room = await stand.openPage();
      await counted(room);
      const app = await room.open({ "src/App.tsx": code });
      if (failure === undefined) await app.running();
      else expect((await app.failure()).code).toBe(failure);
      expect(await pageTakesClick(room)).toBe(true);
      if (failure === "flood") expect(await app.frames()).toBe(0);
      await app.call(".stop()");
      await counted(room);
      await room.page.context().close();
    },
  );
});

/** Whether the page itself hears of a press, as on a button for Stop. */
async function pageTakesClick({ page }: RoomPage): Promise<boolean> {
  await page.evaluate(`addEventListener("click", () => (globalThis.clicked = true), { once: true })`);
  await page.locator("html").click({ position: { x: 700, y: 700 }, force: true });
  return page.evaluate("globalThis.clicked");
}

/** In the page: stops an app as soon as it answers no more, opens the next, and tells the server of it. */
const STOP_AND_GO_ON = `async ([files, next]) => {
  const until = async (isMet) => { while (!isMet()) await new Promise((resolve) => setTimeout(resolve, 20)); };
  const index = stand.open({ files });
  const [other, app] = stand.apps;
  await until(() => app.answering.length > 0);
  app.handle.stop();
  const frames = document.querySelectorAll("main")[index].childElementCount;
  await stand.until(stand.open({ files: next }), (state) => state === "running");
  await until(() => other.states.at(-1) === "running");
  await fetch("/told" + encodeURIComponent(JSON.stringify({ answering: app.answering, frames, other: other.states })));
}`;
