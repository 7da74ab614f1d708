import type { FailureCode } from "../host/state.ts";

/** An app that fails, and what must be told of it. */
export interface BrokenApp {
  readonly name: string;
  /** The text of `src/App.tsx`, which draws "still here" where it goes on after the failure. */
  readonly app: string;
  readonly others?: Readonly<Record<string, string>>;
  /** A button with the name "go" is pressed first. */
  readonly pressed?: true;
  /** React itself fails at it, so that nothing of the app comes after. */
  readonly undrawn?: true;
  readonly code: FailureCode;
  /** `src/App.tsx` where none is named. */
  readonly file?: string;
  readonly line: number;
  /** Words of the message. */
  readonly says: string;
}

/** An app that fails in nothing and shows nothing. */
export interface EmptyApp {
  readonly name: string;
  readonly app: string;
  readonly waits?: true;
}

const GO_ON = "return <p>still here</p>;";
/** React's hooks, on the first line. */
const HOOKS = `import { Component, lazy, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from "react";`;

export const BROKEN: readonly BrokenApp[] = [
  // Before anything is drawn.
  {
    name: "no default export",
    app: `export function App() {\n  ${GO_ON}\n}`,
    code: "compile",
    line: 1,
    says: "no default export",
  },
  {
    name: "a default export that is no component",
    app: `\nexport default { title: "Board" };`,
    code: "load",
    line: 2,
    says: "it is of type object",
  },
  {
    name: "an element for a component",
    app: `const App = () => <p>on</p>;\nexport default <App />;`,
    code: "load",
    line: 2,
    says: "it is of type object",
  },
  {
    name: "an async component",
    app: `export default async function App() {\n  const list = await Promise.resolve([1]);\n  return <p>{list}</p>;\n}`,
    code: "load",
    line: 1,
    says: "is async",
  },
  {
    name: "an async component within another",
    app: `const later = Promise.resolve([1]);\nasync function List() {\n  const list = await later;\n  return <p>{list}</p>;\n}\nexport default function App() {\n  return <main><List /></main>;\n}`,
    code: "draw",
    line: 7,
    says: "<List> is async",
  },
  {
    name: "a file that does not parse",
    app: `import { half } from "./half";\nexport default () => <p>{half(2)}</p>;`,
    others: { "src/half.ts": `export function half(n: number) {\n  return n / ;\n}` },
    code: "compile",
    file: "src/half.ts",
    line: 2,
    says: "xpect",
  },
  {
    name: "an import of a file that is not there",
    app: `import { x } from "./gone";\nexport default () => <p>{x}</p>;`,
    code: "compile",
    line: 1,
    says: "./gone",
  },
  {
    name: "an import of a package that is not there",
    app: `\nimport _ from "left-pad";\nexport default () => <p>{_("x")}</p>;`,
    code: "compile",
    line: 2,
    says: "left-pad",
  },
  {
    name: "a stylesheet that ends too early",
    app: `import "./app.css";\nexport default () => <p>on</p>;`,
    others: { "src/app.css": `.a {\n  color: red;\n` },
    code: "compile",
    file: "src/app.css",
    line: 1,
    says: "}",
  },
  {
    name: "data that is no JSON",
    app: `import data from "./data.json";\nexport default () => <p>{data.title}</p>;`,
    others: { "src/data.json": `{\n  "title": "x",\n}` },
    code: "compile",
    file: "src/data.json",
    line: 3,
    says: "",
  },
  {
    name: "a throw while a module runs",
    app: `import "./setup";\nexport default () => <p>on</p>;`,
    others: { "src/setup.ts": `const root = document.getElementById("app")!;\nroot.className = "dark";` },
    code: "load",
    file: "src/setup.ts",
    line: 2,
    says: "Cannot set properties of null",
  },
  {
    name: "a binding that is used before it is there, in a circle",
    app: `import { b } from "./b";\nexport const a = 1;\nexport default () => <p>{b}</p>;`,
    others: { "src/b.ts": `import { a } from "./App";\nexport const b = a.toFixed(1);` },
    code: "load",
    file: "src/b.ts",
    line: 2,
    says: "Cannot read properties of undefined (reading 'toFixed')",
  },
  {
    name: "the page written over",
    app: `\ndocument.write("<p>all mine</p>");\nexport default () => <p>on</p>;`,
    code: "load",
    line: 2,
    says: "document.write() is not there for an app",
  },
  // While it is drawn.
  {
    name: "a throw while drawing",
    app: `export default function App() {\n  const user = undefined as { name: string } | undefined;\n  return <p>{user!.name}</p>;\n}`,
    code: "draw",
    line: 3,
    says: "Cannot read properties of undefined (reading 'name')",
  },
  {
    name: "a component that is not exported by that name",
    app: `import { Chart } from "./chart";\nexport default function App() {\n  return <Chart />;\n}`,
    others: { "src/chart.tsx": `export const LineChart = () => <p>chart</p>;` },
    code: "draw",
    line: 2,
    says: "used as a component that is none: undefined",
  },
  {
    name: "an object drawn as a child",
    app: `export default function App() {\n  return <p>{new Date(0) as never}</p>;\n}`,
    code: "draw",
    line: 1,
    says: "that React cannot draw",
  },
  {
    name: "a hook behind a condition",
    app: `${HOOKS}\nexport default function App() {\n  const [n, setN] = useState(0);\n  useEffect(() => setN(1), []);\n  if (n === 1) useRef(null);\n  return <p>{n}</p>;\n}`,
    code: "draw",
    line: 5,
    says: "More hooks ran",
  },
  {
    name: "a state set while drawing, without end",
    app: `${HOOKS}\nexport default function App() {\n  const [n, setN] = useState(0);\n  setN(n + 1);\n  return <p>{n}</p>;\n}`,
    code: "draw",
    line: 2,
    says: "Drawing never came to rest",
  },
  {
    name: "a state set in an effect, without end",
    app: `${HOOKS}\nexport default function App() {\n  const [n, setN] = useState(0);\n  useLayoutEffect(() => setN(n + 1));\n  return <p>{n}</p>;\n}`,
    code: "draw",
    line: 4,
    says: "Drawing never came to rest",
  },
  {
    name: "a recursion without end",
    app: `const depth = (n: number): number =>\n  depth(n + 1) + 1;\nexport default function App() {\n  return <p>{depth(0)}</p>;\n}`,
    code: "draw",
    line: 1,
    says: "Maximum call stack size exceeded",
  },
  {
    name: "more memory than there is",
    app: `export default function App() {\n  const cells = new Uint8Array(1e13);\n  return <p>{cells.length}</p>;\n}`,
    code: "draw",
    line: 2,
    says: "RangeError",
  },
  {
    name: "a throw in an effect",
    app: `${HOOKS}\nexport default function App() {\n  useEffect(() => {\n    JSON.parse("{");\n  }, []);\n  return <p>on</p>;\n}`,
    code: "draw",
    line: 4,
    says: "SyntaxError",
  },
  {
    name: "a throw in a layout effect",
    app: `${HOOKS}\nexport default function App() {\n  const box = useRef<HTMLElement>(null);\n  useLayoutEffect(() => {\n    box.current!.focus();\n  }, []);\n  return <p>on</p>;\n}`,
    code: "draw",
    line: 5,
    says: "Cannot read properties of null (reading 'focus')",
  },
  {
    name: "a throw in a ref",
    app: `export default function App() {\n  return <p ref={() => {\n    throw new Error("no ref");\n  }}>on</p>;\n}`,
    code: "draw",
    line: 3,
    says: "Error: no ref",
  },
  {
    name: "a throw in a portal",
    app: `import { createPortal } from "react-dom";\nconst Note = () => {\n  throw new Error("no note");\n};\nexport default () => <p>on {createPortal(<Note />, document.body)}</p>;`,
    code: "draw",
    line: 3,
    says: "Error: no note",
  },
  {
    name: "a throw in an error boundary",
    app: `${HOOKS}\nclass Guard extends Component<{ children: React.ReactNode }> {\n  state = { failed: false };\n  static getDerivedStateFromError() { return { failed: true }; }\n  render() {\n    if (this.state.failed) throw new Error("guard");\n    return this.props.children;\n  }\n}\nconst Bad = () => { throw new Error("bad"); };\nexport default () => <Guard><Bad /></Guard>;`,
    code: "draw",
    line: 6,
    says: "Error: guard",
  },
  {
    name: "a throw when a component goes",
    app: `${HOOKS}\nfunction Note() {\n  useEffect(() => () => {\n    throw new Error("will not go");\n  }, []);\n  return <p>note</p>;\n}\nexport default function App() {\n  const [open, setOpen] = useState(true);\n  return <main>{open && <Note />}<button onClick={() => setOpen(false)}>go</button></main>;\n}`,
    pressed: true,
    code: "draw",
    line: 4,
    says: "Error: will not go",
  },
  {
    name: "what is no error, thrown while drawing",
    app: `export default function App() {\n  throw { status: 500 };\n}`,
    code: "draw",
    line: 1,
    says: "Thrown: ",
  },
  {
    name: "an error that cannot be looked at",
    app: `class Trap extends Error {\n  get message(): string { throw new Error("no"); }\n  get stack(): string { throw new Error("no"); }\n}\nexport default function App() {\n  throw new Trap();\n}`,
    code: "draw",
    line: 6,
    says: "cannot be shown",
  },
  {
    name: "a thing that cannot be looked at, thrown",
    app: `const no = () => { throw new Error("no"); };\nexport default function App() {\n  throw new Proxy({}, { get: no, getPrototypeOf: no, ownKeys: no });\n}`,
    undrawn: true,
    code: "run",
    line: 1,
    says: "Error: no",
  },
  {
    name: "a throw in the update of a state",
    app: `${HOOKS}\nexport default function App() {\n  const [list, setList] = useState<string[]>();\n  const add = () => setList((now) => [...now!, "x"]);\n  return <main>{list}<button onClick={add}>go</button></main>;\n}`,
    pressed: true,
    code: "draw",
    line: 4,
    says: "not iterable",
  },
  {
    name: "a function that a file does not export",
    app: `import { format } from "./format";\nexport default function App() {\n  return <p>{format(1)}</p>;\n}`,
    others: { "src/format.ts": `export const formatDate = String;` },
    code: "draw",
    line: 3,
    says: "TypeError: format is not a function",
  },
  {
    name: "a file on demand that throws",
    app: `${HOOKS}\nconst Late = lazy(() => import("./late"));\nexport default () => <Suspense fallback={<p>soon</p>}><Late /></Suspense>;`,
    others: { "src/late.tsx": `const list = JSON.parse("[");\nexport default () => <p>{list}</p>;` },
    code: "draw",
    file: "src/late.tsx",
    line: 1,
    says: "SyntaxError",
  },
  {
    name: "a promise that is refused, while it is waited for",
    app: `${HOOKS}\nconst data = Promise.reject(\n  new Error("no data"),\n);\nexport default () => <p>{String(use(data))}</p>;`,
    code: "draw",
    line: 3,
    says: "Error: no data",
  },
  // Later, when the app stands.
  {
    name: "a throw in a handler",
    app: `export default function App() {\n  const save = () => {\n    (undefined as never as { save(): void }).save();\n  };\n  return <main>still here <button onClick={save}>go</button></main>;\n}`,
    pressed: true,
    code: "run",
    line: 3,
    says: "Cannot read properties of undefined (reading 'save')",
  },
  {
    name: "a throw in a listener of the window",
    app: `addEventListener("resize", () => {\n  throw new Error("resized");\n});\nsetTimeout(() => dispatchEvent(new Event("resize")), 20);\nexport default () => <p>still here</p>;`,
    code: "run",
    line: 2,
    says: "Error: resized",
  },
  {
    name: "a throw in a timer",
    app: `setTimeout(() => {\n  throw new TypeError("late");\n}, 20);\nexport default () => <p>still here</p>;`,
    code: "run",
    line: 2,
    says: "TypeError: late",
  },
  {
    name: "a throw in a frame of an animation",
    app: `requestAnimationFrame(function step() {\n  throw new Error("step");\n});\nexport default () => <p>still here</p>;`,
    code: "run",
    line: 2,
    says: "Error: step",
  },
  {
    name: "a throw at a message",
    app: `const { port1, port2 } = new MessageChannel();\nport1.onmessage = ({ data }) => {\n  data.items.push(1);\n};\nsetTimeout(() => port2.postMessage({}), 20);\nexport default () => <p>still here</p>;`,
    code: "run",
    line: 3,
    says: "Cannot read properties of undefined (reading 'push')",
  },
  {
    name: "a promise that is refused",
    app: `async function load() {\n  await null;\n  throw new Error("not loaded");\n}\nsetTimeout(load, 20);\nexport default () => <p>still here</p>;`,
    code: "run",
    line: 3,
    says: "Error: not loaded",
  },
  {
    name: "the network",
    app: `export default function App() {\n  const load = async () => {\n    await fetch("https://example.test/data");\n  };\n  return <main>still here <button onClick={load}>go</button></main>;\n}`,
    pressed: true,
    code: "policy",
    line: 3,
    says: "https://example.test/data",
  },
  {
    name: "the browser's storage, when it is full",
    app: `export default function App() {\n  const keep = () => {\n    localStorage.setItem("all", "x".repeat(6e6));\n  };\n  return <main>still here <button onClick={keep}>go</button></main>;\n}`,
    pressed: true,
    code: "run",
    line: 3,
    says: "QuotaExceededError",
  },
];

export const EMPTY: readonly EmptyApp[] = [
  { name: "null", app: "export default () => null;" },
  { name: "nothing returned", app: "export default function App() {\n  <p>forgotten</p>;\n}" },
  {
    name: "elements without anything in them",
    app: `export default () => <main><div className="board"><ul></ul></div></main>;`,
  },
  { name: "text that is hidden", app: `export default () => <p style={{ display: "none" }}>hidden</p>;` },
  {
    name: "a file on demand that never comes",
    app: `${HOOKS}\nconst Never = lazy(() => new Promise<never>(() => undefined));\nexport default () => <Never />;`,
    waits: true,
  },
  {
    name: "a promise that is never kept",
    app: `${HOOKS}\nconst never = new Promise<string>(() => undefined);\nexport default () => <p>{use(never)}</p>;`,
    waits: true,
  },
];
