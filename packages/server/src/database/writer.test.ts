import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Store } from "@anteroom/features/kernel/context";
import { Refusal } from "@anteroom/features/kernel/errors";
import { defineWrite } from "@anteroom/features/kernel/write";
import { openTestStore, type TestStore } from "../../../../tests/testkit/store.ts";
import {
  answerFunction,
  appendNote,
  crash,
  failNote,
  openGate,
  type Note,
  readClock,
  refuseNote,
  slowNote,
  undoBatch,
  waitAtGate,
} from "./testing/writes.fixture.ts";

const writesModule = new URL("./testing/writes.fixture.ts", import.meta.url).href;

async function open(): Promise<TestStore> {
  const opened = await openTestStore({ writesModule });
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

const note = (text: string, resource = "r"): Note => ({ resource, text });

async function textsOf(store: Store, resource = "r"): Promise<string[]> {
  const rows = await store.read
    .selectFrom("events")
    .select(["sequence", "data"])
    .where("resource_id", "=", resource)
    .orderBy("sequence")
    .execute();
  expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map((row) => JSON.parse(row.data).text);
}

const refusal = (body: object): object => expect.objectContaining({ body: expect.objectContaining(body) });
const NOTHING_CHANGED = refusal({
  code: "unavailable",
  message: expect.stringContaining("nothing was changed"),
});
const UNKNOWN = refusal({ code: "unavailable", message: expect.stringContaining("outcome is unknown") });

test("what was acknowledged is there for the next read", async () => {
  const { store } = await open();
  for (let number = 1; number <= 20; number++) {
    expect(await store.write(appendNote, note(`${number}`))).toBe(number);
    expect(await textsOf(store)).toHaveLength(number);
  }
});

test("a refusal inside a write reaches the caller whole, and undoes the write", async () => {
  const { store, signals } = await open();
  const refused = store.write(refuseNote, note("x"));
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  await expect(refused).rejects.toMatchObject({
    body: { code: "conflict_state", message: "There are 1 notes already.", where: "text" },
  });
  expect(await textsOf(store)).toEqual([]);
  expect(signals).toEqual([]);
});

test("another error is told to the log and not to the caller", async () => {
  const { store, errors } = await open();
  const failed = await store.write(failNote, note("x")).catch((error: unknown) => error);
  expect(failed).toEqual(NOTHING_CHANGED);
  expect(JSON.stringify((failed as Refusal).body)).not.toContain("no_such_table");
  expect(errors.map((error) => error.message)).toEqual([
    expect.stringMatching(/test\.fail_note.*no_such_table/),
  ]);
});

test("a write that the module does not have is told to the log and changes nothing", async () => {
  const { store, errors } = await open();
  const missing = defineWrite("test.missing", async () => 1);
  await expect(store.write(missing, {})).rejects.toEqual(NOTHING_CHANGED);
  expect(errors.map((error) => error.message)).toEqual([expect.stringContaining("test.missing")]);
});

test("writes that fail leave their neighbours in the batch committed", async () => {
  const { store, signals } = await open();
  const results = await Promise.allSettled([
    store.write(appendNote, note("a")),
    store.write(refuseNote, note("b")),
    store.write(failNote, note("c")),
    store.write(slowNote, note("d")),
    store.write(appendNote, note("e")),
  ]);
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "no"))).toEqual([
    1,
    "no",
    "no",
    "no",
    2,
  ]);
  expect(await textsOf(store)).toEqual(["a", "e"]);
  expect(signals.map((signal) => "sequence" in signal && signal.sequence)).toEqual([1, 2]);
});

test("a body that waits for a timer is aborted, and its late query never lands", async () => {
  const { store, errors } = await open();
  await expect(store.write(slowNote, note("slow"))).rejects.toEqual(NOTHING_CHANGED);
  expect(errors.map((error) => error.message)).toEqual([
    expect.stringContaining("await nothing but its own queries"),
  ]);
  // The timer of the aborted body ends while these are written, each in a batch of its own.
  const until = Date.now() + 200;
  let written = 0;
  for (; Date.now() < until; written++) await store.write(appendNote, note("later"));
  expect(await textsOf(store)).toEqual(Array.from({ length: written }, () => "later"));
});

test("an aborted body that goes on inside a neighbour's transaction writes nothing there", async () => {
  const { store } = await open();
  const neighbours = Array.from({ length: 20 }, (_, number) => `${number}`);
  const results = await Promise.allSettled([
    store.write(waitAtGate, note("waits", "of the aborted")),
    store.write(
      openGate,
      neighbours.map((text) => note(text)),
    ),
  ]);
  expect(results.map((result) => result.status)).toEqual(["rejected", "fulfilled"]);
  expect(await textsOf(store)).toEqual(neighbours);
  expect(await textsOf(store, "of the aborted")).toEqual([]);
});

test("when SQLite undoes the batch, all of it may be tried again and nothing is half done", async () => {
  const { store, signals, errors } = await open();
  const batch = [
    store.write(appendNote, note("a")),
    store.write(refuseNote, note("b")),
    store.write(undoBatch, note("c")),
    store.write(appendNote, note("d")),
  ];
  for (const result of await Promise.allSettled(batch)) {
    expect(result).toMatchObject({ status: "rejected", reason: NOTHING_CHANGED });
  }
  expect(await textsOf(store)).toEqual([]);
  expect(signals).toEqual([]);
  expect(errors.map((error) => error.message)).toEqual([expect.stringContaining('"test.undo_batch"')]);
  expect(await store.write(appendNote, note("a"))).toBe(1);
});

