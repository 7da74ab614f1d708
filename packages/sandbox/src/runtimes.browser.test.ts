import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTER } from "./testing/counter.ts";
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

describe("a device keeps linked apps", () => {
  const APP = { "src/App.tsx": "export default () => <p>kept</p>;" };
  const PROGRAMS = `new Promise((resolve) => {
    const opening = indexedDB.open("anteroom-programs");
    opening.onsuccess = () => resolve(opening.result);
  }).then((database) => database.transaction("programs", "readwrite").objectStore("programs"))`;

  /** A page in which the compiler cannot be had. */
  async function withoutCompiler(pageOf: RoomPage): Promise<RoomPage> {
    await pageOf.page.route("**/compile.js", (route) => route.abort());
    await pageOf.page.reload();
    return pageOf;
  }

  /** A device that has opened the app once, and kept it. */
  async function deviceWithApp(): Promise<RoomPage> {
    const device = await stand.openPage();
    await (await device.open(APP)).running();
    const count = `${PROGRAMS}.then((store) => new Promise((resolve) => {
      const counting = store.count();
      counting.onsuccess = () => resolve(counting.result);
    }))`;
    await expect.poll(() => device.page.evaluate(count)).toBe(1);
    return device;
  }

  test("and opens them again without the compiler", async () => {
    const again = await withoutCompiler(await deviceWithApp());
    await (await (await again.open(APP)).running()).frame.getByText("kept").waitFor();
    const other = await again.open({ "src/App.tsx": "export default () => <p>another</p>;" });
    expect((await other.failure()).code).toBe("compiler");
  });

  test.each([
    ["no program", "'text'"],
    [
      "a program with a package from elsewhere",
      "{ ...kept, packages: [{ name: 'a', file: '../a.js', integrity: 'sha256-' }] }",
    ],
    ["a program without code", "{ ...kept, code: undefined }"],
  ])("but takes %s for nothing", async (_what, changed) => {
    const device = await deviceWithApp();
    await device.page.evaluate(`${PROGRAMS}.then((store) => new Promise((resolve) => {
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        const kept = cursor.value;
        cursor.update(${changed}).onsuccess = resolve;
      };
    })).then(() => undefined)`);
    expect((await (await (await withoutCompiler(device)).open(APP)).failure()).code).toBe("compiler");
    // With the compiler it is made anew, and kept again.
    await device.page.unroute("**/compile.js");
    await device.page.reload();
    await (await (await device.open(APP)).running()).frame.getByText("kept").waitFor();
  });

  test("and needs no storage for any of it", async () => {
    for (const broken of [
      "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
      "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
      "IDBFactory.prototype.open = () => new EventTarget();",
    ]) {
      const device = await stand.openPage();
      await device.page.addInitScript(broken);
      await device.page.reload();
      await (await (await device.open(APP)).running()).frame.getByText("kept").waitFor();
    }
  });
});

describe("a frame that was kept ready", () => {
  const KEEP_READY = `void (globalThis.ready = stand.host.keepFrameReady(stand.place(document.documentElement.dataset.base)))`;

  test("takes the next app, the one after it gets another, and each has its own state", async () => {
    const page = await stand.openPage();
    await page.page.evaluate(KEEP_READY);
    await expect.poll(() => page.page.frames().length).toBe(2);
    const first = await (await page.open(COUNTER)).running();
    expect(page.page.frames()).toHaveLength(2);
    const second = await (await page.open(COUNTER)).running();
    await first.frame.getByRole("button").click();
    await first.frame.getByText("1").waitFor();
    expect(await second.frame.getByRole("button").textContent()).toBe("0");
    expect(await first.states()).toEqual(["starting", "running"]);
    // Two apps, the page, and one that is kept ready anew.
    await expect.poll(() => page.page.frames().length).toBe(4);
    await page.page.evaluate("ready[Symbol.dispose]()");
    await expect.poll(() => page.page.frames().length).toBe(3);
  });

  test("is watched like any other when an app leads it away", async () => {
    const page = await stand.openPage();
    await page.page.evaluate(KEEP_READY);
    await expect.poll(() => page.page.frames().length).toBe(2);
    const app = await page.open({
      "src/App.tsx": `setTimeout(() => { location.href = "about:blank"; }, 50);\nexport default () => <p>on</p>;`,
    });
    expect((await app.failure()).code).toBe("navigated");
    expect(await app.frames()).toBe(0);
  });
});
