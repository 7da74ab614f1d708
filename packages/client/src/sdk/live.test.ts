import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLive, reconnectDelay, type Live, type LiveSource } from "./live.ts";

/** Stands in for the network: what the server would send is said by hand. */
class Source implements LiveSource {
  readonly url: string;
  closed = false;
  readonly #listeners = new Map<string, (event: Event) => void>();

  constructor(url: string) {
    this.url = url;
  }
  addEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  say(type: string, data?: unknown): void {
    const text = typeof data === "string" ? data : JSON.stringify(data ?? {});
    this.#listeners.get(type)?.(new MessageEvent(type, { data: text }));
  }
  fail(): void {
    this.#listeners.get("error")?.(new Event("error"));
  }
}

const sources: Source[] = [];
const told: string[] = [];
let live: Live;

function latest(): Source {
  const source = sources.at(-1);
  if (!source) throw new Error("Nothing was opened.");
  return source;
}

beforeEach(() => {
  vi.useFakeTimers();
  sources.length = 0;
  told.length = 0;
  live = openLive({
    origin: "http://anteroom.example.test",
    onHello: () => told.push("hello"),
    onChange: (change) => told.push(`${change.type} ${change.resource_id} ${change.sequence}`),
    onShared: ({ room_id, instance_id }) => told.push(`shared ${room_id} ${instance_id}`),
    onPerson: () => told.push("person"),
    onState: (state) => told.push(state),
    open: (url) => {
      const source = new Source(url);
      sources.push(source);
      return source;
    },
    random: () => 0.5,
  });
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
});

const CHANGE = {
  resource_id: "room_1",
  sequence: 7,
  type: "proposal.created",
  data: { proposal_id: "prop_1" },
};

test("tells what arrives, in order", () => {
  expect(latest().url).toBe("http://anteroom.example.test/api/v1/live");
  latest().say("hello");
  latest().say("change", CHANGE);
  latest().say("shared", { room_id: "room_1", instance_id: "app_1" });
  latest().say("person");
  const heard = ["hello", "proposal.created room_1 7", "shared room_1 app_1", "person"];
  expect(told).toEqual(["connecting", "open", ...heard]);
});

test.each(["not json", "null", "[]", { resource_id: "room_1" }, { ...CHANGE, sequence: "7" }])(
  "passes over a change that is none: %j",
  (data) => {
    latest().say("change", data);
    latest().say("shared", data);
    expect(told).toEqual(["connecting"]);
  },
);

describe("when the connection is lost", () => {
  test("it is opened again after a pause, and says hello again so that everything is refetched", () => {
    latest().say("hello");
    latest().fail();
    expect(told.at(-1)).toBe("lost");
    expect(sources).toHaveLength(1);
    expect(latest().closed).toBe(true);
    vi.advanceTimersByTime(reconnectDelay(0, 0.5));
    expect(sources).toHaveLength(2);
    latest().say("hello");
    expect(told).toEqual(["connecting", "open", "hello", "lost", "open", "hello"]);
  });

  test("each failed try waits longer, and a hello starts over", () => {
    latest().fail();
    vi.advanceTimersByTime(reconnectDelay(0, 0.5));
    latest().fail();
    vi.advanceTimersByTime(reconnectDelay(1, 0.5) - 1);
    expect(sources).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(3);
    latest().say("hello");
    latest().fail();
    vi.advanceTimersByTime(reconnectDelay(0, 0.5));
    expect(sources).toHaveLength(4);
  });

  test("an old source that fails late does not disturb the new one", () => {
    const [old] = sources;
    latest().fail();
    vi.advanceTimersByTime(reconnectDelay(0, 0.5));
    latest().say("hello");
    old?.fail();
    expect(told.at(-1)).toBe("hello");
    expect(latest().closed).toBe(false);
  });

  test("it can be tried at once, but only while it is lost", () => {
    live.retryNow();
    expect(sources).toHaveLength(1);
    latest().fail();
    live.retryNow();
    expect(sources).toHaveLength(2);
    vi.runAllTimers();
    expect(sources).toHaveLength(2);
  });

  test("closing ends it for good", () => {
    latest().fail();
    live.close();
    vi.runAllTimers();
    live.retryNow();
    expect(sources).toHaveLength(1);
  });
});

test("pauses grow to a cap and spread over their upper half", () => {
  expect([0, 1, 2].map((attempt) => reconnectDelay(attempt, 0))).toEqual([250, 500, 1000]);
  for (const attempt of [0, 3, 50, 10_000]) {
    const least = reconnectDelay(attempt, 0);
    const most = reconnectDelay(attempt, 0.999_999);
    expect(most).toBeLessThanOrEqual(20_000);
    expect(least).toBeGreaterThanOrEqual(Math.floor(most / 2));
  }
});
