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

describe("a failure names file and line, in the frame and to the page", () => {
  const boom = "throw new Error('boom');";
  test.each([
    ["a default export that is none", "load", 3, "has no default export", "\n\nexport default 42;"],
    ["a throw while its modules run", "load", 2, "Error: boom", `\n${boom}\nexport default () => null;`],
    ["a throw while drawing", "draw", 2, "Error: boom", `export default function App() {\n  ${boom}\n}`],
    [
      "a throw in an effect",
      "draw",
      3,
      "Error: boom",
      `import { useEffect } from "react";\nexport default function App() {\n  useEffect(() => { ${boom} });\n  return null;\n}`,
    ],
    [
      "a throw in a timer",
      "run",
      2,
      "Error: boom",
      `export default function App() { return <p>on</p>; }\nsetTimeout(() => { ${boom} }, 20);`,
    ],
    [
      "a text thrown in a timer",
      "run",
      2,
      "Thrown: boom",
      `export default function App() { return <p>on</p>; }\nsetTimeout(() => { throw "boom"; }, 20);`,
    ],
    [
      "a text thrown while its modules run",
      "load",
      2,
      "Thrown: boom",
      `\nthrow "boom";\nexport default () => null;`,
    ],
    ["nothing thrown", "load", 1, "Thrown: null", `throw null;\nexport default () => null;`],
    [
      "a throw in a script that gives itself another name",
      "draw",
      3,
      "Error: boom",
      `//# sourceURL=other.js\nexport default function App() {\n  ${boom}\n}`,
    ],
    [
      "an error whose event the app would end",
      "load",
      2,
      "Error: boom",
      `addEventListener("error", (event) => event.stopImmediatePropagation(), true);\n${boom}\nexport default () => null;`,
    ],
    [
      "an error after the app has taken the language apart",
      "load",
      3,
      "Error: boom",
      `JSON.stringify = Set.prototype.has = MessagePort.prototype.postMessage = () => { throw 1; };
console.error = Promise = null as any;
${boom}
export default () => null;`,
    ],
    [
      "a rejected promise",
      "run",
      3,
      "TypeError: Cannot read properties of undefined (reading 'x')",
      `let none: any;\nasync function fail() {\n  return none.x;\n}\nvoid fail();\nexport default () => <p>on</p>;`,
    ],
    [
      "what only the browser refuses",
      "load",
      3,
      "SyntaxError: Identifier 'a' has already been declared",
      `export default () => null;\nconst a = 1;\nconst a = 2;`,
    ],
    [
      "an import by a path that is made up",
      "load",
      2,
      "import it at the top of the file, or by import() with its path in plain quotes",
      `const name = "./x";\nconst load = () => require(name);\nload();\nexport default () => null;`,
    ],
    [
      "storage of the browser, when it is full",
      "load",
      2,
      "QuotaExceededError: Setting the value of",
      `\nlocalStorage.setItem("x", "x".repeat(6e6));\nexport default () => null;`,
    ],
    [
      "what React tells by number",
      "draw",
      1,
      "Something was drawn that React cannot draw: object with keys {a}",
      `const Bad = () => {\n  return <p>{{ a: 1 } as any}</p>;\n};\nexport default Bad;`,
    ],
    [
      "the network",
      "policy",
      3,
      "(connect-src): https://example.test/x",
      `export default () => <p>on</p>;\nsetTimeout(() => {\n  fetch("https://example.test/x").catch(() => {});\n}, 20);`,
    ],
  ] as const)("%s", async (_what, code, line, message, source) => {
    const app = await room.open({ "src/App.tsx": source });
    const failure = await app.failure();
    const [problem] = failure.problems;
    expect(problem.message).toContain(message);
    expect(failure).toMatchObject({ code, stopped: code === "load" || code === "draw" });
    expect(problem).toMatchObject({ file: "src/App.tsx", line });
    expect(problem.excerpt?.lines[line - problem.excerpt.firstLine]).toBe(source.split("\n")[line - 1]);
    const said = await app.alert();
    expect(said).toContain(message);
    expect(said).toContain(`src/App.tsx, line ${line}`);
  });

  test("a throw in an event, after which the app goes on", async () => {
    const app = await room.open({
      "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [n, setN] = useState(0);
  return <><button onClick={() => setN(n + 1)}>count {n}</button><button onClick={() => {
    (undefined as any).x; }}>fail</button></>;
}`,
    });
    await app.running();
    await app.frame.getByRole("button", { name: "fail" }).click();
    const [problem] = (await app.failure()).problems;
    expect(problem).toMatchObject({ file: "src/App.tsx", line: 5, column: 24 });
    expect(await app.alert()).toContain("src/App.tsx, line 5, column 24");
    await app.frame.getByRole("button", { name: "count" }).click();
    await app.frame.getByRole("button", { name: "count 1" }).waitFor();
    await app.frame.getByRole("button", { name: "Close" }).click();
    expect(await app.frame.getByRole("alert").count()).toBe(0);
  });

  test("stands beside what it led to", async () => {
    const app = await room.open({
      "src/App.tsx": `export default () => <button onClick={() => void fetch("https://example.test/")}>fetch</button>;`,
    });
    await app.running();
    await app.frame.getByRole("button", { name: "fetch" }).click();
    const strip = app.frame.getByRole("alert");
    await strip.getByText("TypeError: Failed to fetch").waitFor();
    await strip.getByText("(connect-src): https://example.test/").waitFor();
  });

  test("in the file that threw, not in the one that called it", async () => {
    const app = await room.open({
      "src/App.tsx": `import { half } from "./math";\nexport default () => <p>{half("x")}</p>;`,
      "src/math.ts": `export interface Unused {\n  a: number;\n}\n\nexport function half(n: string): string {\n  return n.wrong();\n}`,
    });
    expect((await app.failure()).problems[0]).toMatchObject({ file: "src/math.ts", line: 6, column: 12 });
  });

  test("what does not compile: every fault, and no frame is left", async () => {
    const app = await room.open({
      "src/App.tsx": `import "./util";\nimport "left-pad";\nimport "./gone.css";\nexport default () => null;`,
      "src/util.ts": "\nexport const x = ;",
    });
    const { code, problems } = await app.failure();
    expect(code).toBe("compile");
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "src/util.ts:2",
      "src/App.tsx:2",
      "src/App.tsx:3",
    ]);
    expect(await app.frames()).toBe(0);
  });

  test("that stops the app is told after any number of others", async () => {
    const app = await room.open({
      "src/App.tsx": `import { useEffect, useState } from "react";
for (let n = 0; n < 40; n += 1) void Promise.reject(new Error("no " + n));
export default function App() {
  const [over, setOver] = useState(false);
  useEffect(() => { setTimeout(() => setOver(true), 50); }, []);
  if (over) throw new Error("the last one");
  return <p>on</p>;
}`,
    });
    await app.frame.getByText("The app stopped while drawing").waitFor();
    const failures = (await app.states()).flatMap((state) =>
      typeof state === "object" ? [state.failed] : [],
    );
    expect(failures).toHaveLength(21);
    expect(failures.at(-1)).toMatchObject({
      code: "draw",
      problems: [{ message: "Error: the last one", line: 6 }],
    });
  });

  test("is told in few words, however many it has", async () => {
    const app = await room.open({
      "src/App.tsx": `throw new Error("long ".repeat(1_000_000));\nexport default () => null;`,
    });
    expect((await app.failure()).problems[0].message).toHaveLength(2_000);
    expect((await app.alert()).length).toBeLessThan(2_200);
  });

  test("is told even when the app has broken what tells it", async () => {
    const app = await room.open({
      "src/App.tsx": `RegExp.prototype.exec = Array.prototype.find = () => { throw 1; };\n${boom}\nexport default () => null;`,
    });
    expect(await app.failure()).toMatchObject({ code: "load", stopped: true });
    expect(await app.alert()).toContain("The app failed");
  });

  test("of a file that is loaded late and has no component", async () => {
    const app = await room.open({
      "src/App.tsx": `import { lazy } from "react";\nexport default lazy(() => import("./late") as never);`,
      "src/late.ts": "export const late = 1;",
    });
    const { code, problems } = await app.failure();
    expect(code).toBe("draw");
    expect(problems[0].message).toContain("Does the file have a default export?");
  });

  test("is told once, however often it happens, and other apps go on", async () => {
    const other = await room.open({
      "src/App.tsx": `import { useState } from "react";
export default function App() { const [n, setN] = useState(0); return <button onClick={() => setN(n + 1)}>count {n}</button>; }`,
    });
    const app = await room.open({
      "src/App.tsx": `let n = 0;
setInterval(() => { document.title = String(++n); throw new Error("again"); }, 5);
export default () => <p>on</p>;`,
    });
    await app.failure();
    await expect.poll(() => app.evaluate<number>("Number(document.title)")).toBeGreaterThan(10);
    expect((await app.states()).filter((state) => typeof state === "object")).toHaveLength(1);
    await other.frame.getByRole("button").click();
    await other.frame.getByRole("button", { name: "count 1" }).waitFor();
  });
});
