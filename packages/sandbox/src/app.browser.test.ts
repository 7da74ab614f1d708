import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type Lends, type RoomPage, type Stand } from "./testing/stand.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

/** An app that gives its package to the test, which plays the app's code. */
const OPEN = {
  "src/App.tsx": `import * as app from "@anteroom/app";
Object.assign(globalThis, { app, told: [] });
export default () => <p>open</p>;`,
};

async function opened(lends: Lends, { files = OPEN, page = room }: { files?: object; page?: RoomPage } = {}) {
  const app = await page.open({ ...(files as typeof OPEN) }, { lends });
  return app.running();
}

/** What code of an app comes to, a failure as its code. */
function outcome(code: string): string {
  return `(async () => ${code})().catch((error) => error instanceof app.AppError ? error.code : String(error))`;
}

describe("data of a person on the device", () => {
  test("outlasts the page, and is that of one app alone", async () => {
    const page = await stand.openPage();
    const first = await opened({ own: "r/notes/p" }, { page });
    await first.evaluate(`app.storage.set("note", { text: "é", at: [1] })`);
    const other = await opened({ own: "r/todo/p" }, { page });
    expect(await other.evaluate(`app.storage.list()`)).toEqual([]);
    await other.evaluate(`app.storage.set("note", "mine")`);

    await page.page.reload();
    const again = await opened({ own: "r/notes/p" }, { page });
    expect(await again.evaluate(`app.storage.get("note")`)).toEqual({ text: "é", at: [1] });
    await again.evaluate(`app.storage.delete("note")`);
    expect(await again.evaluate(`app.storage.list()`)).toEqual([]);
    await page.page.context().close();
  });

  test("is bounded, and says what is full", async () => {
    const app = await opened({ own: "r/full/p" });
    const fill = `Promise.all(Array.from({ length: 19 }, (_, n) => app.storage.set("k" + n, "x".repeat(262_000))))`;
    await app.evaluate(fill);
    expect(await app.evaluate(outcome(`app.storage.set("one more", "x".repeat(262_000))`))).toBe(undefined);
    expect(await app.evaluate(outcome(`app.storage.set("too much", "x".repeat(262_000))`))).toBe("quota");
    expect(await app.evaluate(outcome(`app.storage.set("large", "x".repeat(300_000))`))).toBe("too_large");
    await app.evaluate(`app.storage.delete("k1")`);
    expect(await app.evaluate(outcome(`app.storage.set("too much", "x")`))).toBe(undefined);
  });

  test("is heard of in another tab of the same person, and of the same app alone", async () => {
    const beside = await stand.openPage(room);
    const [here, there, elsewhere] = await Promise.all([
      opened({ own: "r/tabs/p" }),
      opened({ own: "r/tabs/p" }, { page: beside }),
      opened({ own: "r/tabs/q" }, { page: beside }),
    ]);
    for (const app of [there, elsewhere]) {
      await app.evaluate(`app.storage.subscribe((change) => told.push(change)) && app.storage.get("a")`);
    }
    await here.evaluate(`app.storage.set("a", 1)`);
    await here.evaluate(`app.storage.delete("a")`);
    await expect
      .poll(() => there.evaluate("told"))
      .toEqual([
        { key: "a", value: 1 },
        { key: "a", value: undefined },
      ]);
    expect(await elsewhere.evaluate("told")).toEqual([]);
    await beside.page.close();
  });

  test("is counted, exported, put back and cleared by its person, and the app hears", async () => {
    const app = await opened({ own: "r/managed/p" });
    const managed = (code: string) =>
      room.page.evaluate<unknown>(`stand.host.createDeviceStorage({ scope: "r/managed/p" }).${code}`);
    await app.evaluate(`app.storage.subscribe("b", (value) => told.push(value ?? "gone"))`);
    await app.evaluate(`app.storage.set("a", { n: 1 })`);
    await app.evaluate(`app.storage.set("b", "é")`);
    expect(await managed("used()")).toEqual({ keys: 2, bytes: 13 });
    expect(await managed("export()")).toEqual({ a: { n: 1 }, b: "é" });
    await managed("clear()");
    expect(await managed("used()")).toEqual({ keys: 0, bytes: 0 });
    expect(await app.evaluate(`app.storage.list()`)).toEqual([]);
    await managed(`import({ b: "back", c: [1] })`);
    expect(await app.evaluate(`app.storage.get("c")`)).toEqual([1]);
    await expect.poll(() => app.evaluate("told")).toEqual(["é", "gone", "back"]);
    for (const wrong of [`[]`, `"a"`, `{ "": 1 }`, `{ a: "x".repeat(300_000) }`]) {
      const error = await managed(`import(${wrong}).then(() => "done", (error) => error.name)`);
      expect(error).toBe("CallFailure");
    }
    expect(await managed("export()")).toEqual({ b: "back", c: [1] });
  });

  test("of apps that are long gone can be forgotten", async () => {
    const app = await opened({ own: "r/gone/p" });
    await app.evaluate(`app.storage.set("a", 1)`);
    const forget = (before: string, kept: string) =>
      room.page.evaluate(`stand.host.forgetScopes({ before: ${before}, keeps: (scope) => scope ${kept} })`);
    await forget("Date.now() - 60_000", "=== ''");
    await forget("Date.now() + 60_000", "=== 'r/gone/p'");
    expect(await app.evaluate(`app.storage.list()`)).toEqual(["a"]);
    await forget("Date.now() + 60_000", "!== 'r/gone/p'");
    expect(await app.evaluate(`app.storage.list()`)).toEqual([]);
  });

  test("is unavailable, and said to be so, where the browser keeps none", async () => {
    const page = await stand.openPage();
    await page.page.addInitScript("Object.defineProperty(window, 'indexedDB', { value: undefined })");
    await page.page.reload();
    const app = await opened({ own: "r/private/p" }, { page });
    expect(await app.evaluate(outcome(`app.storage.get("a")`))).toBe("unavailable");
    expect(await app.evaluate(outcome(`app.storage.set("a", 1)`))).toBe("unavailable");
    await page.page.context().close();
  });
});

