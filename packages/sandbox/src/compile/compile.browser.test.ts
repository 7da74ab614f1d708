import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type RoomPage, type Stand } from "../testing/stand.ts";
import { checkFiles } from "./check.ts";
import type { AppText } from "./testing/run-app.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

/** What an app draws into its `<output>`. */
async function drawn(files: AppText): Promise<string | null> {
  const app = await (await room.open(files)).running();
  expect(await app.states()).toEqual(["starting", "running"]);
  return await app.frame.locator("output").textContent();
}

/** The first thing that is wrong with an app, and where. */
async function failureOf(files: AppText) {
  const { problems } = await (await room.open(files)).failure();
  const { message, file, line, column } = problems[0];
  return { message, file, line, column };
}

test("what only the second compiler can compile runs in a browser (A7)", async () => {
  const source = `import { Component } from "react";
import type Gone = require("gone");
import { Level } from "./level.mjs";
const log: string[] = [];
namespace Store { export let count = 0; export const add = () => (count += 1); }
const counted = (_value: unknown, context: ClassMethodDecoratorContext) => { Store.add(); log.push(String(context.name)); };
class Model { accessor held = Level.High; @counted read() { return this.held; } }
{ using a = { [Symbol.dispose]: () => void log.push("disposed") }; void a; }
export default class App extends Component<{ a?: Gone }> {
  constructor(private readonly props2: { a?: Gone }) { super(props2); }
  render() { return <output>{[Store.count, new Model().read(), ...log, typeof this.props2].join(" ")}</output>; }
}`;
  const level = "export const enum Level { Low = 1, High = Low << 1 }";
  expect(await drawn({ "src/App.tsx": source, "src/level.mts": level })).toBe("1 2 read disposed object");
});

test("errors in it are told at their place in the source", async () => {
  const source = `import { useEffect } from "react";
namespace Deep {
  export function fail(what: string): never {
    throw new RangeError(what);
  }
}
export default function App() {
  useEffect(() => Deep.fail("too far"), []);
  return null;
}`;
  const place = { file: "src/App.tsx", line: 4, column: 11 };
  expect(await failureOf({ "src/App.tsx": source })).toEqual({ message: "RangeError: too far", ...place });
});

test("drawings, pictures, styles, data and late files are there (A8)", async () => {
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const files = {
    "src/App.tsx": `import { useEffect, useState } from "react"; import "./App.css"; import logo from "./l.svg"; import dot from "./p.png"; import note from "./n.txt"; import data, { list } from "./d.json"; import { a } from "./a";
export const b = () => "b";
export default function App() {
  const [sizes, setSizes] = useState<string[]>([]);
  const [late, setLate] = useState("");
  useEffect(() => { void import("./late").then(({ default: text }) => setLate(text)); }, []);
  const loaded = ({ currentTarget: { alt, naturalWidth } }: React.SyntheticEvent<HTMLImageElement>) => setSizes((now) => [...now, alt + naturalWidth].toSorted());
  return <>
    <img src={logo} alt="l" onLoad={loaded} /><img src={dot} alt="p" onLoad={loaded} />
    {sizes.length === 2 && late !== "" && <output>{[...sizes, note, data.list.length, list[0], a(), late].join(" ")}</output>}
  </>;
}`,
    "src/App.css": "output { color: rgb(1, 2, 3) }",
    "src/l.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><!-- # % " --></svg>`,
    "src/p.png": pixel,
    "src/n.txt": "note",
    "src/d.json": '{ "list": [4, 5] }',
    "src/a.ts": `import { b } from "./App"; export const a = () => "a" + b();`,
    "src/late/index.ts": `export default "late";`,
  };
  const app = await (await room.open(files)).running();
  expect(await app.frame.locator("output").textContent()).toBe("l7 p1 note 2 4 ab late");
  expect(await app.evaluate("getComputedStyle(document.querySelector('output')).color")).toBe("rgb(1, 2, 3)");
  expect(await room.page.evaluate("getComputedStyle(document.body).color")).not.toBe("rgb(1, 2, 3)");
});

describe("a browser refuses what the submission refuses, in the same words", () => {
  test.each<[string, AppText]>([
    ["a parameter decorator", { "src/App.tsx": "\nexport default class { m(@d x: 1) {} }" }],
    ["no code", { "src/App.tsx": "export default () => <p>{</p>;" }],
    ["a missing file", { "src/App.tsx": `import "./gone.css";\nexport default 1;` }],
    ["an unknown package", { "src/App.tsx": `import "left-pad"; export default 1;` }],
    ["no default export", { "src/App.tsx": "export const App = 1;" }],
    ["top-level await", { "src/App.tsx": "export default await 1;" }],
    [
      "a broken stylesheet",
      { "src/App.tsx": `import "./a.css"; export default 1;`, "src/a.css": "a { b: c } }" },
    ],
    ["broken JSON", { "src/App.tsx": `import "./a.json"; export default 1;`, "src/a.json": "{,}" }],
  ])("%s", async (_what, files) => {
    const [checked] = await checkFiles(new Map(Object.entries(files)));
    expect(checked).toMatchObject(await failureOf(files));
  });
});
