import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OfflineError, RefusalError } from "@anteroom/client";
import type { ValueChange } from "@anteroom/sandbox/host";
import { SharedMirror, type SharedSource } from "./shared-mirror.ts";

type Page = Awaited<ReturnType<SharedSource["read"]>>;

/** The server as far as a mirror knows it, with moments that a real one cannot be held at. */
class Server implements SharedSource {
  readonly rows = new Map<string, { value: string | undefined; version: number }>();
  readonly reads: number[] = [];
  version = 0;
  resetVersion = 0;
  pageSize = 100;
  fails: Error | undefined;
  /** Answers are held back until it is called. */
  release: (() => void) | undefined;
  holds = false;

  async read(after: number): Promise<Page> {
    this.reads.push(after);
    if (this.fails) throw this.fails;
    const page = this.#pageAfter(after);
    if (this.holds) await new Promise<void>((resolve) => (this.release = resolve));
    return page;
  }

  async set(key: string, value: string, ifVersion?: number) {
    this.#check(key, ifVersion);
    return this.put(key, value);
  }

  async delete(key: string, ifVersion?: number) {
    this.#check(key, ifVersion);
    return this.put(key, undefined);
  }

  /** What somebody else does. */
  put(key: string, value: string | undefined): { version: number } {
    if (this.fails) throw this.fails;
    const version = (this.version += 1);
    this.rows.set(key, { value, version });
    return { version };
  }

  clear(): void {
    this.rows.clear();
    this.resetVersion = this.version += 1;
  }

  #pageAfter(after: number): Page {
    const reset = after > 0 && (after < this.resetVersion || after > this.version);
    const from = reset ? 0 : after;
    const left = [...this.rows]
      .filter(([, row]) => row.version > from && (from > 0 || row.value !== undefined))
      .toSorted(([, a], [, b]) => a.version - b.version);
    const entries = left.slice(0, this.pageSize).map(([key, { value, version }]) => {
      return { key, version, ...(value !== undefined && { value }) };
    });
    const has_more = left.length > entries.length;
    return { entries, version: has_more ? (entries.at(-1)?.version ?? 0) : this.version, has_more, reset };
  }

  #check(key: string, ifVersion: number | undefined): void {
    const { value, version } = this.rows.get(key) ?? { value: undefined, version: 0 };
    if (ifVersion === undefined || ifVersion === (value === undefined ? 0 : version)) return;
    throw new RefusalError({ code: "conflict_state", message: "Changed.", where: "if_version" }, 409);
  }
}

let server: Server;
let mirror: SharedMirror;
const told: ValueChange[] = [];

beforeEach(() => {
  server = new Server();
  mirror = new SharedMirror(server);
  told.length = 0;
  mirror.watch((changes) => told.push(...changes), new AbortController().signal);
});
afterEach(() => {
  mirror.close();
  vi.useRealTimers();
});

test("reads all of it once, by pages, and then answers by itself", async () => {
  for (const key of ["c", "a", "b", "ab"]) server.put(key, `"${key}"`);
  server.pageSize = 3;
  expect(await mirror.list("a")).toEqual(["a", "ab"]);
  expect(await mirror.get("c")).toEqual({ value: '"c"', version: 1 });
  expect(await mirror.get("none")).toEqual({ version: 0 });
  expect(server.reads).toEqual([0, 3]);
});

test("what others change is told with the server's version, and nothing twice", async () => {
  await mirror.set("mine", "1");
  server.put("theirs", "2");
  server.put("mine", undefined);
  await mirror.follow();
  await mirror.follow();
  expect(told).toEqual([
    { key: "mine", value: "1", version: 1 },
    { key: "theirs", value: "2", version: 2 },
    { key: "mine", version: 3 },
  ]);
  expect(await mirror.get("mine")).toEqual({ version: 0 });
});

test("a hint that comes while it reads leads to another reading", async () => {
  await mirror.list("");
  server.holds = true;
  const first = mirror.follow();
  server.put("late", "1");
  const second = mirror.follow();
  server.holds = false;
  server.release?.();
  await Promise.all([first, second]);
  expect(await mirror.get("late")).toEqual({ value: "1", version: 1 });
});

test("an answer from before a deletion does not bring the value back", async () => {
  server.put("card", "1");
  await mirror.list("");
  server.put("card", "2");
  server.holds = true;
  const stale = mirror.follow();
  await mirror.delete("card");
  server.holds = false;
  server.release?.();
  await stale;
  expect(await mirror.get("card")).toEqual({ version: 0 });
  await mirror.follow();
  expect(told).toEqual([{ key: "card", version: 3 }]);
});

test("a conflict is told once the newer value is here", async () => {
  server.put("votes", "1");
  const { version } = await mirror.get("votes");
  server.put("votes", "2");
  await expect(mirror.set("votes", "2", version)).rejects.toMatchObject({ code: "conflict" });
  expect(await mirror.get("votes")).toEqual({ value: "2", version: 2 });
  expect(await mirror.set("votes", "3", 2)).toEqual({ version: 3 });
});

test("what was cleared is told as deleted, and what stands anew as changed", async () => {
  server.put("old", "1");
  await mirror.set("both", "1");
  server.clear();
  server.put("both", "2");
  told.length = 0;
  await mirror.follow();
  expect(told).toEqual([
    { key: "both", value: "2", version: 4 },
    { key: "old", version: 4 },
  ]);
});

test("a server that went back to an earlier state is followed there", async () => {
  server.put("a", "1");
  server.put("a", "2");
  server.put("b", "1");
  await mirror.list("");
  server.rows.clear();
  server.rows.set("a", { value: "1", version: 1 });
  server.version = 1;
  await mirror.follow();
  expect(await mirror.get("a")).toEqual({ value: "1", version: 1 });
  expect(await mirror.list("")).toEqual(["a"]);
});

test("without the server it says so, and catches up once it is back", async () => {
  vi.useFakeTimers();
  await mirror.list("");
  server.fails = new OfflineError(new Error("away"));
  await expect(mirror.set("a", "1")).rejects.toMatchObject({ code: "unavailable" });
  await mirror.follow();
  server.fails = undefined;
  server.put("b", "1");
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([{ key: "b", value: "1", version: 1 }]);
});

test("a first reading that fails is no reading, and is tried again", async () => {
  server.put("a", "1");
  server.fails = new OfflineError(new Error("away"));
  await expect(mirror.get("a")).rejects.toMatchObject({ code: "unavailable" });
  server.fails = undefined;
  expect(await mirror.get("a")).toEqual({ value: "1", version: 1 });
});

test.each([
  ["too_large", "value", "too_large"],
  ["too_large", "app", "quota"],
  ["too_large", "room", "quota"],
  ["rate_limited", undefined, "rate_limited"],
  ["forbidden", "instance_id", "not_allowed"],
  ["not_found", undefined, "not_allowed"],
  ["invalid_arguments", "key", "invalid"],
  ["sign_in_required", undefined, "unavailable"],
] as const)("the refusal %s of %s is %s to the app", async (code, where, named) => {
  await mirror.list("");
  server.fails = new RefusalError({ code, message: "No.", ...(where && { where }) }, 400);
  await expect(mirror.set("a", "1")).rejects.toMatchObject({ code: named });
});
