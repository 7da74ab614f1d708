import { readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CannotOpenError, openDatabase, type Database } from "./index.ts";
import { Child } from "./testing/child.fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.fixture.ts";
import { appendNote } from "./testing/writes.fixture.ts";

const writesModule = new URL("./testing/writes.fixture.ts", import.meta.url).href;

function open(folder: string, lock = true): Promise<Database> {
  const onError = (error: Error): never => {
    throw error;
  };
  return openDatabase({ folder, lock, writesModule, onSignals: () => undefined, onError });
}

test("an installation is opened again with what it held, and keeps no log of its own once closed", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  {
    await using first = await open(data);
    await first.store.write(appendNote, { resource: "r", text: "kept" });
    for (const file of readdirSync(data)) expect(statSync(join(data, file)).mode & 0o777, file).toBe(0o600);
  }
  expect(readdirSync(data).toSorted()).toEqual(["anteroom.json", "anteroom.sqlite", "lock.sqlite"]);
  await using again = await open(data);
  expect(await again.store.write(appendNote, { resource: "r", text: "more" })).toBe(2);
});

test("a program beside the server writes a row that the server notices", async () => {
  using folder = temporaryFolder();
  await using server = await open(folder.path);
  await expect(open(folder.path)).rejects.toThrow("Another server is running");
  const before = server.dataVersion();
  await server.store.write(appendNote, { resource: "r", text: "by the server" });
  // Longer than the writer takes to look: its own commits are not another process's.
  await sleep(600);
  expect(server.dataVersion()).toBe(before);
  {
    await using beside = await open(folder.path, false);
    expect(await beside.store.write(appendNote, { resource: "r", text: "beside it" })).toBe(2);
  }
  while (server.dataVersion() === before) await sleep(20);
  expect(await server.store.write(appendNote, { resource: "r", text: "by the server again" })).toBe(3);
});

test("another program's database in a folder of ours is refused", async () => {
  using folder = temporaryFolder();
  await (await open(folder.path))[Symbol.asyncDispose]();
  const file = join(folder.path, "anteroom.sqlite");
  {
    using database = new DatabaseSync(file);
    database.exec("pragma application_id = 7");
  }
  await expect(open(folder.path)).rejects.toThrow(CannotOpenError);
  await expect(open(folder.path, false)).rejects.toThrow(`not a database of Anteroom: ${file}`);
});

test("a database that is damaged is told of as that, with or without the server", async () => {
  using folder = temporaryFolder();
  await (await open(folder.path))[Symbol.asyncDispose]();
  truncateSync(join(folder.path, "anteroom.sqlite"), 100_000);
  for (const lock of [true, false]) {
    const opening = open(folder.path, lock);
    await expect(opening).rejects.toThrow(CannotOpenError);
    await expect(opening).rejects.toThrow("malformed");
    await expect(opening).rejects.toThrow("restore the folder from a backup");
  }
  writeFileSync(join(folder.path, "lock.sqlite"), "no database, and longer than the header of one would be");
  await expect(open(folder.path)).rejects.toThrow(CannotOpenError);
});

test(
  "a full disk costs what was not acknowledged, and the log is folded again once there is room",
  { timeout: 120_000 },
  async () => {
    using folder = temporaryFolder();
    await using server = new Child("fill-disk", folder.path);
    expect(await server.line()).toMatch(/^refused after [1-9]\d* notes: .*Try again/);
    expect(await server.line()).toContain("could not be folded");
    expect(await server.line()).toMatch(/^folded, and ([1-9]\d*) of \1 notes are there$/);
  },
);

test(
  "a server that is killed while it writes loses nothing it acknowledged",
  { timeout: 120_000 },
  async () => {
    using folder = temporaryFolder();
    const acknowledged: string[] = [];
    for (const run of ["first", "second", "third"]) {
      await using server = new Child("write-until-killed", folder.path, run);
      for (let count = 0; count < 400; count++) acknowledged.push((await server.line()) ?? "it ended early");
      acknowledged.push(...(await server.kill()));
    }
    await using database = await open(folder.path);
    const { read } = database.store;
    const events = await read
      .selectFrom("events")
      .selectAll()
      .orderBy("resource_id")
      .orderBy("sequence")
      .execute();
    const kept = events.map(
      (event) => `${event.resource_id} ${event.sequence} ${JSON.parse(event.data).text}`,
    );
    expect(acknowledged.filter((line) => !kept.includes(line))).toEqual([]);

    const counters = await read.selectFrom("event_counters").selectAll().execute();
    for (const { resource_id, sequence } of counters) {
      const sequences = events
        .filter((event) => event.resource_id === resource_id)
        .map((event) => event.sequence);
      expect(sequences).toEqual(Array.from({ length: sequence }, (_, index) => index + 1));
    }
    // Each writer began a note only after the one before was acknowledged: what is kept has no holes.
    const numbers = Map.groupBy(
      kept.map((line) => line.split(" ")[2] ?? ""),
      (text) => text.slice(0, text.lastIndexOf("/")),
    );
    expect(numbers.size).toBe(24);
    for (const [writer, texts] of numbers) {
      expect(new Set(texts)).toEqual(new Set(texts.map((_, index) => `${writer}/${index + 1}`)));
    }
  },
);