const BOARD = {
  "src/App.tsx": `import { StrictMode } from "react";
import { useShared, useStored } from "@anteroom/app";
function Count() {
  const [votes, setVotes, { ready }] = useShared("votes", 0);
  return <button onClick={() => setVotes((n) => n + 1)}>votes {ready ? votes : "…"}</button>;
}
function Name() {
  const [name, setName, { error }] = useStored("name", "");
  return <label>Name<input value={name} onChange={(event) => setName(event.target.value)} /> <i>{error?.code}</i></label>;
}
function Long() {
  const [, setName] = useStored("name", "");
  return <button onClick={() => setName("x".repeat(300_000).slice(0, 262_000) + "é".repeat(100))}>Long</button>;
}
export default () => <StrictMode><Count /><Count /><Name /><Name /><Long /></StrictMode>;`,
};

describe("hooks", () => {
  test("share a value among all components, frames and members, and lose no vote", async () => {
    const boards = await Promise.all(
      ["a", "b"].map((person) => opened({ own: `r/board/${person}`, shared: "board" }, { files: BOARD })),
    );
    const votes = boards.map((app) => app.frame.getByRole("button", { name: "votes" }).first());
    await Promise.all(boards.map((app) => app.frame.getByText("votes 0").first().waitFor()));
    await Promise.all(
      votes.map(async (button) => {
        for (let n = 0; n < 5; n += 1) await button.click();
      }),
    );
    for (const app of boards) {
      await expect.poll(() => app.frame.getByText("votes 10", { exact: true }).count()).toBe(2);
    }
  });

  test("keep what is typed, the same in all fields and after the page was opened again", async () => {
    const page = await stand.openPage();
    const app = await opened({ own: "r/typed/p", shared: "typed" }, { files: BOARD, page });
    const fields = app.frame.getByLabel("Name");
    await fields.first().pressSequentially("Ada é 🙂");
    expect(await fields.nth(1).inputValue()).toBe("Ada é 🙂");
    await app.evaluate("new Promise((over) => setTimeout(over, 100))");
    await page.page.reload();
    const again = await opened({ own: "r/typed/p", shared: "typed" }, { files: BOARD, page });
    await expect.poll(() => again.frame.getByLabel("Name").first().inputValue()).toBe("Ada é 🙂");
    await page.page.context().close();
  });
});

describe("shared data", () => {
  test("is live in every frame, by versions, and updates lose nothing under contention", async () => {
    const apps = await Promise.all([1, 2, 3].map(() => opened({ shared: "polls" })));
    const [first, second] = apps;
    if (first === undefined || second === undefined) throw new Error("No apps.");
    await second.evaluate(
      `app.shared.subscribe("poll", (value) => told.push(value)) && app.shared.get("poll")`,
    );
    const { version } = await first.evaluate<{ version: number }>(`app.shared.set("poll", "tea")`);
    await expect.poll(() => second.evaluate("told")).toEqual(["tea"]);
    expect(await second.evaluate(outcome(`app.shared.set("poll", "x", { ifVersion: ${version - 1} })`))).toBe(
      "conflict",
    );
    await second.evaluate(`app.shared.set("poll", "coffee", { ifVersion: ${version} })`);
    expect(await first.evaluate(`app.shared.get("poll")`)).toBe("coffee");

    const many = `Promise.all(Array.from({ length: 20 }, () => app.shared.update("count", (n = 0) => n + 1)))`;
    await Promise.all(apps.map((app) => app.evaluate(many)));
    expect(await first.evaluate(`app.shared.get("count")`)).toBe(60);
  });

  test("is not there for an app that was approved without it: it says what to do, and where", async () => {
    const app = await opened(
      { own: "r/plain/p" },
      {
        files: {
          "src/App.tsx": `import { useShared } from "@anteroom/app";
export default function App() {
  const [votes] = useShared("votes", 0);
  return <p>votes {votes}</p>;
}`,
        },
      },
    );
    const { code, problems } = await app.failure();
    expect(code).toBe("run");
    expect(problems[0]).toMatchObject({
      file: "src/App.tsx",
      line: 3,
      message: expect.stringContaining("must name `shared`"),
    });
    await app.frame.getByText("votes 0").waitFor();
    await app.frame.getByRole("alert").getByText("approved without shared data").first().waitFor();
  });
});