test("a thousand writes at once are all written, each once", async () => {
  const { store } = await open();
  const texts = Array.from({ length: 1000 }, (_, number) => `${number}`);
  const sequences = await Promise.all(texts.map((text) => store.write(appendNote, note(text))));
  expect(sequences).toEqual(texts.map((_, index) => index + 1));
  expect(await textsOf(store)).toEqual(texts);
});

test("a signal comes after the commit and before the answer", async () => {
  await using stack = new AsyncDisposableStack();
  const seen: unknown[] = [];
  const { store, signals } = stack.use(await openTestStore({ writesModule }));
  const writing = store.write(appendNote, note("a")).then((sequence) => {
    seen.push(...signals, `answered ${sequence}`);
    return textsOf(store);
  });
  expect(await writing).toEqual(["a"]);
  expect(seen).toEqual([{ kind: "resource", resource_id: "r", sequence: 1 }, "answered 1"]);
});

test(
  "a crash of the writer leaves the outcome open, and the next writes work again",
  { timeout: 30_000 },
  async () => {
    const { store, signals, errors } = await open();
    await store.write(appendNote, note("before"));
    const batch = [
      store.write(appendNote, note("a")),
      store.write(crash, note("b")),
      store.write(appendNote, note("c")),
    ];
    for (const result of await Promise.allSettled(batch)) {
      expect(result).toMatchObject({ status: "rejected", reason: UNKNOWN });
    }
    expect(errors.map((error) => error.message)).toEqual([expect.stringContaining("ended by itself")]);
    expect(await store.write(appendNote, note("after"))).toBe(2);
    expect(await textsOf(store)).toEqual(["before", "after"]);
    expect(signals).toHaveLength(2);
  },
);

test("arguments and results that cannot be sent fail alone", async () => {
  const { store, errors } = await open();
  const unsendable = { ...note("b"), secret: () => "closed over" };
  const results = await Promise.allSettled([
    store.write(appendNote, note("a")),
    store.write(appendNote, unsendable),
    store.write(answerFunction, {}),
    store.write(appendNote, note("c")),
  ]);
  expect(results).toMatchObject([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: NOTHING_CHANGED },
    { status: "rejected", reason: UNKNOWN },
    { status: "fulfilled", value: 2 },
  ]);
  expect(errors).toHaveLength(2);
});

test("one write sees one time, in another thread than the callers'", async () => {
  const { store } = await open();
  const { first, second, thread } = await store.write(readClock, {});
  expect(second).toBe(first);
  expect(new Date(first).toISOString()).toBe(first);
  expect(thread).not.toBe(0);
});

test("closing writes what waits and refuses what comes later", async () => {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await openTestStore({ writesModule }));
  const waiting = Array.from({ length: 600 }, (_, number) =>
    opened.store.write(appendNote, note(`${number}`)),
  );
  const closed = opened.database[Symbol.asyncDispose]();
  await expect(opened.store.write(appendNote, note("late"))).rejects.toEqual(NOTHING_CHANGED);
  expect(await Promise.all(waiting)).toHaveLength(600);
  await closed;
});

test("closing while the writer is down does not wait for it", async () => {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await openTestStore({ writesModule }));
  await expect(opened.store.write(crash, note("a"))).rejects.toEqual(UNKNOWN);
  const waiting = opened.store.write(appendNote, note("b"));
  const outcome = expect(waiting).rejects.toEqual(NOTHING_CHANGED);
  await opened.database[Symbol.asyncDispose]();
  await outcome;
});

test("two writes of one name, and a module without writes, keep the store from opening", async () => {
  const start = (file: string): Promise<TestStore> =>
    openTestStore({ writesModule: new URL(`./testing/${file}`, import.meta.url).href });
  await expect(start("same-name.fixture.ts")).rejects.toThrow('Two writes have the name "test.twice"');
  await expect(start("child.fixture.ts")).rejects.toThrow('exports no "writes"');
});

test(
  "every reader that follows the log sees each event once, in order, whatever fails meanwhile",
  { timeout: 60_000 },
  async () => {
    const { store } = await open();
    const resources = ["r0", "r1", "r2"];
    let writing = true;
    const follow = async (resource: string): Promise<string[]> => {
      const seen: string[] = [];
      const read = store.read
        .selectFrom("events")
        .select(["sequence", "data"])
        .where("resource_id", "=", resource);
      for (let last = false; ; last = !writing) {
        const page = await read.where("sequence", ">", seen.length).orderBy("sequence").limit(7).execute();
        for (const event of page) {
          expect(event.sequence).toBe(seen.length + 1);
          seen.push(JSON.parse(event.data).text);
        }
        if (last && page.length === 0) return seen;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const followers = [...resources, ...resources].map(follow);
    const acknowledged = await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const done: string[] = [];
        for (let number = 0; number < 200; number++) {
          const text = `${writer}/${number}`;
          const resource = `r${(writer + number) % 3}`;
          const write = number % 5 === 1 ? refuseNote : appendNote;
          await store.write(write, note(text, resource)).then(
            () => done.push(text),
            () => undefined,
          );
        }
        return done;
      }),
    );
    writing = false;
    const seen = await Promise.all(followers);
    expect(seen.slice(3)).toEqual(seen.slice(0, 3));
    expect(seen.slice(0, 3).flat().toSorted()).toEqual(acknowledged.flat().toSorted());
    const counters = await store.read
      .selectFrom("event_counters")
      .select(["resource_id", "sequence"])
      .execute();
    const expected = resources.map((resource_id, index) => ({ resource_id, sequence: seen[index]?.length }));
    expect(counters.toSorted((a, b) => a.resource_id.localeCompare(b.resource_id))).toEqual(expected);
  },
);

test("the reader cannot write", async () => {
  const { store } = await open();
  await expect(sql`delete from events`.execute(store.read)).rejects.toThrow("readonly");
});
