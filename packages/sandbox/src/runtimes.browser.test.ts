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

describe("an app that was approved on a runtime of wire version 1", () => {
  const onFirst = (files: Readonly<Record<string, string>>, how: { trial?: boolean } = {}) =>
    room.open(files, { frame: stand.firstBase, compiler: stand.firstBase, ...how });

  test("still runs, styled, and follows the Room's theme", async () => {
    const app = await onFirst({
      "src/App.tsx": `import { useState } from "react";
import "./styles.css";
export default function App() {
  const [n, setN] = useState<number>(0);
  return <button onClick={() => setN(n + 1)}>{n}</button>;
}`,
      "src/styles.css": "button { color: rgb(1, 2, 3); }",
    });
    await app.running();
    await app.frame.getByRole("button").click();
    await app.frame.getByText("1").waitFor();
    expect(await app.evaluate("getComputedStyle(document.querySelector('button')).color")).toBe(
      "rgb(1, 2, 3)",
    );
    await app.call(`.setTheme("dark")`);
    await app.frame.locator("html[data-theme=dark]").waitFor();
    expect(await app.states()).toEqual(["starting", "running"]);
    await app.call(".reload()");
    await app.frame.getByText("0").waitFor();
  });

  test("has its errors named with their places, also on trial", async () => {
    const thrown = await onFirst(
      { "src/App.tsx": `export default function App() {\n  throw new Error("Out of milk");\n}` },
      { trial: true },
    );
    expect((await thrown.failure()).problems[0]).toMatchObject({
      message: "Error: Out of milk",
      file: "src/App.tsx",
      line: 2,
    });
    const unknown = await onFirst({ "src/App.tsx": `import "recharts";\nexport default () => null;` });
    const { code, problems } = await unknown.failure();
    expect(code).toBe("compile");
    expect(problems[0]).toMatchObject({ file: "src/App.tsx", line: 1 });
  });
});