describe("a value that cannot be kept", () => {
  test("is an error of the app, at its line, if the app does not look at it", async () => {
    const app = await opened(
      { own: "r/odd/p" },
      {
        files: {
          "src/App.tsx": `import { storage } from "@anteroom/app";
const save = () => {
  void storage.set("board", { cards: [{ onClick: () => 1 }] });
};
export default () => <button onClick={save}>Save</button>;`,
        },
      },
    );
    await app.frame.getByRole("button", { name: "Save" }).click();
    const { problems } = await app.failure();
    expect(problems[0]).toMatchObject({ file: "src/App.tsx", line: 3 });
    expect(problems[0].message).toContain("cards[0].onClick in it is a function");
  });
});

test("the Room's name, theme, locale and members reach the app, also when they change", async () => {
  const app = await opened(
    { members: ["Ada", "Bo"] },
    {
      files: {
        "src/App.tsx": `import { useEffect, useState } from "react";
import { room, useRoom } from "@anteroom/app";
export default function App() {
  const { name, theme, locale } = useRoom();
  const [members, setMembers] = useState<string[]>([]);
  useEffect(() => { void room.members().then(setMembers); }, []);
  return <p>{[name, theme, locale, room.name, ...members].join(" ")}</p>;
}`,
      },
    },
  );
  await app.frame.getByText("Room light en Room Ada Bo", { exact: true }).waitFor();
  await app.call(`.setTheme("dark")`);
  await app.call(`.setRoom({ name: "Atelier", locale: "fr" })`);
  await app.frame.getByText("Atelier dark fr Atelier Ada Bo", { exact: true }).waitFor();
  await app.call(".reload()");
  await app.frame.getByText("Atelier dark fr Atelier Ada Bo", { exact: true }).waitFor();
});

test("an app that replaces what the browser has gets hold of no port, and its calls go on", async () => {
  const app = await opened(
    { own: "r/hostile/p" },
    {
      files: {
        "src/App.tsx": `import * as app from "@anteroom/app";
const caught = new Set<unknown>();
let seeing = false;
const see = (one: unknown) => {
  if (seeing || typeof one !== "object" || one === null) return;
  seeing = true;
  if (one instanceof MessagePort) caught.add(one);
  if (one instanceof Event) for (const part of [one.target, one.currentTarget, ...one.composedPath()]) if (part instanceof MessagePort) caught.add(part);
  seeing = false;
};
function spy(owner: object, name: string) {
  const property = Object.getOwnPropertyDescriptor(owner, name)!;
  const told = (native: Function) => function (this: unknown, ...given: unknown[]) {
    see(this); given.forEach(see);
    return Reflect.apply(native, this, given);
  };
  Object.defineProperty(owner, name, {
    ...property,
    ...(property.get && { get: told(property.get) }),
    ...(typeof property.value === "function" && { value: told(property.value) }),
  });
}
for (const name of ["data", "ports", "source"]) spy(MessageEvent.prototype, name);
for (const name of ["target", "currentTarget", "composedPath"]) spy(Event.prototype, name);
for (const name of ["postMessage", "start", "close"]) spy(MessagePort.prototype, name);
for (const name of ["get", "set", "delete"]) spy(Map.prototype, name);
for (const name of ["call", "apply", "bind"]) spy(Function.prototype, name);
spy(Promise.prototype, "then");
JSON.stringify = () => "null";
globalThis.Promise = class { constructor() { throw new Error("replaced"); } } as never;
Object.assign(globalThis, { app, caught });
export default () => <p>ok</p>;`,
      },
    },
  );
  expect(await app.evaluate(`app.storage.set("a", [1]).then(() => app.storage.get("a"))`)).toEqual([1]);
  await app.call(`.setTheme("dark")`);
  await expect.poll(() => app.evaluate("app.room.theme")).toBe("dark");
  // React speaks to itself over a port of its own; what the page does not hear is none of its.
  const forged = { type: "failed", report: { phase: "load", message: "forged" } };
  await app.evaluate(`caught.forEach((port) => port.postMessage(${JSON.stringify(forged)}))`);
  await app.evaluate(`app.storage.get("a")`);
  expect(await app.states()).toEqual(["starting", "running"]);
});
