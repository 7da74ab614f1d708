import { describe, expect, test, vi } from "vitest";
import { CALL_LIMITS, type AppCall } from "../wire/calls.ts";
import type { HostMessage } from "../wire/messages.ts";
import { SHARED_MOST } from "./allowance.ts";
import { CallDesk } from "./calls.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { CallFailure, type AppServices, type ValueStore } from "./services.ts";

const ROOM = { name: "Studio", locale: "en" };

function deskWith(services: Omit<AppServices, "room"> | undefined) {
  const said: HostMessage[] = [];
  const end = new AbortController();
  const desk = new CallDesk({
    services: services && { room: ROOM, ...services },
    say: (message) => said.push(message),
    signal: end.signal,
  });
  let id = 0;
  const take = (call: AppCall | undefined): number => {
    desk.take((id += 1), call);
    return id;
  };
  /** The answer of the call with this id, once it is there. */
  const answer = (to: number) =>
    vi.waitFor(() => {
      const found = said.find((message) => message.type === "answer" && message.id === to);
      if (found === undefined) throw new Error("No answer yet.");
      return found;
    });
  return { desk, said, end, take, answer, call: (call: AppCall | undefined) => answer(take(call)) };
}

/** What is in a store, for those who make one of their own of it. */
function deaf(store: ValueStore): ValueStore {
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
    delete: (key) => store.delete(key),
    list: (prefix) => store.list(prefix),
    watch: () => {},
  };
}

function set(key: string, value: string): AppCall {
  return { call: "set", of: "shared", key, value };
}

describe("a call", () => {
  test("is answered by its id, with what the page lends", async () => {
    const shared = createMemoryStorage({ most: SHARED_MOST });
    const { call } = deskWith({ shared, members: async () => ["Ada"] });
    expect(await call(set("a", "1"))).toEqual({ type: "answer", id: 1, ok: true, value: { version: 1 } });
    expect(await call({ call: "get", of: "shared", key: "a" })).toMatchObject({
      value: { value: "1", version: 1 },
    });
    expect(await call({ call: "list", of: "shared", prefix: "" })).toMatchObject({ value: { keys: ["a"] } });
    expect(await call({ call: "members" })).toMatchObject({ value: { names: ["Ada"] } });
  });

  test.each<[string, AppCall, RegExp]>([
    ["shared data", set("a", "1"), /must name `shared` or `useShared`/u],
    ["being told of shared data", { call: "watch", of: "shared" }, /approved without shared data/u],
    ["the members' names", { call: "members" }, /must name `room.members`/u],
    ["a link", { call: "link", url: "https://example.test" }, /open links/u],
    ["data on the device", { call: "get", of: "own", key: "a" }, /keep data/u],
  ])(
    "for %s is not allowed where the page does not lend it, and says what to do",
    async (_what, call, says) => {
      const error = { code: "not_allowed", message: expect.stringMatching(says) };
      expect(await deskWith({}).call(call)).toMatchObject({ ok: false, error });
      expect(await deskWith(undefined).call(call)).toMatchObject({ ok: false, error });
    },
  );

  test("that the page does not know is answered too", async () => {
    expect(await deskWith({}).call(undefined)).toMatchObject({ ok: false, error: { code: "invalid" } });
  });

  test("fails as the page says, and tells nothing of what is not the app's to know", async () => {
    const members = vi
      .fn<() => Promise<string[]>>()
      .mockRejectedValueOnce(new CallFailure("rate_limited", "Slower."))
      .mockRejectedValueOnce(new Error("connect to 10.0.0.7 refused"));
    const { call } = deskWith({ members });
    expect(await call({ call: "members" })).toMatchObject({
      error: { code: "rate_limited", message: "Slower." },
    });
    const other = await call({ call: "members" });
    expect(other).toMatchObject({ error: { code: "unavailable" } });
    expect(JSON.stringify(other)).not.toContain("10.0.0.7");
  });

  test("comes no more often than it may", async () => {
    const { said, take, answer } = deskWith({ members: async () => [] });
    for (let n = 0; n <= 2 * CALL_LIMITS.calls_a_second; n += 1) take({ call: "members" });
    await answer(2 * CALL_LIMITS.calls_a_second);
    const refused = said.filter((message) => message.type === "answer" && !message.ok);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ error: { code: "rate_limited" } });
  });

  test("is not answered after the end, and what waits is not begun", async () => {
    const begun: string[] = [];
    let open: (done: boolean) => void = () => {};
    const notify = (text: string): Promise<boolean> => {
      begun.push(text);
      return new Promise((resolve) => {
        open = resolve;
      });
    };
    const { said, end, take } = deskWith({ notify });
    take({ call: "notify", text: "one" });
    take({ call: "notify", text: "two" });
    await vi.waitFor(() => expect(begun).toEqual(["one"]));
    end.abort();
    open(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect([begun, said]).toEqual([["one"], []]);
  });
});

test("calls with one key are done in order, those with others are not held up", async () => {
  const store = createMemoryStorage({ most: SHARED_MOST });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = {
    ...deaf(store),
    async set(key: string, value: string) {
      if (value === "1") await held;
      return store.set(key, value);
    },
  };
  const { take, answer } = deskWith({ shared: slow });
  take(set("a", "1"));
  const second = take(set("a", "2"));
  await answer(take(set("b", "3")));
  release();
  await answer(second);
  expect(await store.get("a")).toMatchObject({ value: "2" });
});

test("however many lists are asked for, one is made at a time", async () => {
  const store = createMemoryStorage({ most: SHARED_MOST });
  let [making, most] = [0, 0];
  const { take, answer } = deskWith({
    shared: {
      ...deaf(store),
      async list(prefix) {
        most = Math.max(most, (making += 1));
        await new Promise((resolve) => setTimeout(resolve));
        making -= 1;
        return store.list(prefix);
      },
    },
  });
  const ids = Array.from({ length: 20 }, () => take({ call: "list", of: "shared", prefix: "" }));
  for (const id of ids) expect(await answer(id)).toMatchObject({ ok: true, value: { keys: [] } });
  expect(most).toBe(1);
});

test("the person is asked one thing at a time, and only so many wait", async () => {
  const asked: ((answer: boolean) => void)[] = [];
  const { take, answer } = deskWith({ ask: () => new Promise((resolve) => asked.push(resolve)) });
  const ask: AppCall = { call: "ask", question: { kind: "confirm", text: "Go?" } };
  const ids = Array.from({ length: 20 }, () => take(ask));
  expect(await answer(ids.at(-1) ?? 0)).toMatchObject({ error: { code: "rate_limited" } });
  expect(asked).toHaveLength(1);
  asked[0]?.(true);
  expect(await answer(1)).toMatchObject({ ok: true, value: { answer: true } });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
});

test("changes are told once asked for, however often that is", async () => {
  const shared = createMemoryStorage({ most: SHARED_MOST });
  const { said, call } = deskWith({ shared });
  await shared.set("a", "1");
  await call({ call: "watch", of: "shared" });
  await call({ call: "watch", of: "shared" });
  await shared.set("a", "2");
  expect(said.filter(({ type }) => type === "changed")).toEqual([
    { type: "changed", of: "shared", changes: [{ key: "a", value: "2", version: 2 }] },
  ]);
});
