import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type RoomPage, type Stand } from "./testing/stand.ts";
import type { ConsoleEntry } from "./wire/console.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

const ENDS = `console.info("the end");\nexport default () => <p>on</p>;`;

/** What is told of an app on trial that runs this code, until it says that this was the end. */
async function toldOf(code: string): Promise<ConsoleEntry[]> {
  const app = await room.open({ "src/App.tsx": `${code}\n${ENDS}` }, { trial: true });
  await app.running();
  await expect.poll(async () => (await app.entries()).some(isEnd)).toBe(true);
  return (await app.entries()).filter((entry) => !isEnd(entry));
}

function isEnd(entry: ConsoleEntry): boolean {
  return entry.kind === "said" && entry.text === "the end";
}

/** The text that the console has of one call. */
async function textOf(call: string): Promise<string | undefined> {
  const [entry] = await toldOf(call);
  return entry?.kind === "said" ? entry.text : undefined;
}

describe("the console of an app on trial", () => {
  test("is told in order, each with its level", async () => {
    expect(
      await toldOf(`for (const level of ["log", "info", "warn", "error", "debug"]) console[level](level, 1);
console.clear();
console.log();`),
    ).toEqual([
      { kind: "said", level: "log", text: "log 1" },
      { kind: "said", level: "info", text: "info 1" },
      { kind: "said", level: "warn", text: "warn 1" },
      { kind: "said", level: "error", text: "error 1" },
      { kind: "said", level: "debug", text: "debug 1" },
      { kind: "cleared" },
      { kind: "said", level: "log", text: "" },
    ]);
  });

  test.each([
    ["strings as they are, within objects in quotes", `"a\\n%s", { b: "c\\n" }`, `a\n%s { b: "c\\n" }`],
    [
      "plain values",
      `1, -0.5, true, null, undefined, 7n, Symbol("s")`,
      "1 -0.5 true null undefined 7n Symbol(s)",
    ],
    ["lists", `[1, , [2, "x"]], []`, `[1, (empty), [2, "x"]] []`],
    [
      "objects, also in a circle",
      `(() => { const o = { n: {} }; o.n.o = o; return o; })()`,
      "{ n: { o: (itself) } }",
    ],
    ["what is twice in an object", `(() => { const o = {}; return [o, o]; })()`, "[{}, {}]"],
    [
      "classes and functions",
      `new (class Point { x = 1; })(), function walk() {}, () => 1`,
      "Point { x: 1 } function walk function",
    ],
    ["errors", `new TypeError("no"), Object.assign(new Error(""), { name: "Odd" })`, "TypeError: no Odd"],
    [
      "dates, maps and sets",
      `new Date(0), new Map([["k", { v: 1 }]]), new Set([1])`,
      `1970-01-01T00:00:00.000Z Map [["k", { v: 1 }]] Set [1]`,
    ],
    ["elements and bytes", `document.createElement("b"), new Uint8Array(3)`, "<b> Uint8Array {…}"],
    ["depth, to its bound", `{ a: { b: { c: { d: { e: 1 } } } } }`, "{ a: { b: { c: { d: {…} } } } }"],
    [
      "getters, which are not run",
      `{ get a() { document.title = "run"; throw 1; } }, document.title`,
      "{ a: (computed) } App",
    ],
    [
      "what refuses to be looked at",
      `new Proxy({}, { getPrototypeOf() { throw 1; } }), 2`,
      "(cannot be shown) 2",
    ],
    [
      "what writes to the console while it is drawn",
      `new Proxy({}, { ownKeys() { console.log("again"); return []; } })`,
      "{}",
    ],
  ])("has %s", async (_what, values, text) => {
    expect(await textOf(`console.log(${values} as never);`.replace(" as never", ""))).toBe(text);
  });

  test("cuts what is long, wide or deep, and takes no time over it", async () => {
    const many = await textOf(
      `console.log(new Map(Array.from({ length: 1e6 }, (_, n) => [n, n])), new Array(1e6).fill(0));`,
    );
    expect(many).toContain("[49, 49], … 999950 more] [0, 0");
    expect(await textOf(`console.log("x".repeat(50_000_000), "y");`)).toBe(`${"x".repeat(1_999)}…`);
    const nested =
      "(() => { let o = {}; for (let n = 0; n < 1e5; n += 1) o = { o, l: Array(60).fill(o) }; return o; })()";
    expect(await textOf(`console.log(${nested});`)).toHaveLength(2_000);
  });

  test("counts a flood and passes on its beginning, and the app goes on", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `for (let n = 0; n < 1e5; n += 1) console.log(n);
export default () => <p>on</p>;`,
      },
      { trial: true },
    );
    await app.running();
    await expect
      .poll(async () => {
        const entries = await app.entries();
        return entries.reduce((sum, entry) => sum + (entry.kind === "missed" ? entry.count : 1), 0);
      })
      .toBe(100_000);
    const entries = await app.entries();
    expect(entries[0]).toEqual({ kind: "said", level: "log", text: "0" });
    expect(entries.length).toBeLessThan(2_000);
  });

  test("hides nothing that was refused behind a flood", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `for (let n = 0; n < 1e4; n += 1) console.log(n);
void fetch("https://example.test/x").catch(() => {});
for (let n = 0; n < 1e4; n += 1) console.log(n);
export default () => <p>on</p>;`,
      },
      { trial: true },
    );
    await expect
      .poll(async () => (await app.entries()).filter(({ kind }) => kind === "refused"))
      .toMatchObject([{ what: "connect", address: "https://example.test/x", file: "src/App.tsx", line: 2 }]);
  });

  test("is told also by an app that has taken the language apart, and forges nothing", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `const forged = { type: "console", entry: { kind: "said", level: "log", text: "forged" } };
const send = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function () { send.call(this, forged); };
parent.postMessage(forged, "*");
JSON.stringify = Reflect.ownKeys = Reflect.apply = Map.prototype.entries = () => { throw 1; };
performance.now = setTimeout = () => 0;
console.log({ a: ["b"] }, new Map([[1, 2]]));
export default () => <p>on</p>;`,
      },
      { trial: true },
    );
    await app.running();
    expect(await app.entries()).toEqual([{ kind: "said", level: "log", text: `{ a: ["b"] } Map [[1, 2]]` }]);
  });

  test("is not there for an app that is not on trial", async () => {
    const app = await room.open({
      "src/App.tsx": `console.log("x");\nvoid fetch("/x").catch(() => {});\n${ENDS}`,
    });
    await app.running();
    expect(await app.evaluate("String(console.log)")).toContain("[native code]");
    expect(await app.entries()).toEqual([]);
  });
});

