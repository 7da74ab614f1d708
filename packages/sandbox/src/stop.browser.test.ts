import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTER, counted } from "./testing/counter.ts";
import { createStand, type RoomPage, type Stand } from "./testing/stand.ts";

const LOOP = {
  "src/App.tsx": `setTimeout(() => { for (;;); }, 200);\nexport default () => <p>on</p>;`,
};
const TWICE = ["starting", "running", "starting", "running"];

type App = Awaited<ReturnType<RoomPage["open"]>>;

async function hanging(room: RoomPage): Promise<App> {
  const app = await (await room.open(LOOP)).running();
  await expect.poll(() => app.answering()).toEqual([false]);
  return app;
}

describe("where apps share a process", () => {
  let stand: Stand;
  let room: RoomPage;
  beforeAll(async () => {
    stand = await createStand({ hosting: "shared" });
  });
  afterAll(async () => {
    await stand[Symbol.asyncDispose]();
  });

  /** Apps that are held up by one that hangs, of which a frame that is kept ready shares the process as well. */
  async function heldUp(count: number): Promise<{ readonly held: readonly App[]; readonly loop: App }> {
    room = await stand.openPage();
    await room.page.evaluate(
      `void stand.host.keepFrameReady(stand.place(document.documentElement.dataset.base))`,
    );
    const held: App[] = [];
    for (let n = 0; n < count; n += 1) held.push(await counted(room));
    return { held, loop: await hanging(room) };
  }

  async function runsAnew(app: App): Promise<void> {
    await expect.poll(() => app.states()).toEqual(TWICE);
    await app.frame.getByText("0").waitFor();
    expect(await app.frames()).toBe(1);
  }

  test("an app that is stopped frees the others, which start anew, and nothing is told of it", async () => {
    const { held, loop } = await heldUp(2);
    await loop.call(".stop()");
    for (const app of held) await runsAnew(app);
    expect([await loop.frames(), await loop.states()]).toEqual([0, ["starting", "running"]]);
    await counted(room);
    for (const app of held) expect(await app.answering()).toEqual([false]);
  });

  test("so does one that is disposed of, and a new one that is opened right then waits its turn", async () => {
    const { held, loop } = await heldUp(1);
    await loop.call("[Symbol.dispose]()");
    await counted(room);
    for (const app of held) await runsAnew(app);
  });

  test("one that is reloaded runs anew itself", async () => {
    room = await stand.openPage();
    const [held, loop] = [await counted(room), await counted(room)];
    await loop.evaluate("void setTimeout(() => { for (;;); }, 100)");
    await expect.poll(() => loop.answering()).toEqual([false]);
    await loop.call(".reload()");
    for (const app of [loop, held]) await runsAnew(app);
  });

  test("who is stopped, disposed of or reloaded meanwhile is neither lost nor there twice", async () => {
    const { held, loop } = await heldUp(4);
    const [stopped, disposed, reloaded, other] = held as [App, App, App, App];
    await room.page.evaluate(`{
      const [stopped, disposed, reloaded, , loop] = stand.apps.map(({ handle }) => handle);
      loop.stop();
      loop.stop();
      disposed[Symbol.dispose]();
      setTimeout(() => stopped.stop(), 150);
      const { states } = stand.apps[2];
      setInterval(() => { if (states.length === 3) reloaded.reload(); }, 1);
    }`);
    await expect.poll(() => reloaded.states()).toContain("running");
    await runsAnew(other);
    await reloaded.frame.getByText("0").waitFor();
    for (const app of [loop, stopped, disposed]) {
      expect([await app.frames(), await app.states()]).toEqual([0, ["starting", "running"]]);
    }
    expect(await reloaded.frames()).toBe(1);
  });

  test("an app that is ended since it floods the page frees the others by itself", async () => {
    room = await stand.openPage();
    const other = await counted(room);
    const flood = await room.open(
      {
        "src/App.tsx": `import { storage } from "@anteroom/app";
setTimeout(() => { for (;;) storage.get("a").catch(() => undefined); }, 200);
export default () => <p>on</p>;`,
      },
      { lends: { own: "r/flood/p" } },
    );
    expect((await flood.failure()).code).toBe("flood");
    await runsAnew(other);
  });

  test("an app that is opened while another hangs waits, and runs when that is stopped", async () => {
    const { loop } = await heldUp(0);
    const waits = await room.open(COUNTER);
    await loop.call(".stop()");
    await waits.running();
    expect(await waits.frames()).toBe(1);
    await waits.frame.getByText("0").waitFor();
  });
});

describe("an app of wire version 1", () => {
  test("is watched like any other", async () => {
    await using stand = await createStand();
    const room = await stand.openPage();
    const onFirst = { frame: stand.firstBase, compiler: stand.firstBase };
    const quiet = await (await room.open(COUNTER, onFirst)).running();
    const loops = [
      await room.open(LOOP, onFirst),
      await room.open({ "src/App.tsx": `for (;;);\nexport default () => null;` }, onFirst),
    ];
    for (const loop of loops) await expect.poll(() => loop.answering()).toEqual([false]);
    expect(await quiet.answering()).toEqual([]);
    await loops[0]?.call(".stop()");
    await counted(room);
    await quiet.frame.getByRole("button").click();
    await quiet.frame.getByText("1").waitFor();
  });
});
