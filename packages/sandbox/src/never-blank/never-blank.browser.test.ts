import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type RoomPage, type Stand } from "../testing/stand.ts";
import { BROKEN, EMPTY } from "./apps.ts";

let stand: Stand;
let room: RoomPage;
let neighbour: Awaited<ReturnType<RoomPage["open"]>>;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
  neighbour = await room.open({
    "src/App.tsx": `import { useState } from "react";
export default function App() { const [n, setN] = useState(0); return <button onClick={() => setN(n + 1)}>count {n}</button>; }`,
  });
  await neighbour.running();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

let counted = 0;

/** The page takes a press, and so does the app beside the broken one. */
async function expectOthersGoOn(): Promise<void> {
  expect(await room.page.evaluate("document.title")).toBe("Room");
  await neighbour.frame.getByRole("button", { name: `count ${counted}` }).click();
  counted += 1;
  await neighbour.frame.getByRole("button", { name: `count ${counted}` }).waitFor();
}

describe("an app that fails tells what and where", () => {
  test.each(BROKEN)(
    "$name",
    async ({ app: text, others, pressed, undrawn, code, file = "src/App.tsx", line, says }) => {
      const files = { "src/App.tsx": text, ...others };
      const app = await room.open(files);
      // A frame out of sight is not drawn, and its animations rest.
      await room.page.evaluate("document.querySelector('main:last-of-type').scrollIntoView()");
      if (pressed) await app.frame.getByRole("button", { name: "go" }).press("Enter");
      const failure = await app.failure();
      const [problem] = failure.problems;
      expect(failure.code).toBe(code);
      expect(problem.message).toContain(says);
      expect(problem).toMatchObject({ file, line });
      const excerpt = problem.excerpt ?? { firstLine: 0, lines: [] };
      expect(excerpt.lines[line - excerpt.firstLine]).toBe(
        files[file as keyof typeof files].split("\n")[line - 1],
      );
      if (code === "compile") {
        // The page itself draws such a failure, with the excerpt.
        expect(await app.frames()).toBe(0);
      } else {
        const said = await app.alert();
        expect(said).toContain(says);
        expect(said).toContain(`${file}, line ${line}`);
        if (!failure.stopped && !undrawn) await app.frame.getByText("still here").waitFor();
      }
      await expectOthersGoOn();
      await app.call("[Symbol.dispose]()");
    },
  );
});

describe("an app that shows nothing says so", () => {
  test.each(EMPTY)("$name", async ({ app: text, waits }) => {
    const app = await room.open({ "src/App.tsx": text }, { answers: {} });
    const status = app.frame.getByRole("status");
    await status
      .getByText(waits ? "The app has drawn nothing yet" : "The app runs, but shows nothing")
      .waitFor();
    if (!waits) expect(await status.textContent()).toContain("src/App.tsx, line 1, column");
    expect(await app.notices()).toEqual(waits ? [] : ["drew_nothing"]);
    await expectOthersGoOn();
    await app.call("[Symbol.dispose]()");
  });

  test("until it shows something, and again when it does not", async () => {
    const app = await room.open({
      "src/App.tsx": `import { useEffect, useState } from "react";
export default function App() {
  const [shown, setShown] = useState(false);
  useEffect(() => { Object.assign(globalThis, { setShown }); }, []);
  return shown ? <p>on</p> : null;
}`,
    });
    const status = app.frame.getByRole("status");
    await status.waitFor();
    await app.evaluate("setShown(true)");
    await status.waitFor({ state: "detached" });
    await app.evaluate("setShown(false)");
    await status.waitFor();
  });

  test.each([
    ["a canvas", `<canvas width="10" height="10" />`],
    [
      "a picture",
      `<img alt="" width="10" height="10" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" />`,
    ],
    ["a painted surface", `<div style={{ height: 10, background: "red" }} />`],
    ["a frame", `<div style={{ height: 10, border: "1px solid" }} />`],
    [
      "text that comes by the stylesheet",
      `<><style>{".a::before { content: 'on' }"}</style><div className="a" /></>`,
    ],
  ])("and not for %s", async (_what, html) => {
    const app = await room.open({ "src/App.tsx": `export default () => ${html};` }, { answers: {} });
    await app.running();
    // Longer than an app may show nothing.
    await app.evaluate("new Promise((enough) => setTimeout(enough, 4000))");
    expect(await app.frame.getByRole("status").count()).toBe(0);
    expect(await app.notices()).toEqual([]);
  });

  test("and not for an app that its page hides, as behind another tab", async () => {
    const app = await room.open({ "src/App.tsx": `export default () => <p>on</p>;` }, { answers: {} });
    await app.running();
    await app.frame.owner().evaluate((frame) => {
      const { host } = frame.getRootNode() as ShadowRoot;
      (host.parentElement ?? document.body).hidden = true;
    });
    // Longer than an app may show nothing.
    await app.evaluate("new Promise((enough) => setTimeout(enough, 4000))");
    expect(await app.notices()).toEqual([]);
  });
});

describe("an app that hangs while it starts", () => {
  test.each([
    ["in a module", `console.log("now");\nfor (;;);\nexport default () => null;`],
    ["while drawing", `export default () => { console.log("now"); for (;;); };`],
    [
      "while drawing itself within itself",
      `console.log("now");\nexport default function App() { return <App />; }`,
    ],
  ])("%s: the page goes on, can close it, and others run after it", async (_where, text) => {
    // All frames of a page share a process, so that the others would stand still.
    const apart = await stand.openPage();
    const app = await apart.open({ "src/App.tsx": text }, { trial: true });
    await expect.poll(async () => (await app.entries()).length).toBe(1);
    expect(await app.states()).toEqual(["starting"]);
    await app.call("[Symbol.dispose]()");
    expect(await app.frames()).toBe(0);
    const next = await apart.open({ "src/App.tsx": "export default () => <p>next</p>;" });
    await next.running();
    await apart.page.close();
  });
});