describe("what an app on trial reached for and was refused", () => {
  test.each([
    ["connect", "https://example.test/c", `fetch("https://example.test/c").catch(() => {})`],
    ["connect", "wss://example.test/w", `new WebSocket("wss://example.test/w")`],
    ["image", "https://example.test/i", `new Image().src = "https://example.test/i"`],
    [
      "script",
      "https://example.test/s",
      `document.head.append(Object.assign(document.createElement("script"), { src: "https://example.test/s" }))`,
    ],
    ["script", "eval", `try { new Function("1"); } catch {}`],
    [
      "style",
      "https://example.test/t",
      `document.head.insertAdjacentHTML("beforeend", '<link rel=stylesheet href="https://example.test/t">')`,
    ],
    [
      "font",
      "https://example.test/f",
      `new FontFace("x", "url(https://example.test/f)").load().catch(() => {})`,
    ],
    ["media", "https://example.test/a", `new Audio("https://example.test/a").load()`],
    [
      "frame",
      "https://example.test",
      `document.body.insertAdjacentHTML("beforeend", '<iframe src="https://example.test/r"></iframe>')`,
    ],
    ["worker", "blob", `try { new Worker(URL.createObjectURL(new Blob([]))); } catch {}`],
    [
      "form",
      "https://example.test/p",
      `document.body.insertAdjacentHTML("beforeend", '<form action="https://example.test/p"></form>'); document.forms[0].submit()`,
    ],
    [
      "base",
      "https://example.test/",
      `document.head.insertAdjacentHTML("beforeend", '<base href="https://example.test/">')`,
    ],
    ["window", "https://example.test/n", `open("https://example.test/n")`],
    ["dialog", "confirm", `confirm("Sure?")`],
    ["storage", "indexedDB", `try { indexedDB.open("x"); } catch {}`],
    ["device", "geolocation", `navigator.geolocation.getCurrentPosition(() => {}, () => {})`],
  ])("%s: %s", async (what, address, code) => {
    const app = await room.open(
      { "src/App.tsx": `export default () => <p>on</p>;\nsetTimeout(() => {\n  ${code};\n}, 0);` },
      { trial: true },
    );
    await expect
      .poll(async () => (await app.entries()).find(({ kind }) => kind === "refused"))
      .toMatchObject({ what, address });
  });

  test("links into another window and out of the Room", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `export default () => <>
  <a href="https://example.test/w" target="_blank">window</a>
  <a href="https://example.test/t" target="_top">top</a>
  <a href="https://example.test/n" target="_blank" onClick={(event) => event.preventDefault()}>nothing</a>
</>;`,
      },
      { trial: true },
    );
    await app.running();
    for (const name of ["nothing", "window", "top"]) await app.frame.getByRole("link", { name }).click();
    await expect
      .poll(() => app.entries())
      .toMatchObject([
        { what: "window", address: "https://example.test/w" },
        { what: "navigation", address: "https://example.test/t" },
      ]);
  });

  test("another page, with its origin, after which the frame is gone", async () => {
    for (const [address, told] of [
      ["https://example.test/away", "https://example.test"],
      ["about:blank", ""],
    ]) {
      const app = await room.open(
        {
          "src/App.tsx": `setTimeout(() => { location.href = "${address}"; }, 50);\nexport default () => <p>on</p>;`,
        },
        { trial: true },
      );
      expect((await app.failure()).code).toBe("navigated");
      expect(await app.entries()).toEqual([{ kind: "refused", what: "navigation", address: told }]);
      expect(await app.frames()).toBe(0);
    }
  });
});

describe("an app on trial that hangs", () => {
  const spinning = (ms: number) => ({
    "src/App.tsx": `export default () => <p>on</p>;
setTimeout(() => { const end = Date.now() + ${ms}; while (Date.now() < end) {} }, 100);`,
  });

  test("does so alone: the page is told, also when it answers again", async () => {
    const app = await room.open(spinning(8_000), { trial: true });
    await expect.poll(() => app.answering()).toEqual([false, true]);
  });

  test("can be closed, and others run after it", async () => {
    const page = await stand.openPage();
    const app = await page.open(spinning(1e9), { trial: true });
    await expect.poll(() => app.answering()).toEqual([false]);
    await app.call("[Symbol.dispose]()");
    expect(await app.frames()).toBe(0);
    await (
      await page.open({ "src/App.tsx": "export default () => <p>next</p>;" }, { trial: true })
    ).running();
    await page.page.close();
  });
});
