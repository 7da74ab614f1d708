import { describe, expect, it } from "vitest";
import { keepReading, keepReason, keepReply, keptReading, keptReason, keptReply } from "./kept.ts";
import type { KeptFile } from "./reading.ts";
import { memoryShelf } from "./shelf.fixture.ts";
import type { Shelf } from "./shelf.ts";

const KEY = { personId: "p1", lineId: "line-1" };
const APP: KeptFile = { path: "src/App.tsx", sha256: "41d0", marked: false, reached: { "": [18, 64] } };

describe("what the browser keeps of a reading", () => {
  it("comes back for the same person and line of revisions only", () => {
    const store = memoryShelf();
    keepReading(store, KEY, [APP]);
    expect(keptReading(store, KEY)).toEqual([APP]);
    for (const other of [{ personId: "p2" }, { lineId: "line-2" }]) {
      expect(keptReading(store, { ...KEY, ...other })).toEqual([]);
    }
  });

  it("holds the bytes of earlier revisions too", () => {
    const store = memoryShelf();
    const newer = { ...APP, sha256: "c07e" };
    keepReading(store, KEY, [APP]);
    keepReading(store, KEY, [newer]);
    expect(keptReading(store, KEY)).toEqual([newer, APP]);
  });

  it("forgets a mark that was undone", () => {
    const store = memoryShelf();
    keepReading(store, KEY, [{ ...APP, marked: true, reached: {} }]);
    keepReading(store, KEY, [{ ...APP, marked: false, reached: {} }]);
    expect(keptReading(store, KEY)).toEqual([]);
  });

  it("does not grow with every revision", () => {
    const store = memoryShelf();
    for (let revision = 0; revision < 400; revision += 1) {
      keepReading(store, KEY, [{ ...APP, sha256: `${revision}` }]);
    }
    expect(keptReading(store, KEY)).toHaveLength(301);
  });

  it("leaves no trace once it is taken away", () => {
    const store = memoryShelf();
    keepReading(store, KEY, [APP]);
    keepReading(store, KEY, undefined);
    expect(store.names()).toEqual([]);
  });

  it.each([
    "{",
    "7",
    '["x"]',
    '[["src/App.tsx",18,false]]',
    '[{"path":"src/App.tsx","sha256":"41d0","marked":false,"reached":{"":["18",64]}}]',
    '[{"path":"src/App.tsx","sha256":"41d0","marked":false,"reached":{"":[-1,64]}}]',
    '[{"path":"src/App.tsx","sha256":"41d0","marked":false}]',
  ])("takes nothing from %s", (foreign) => {
    const store = memoryShelf();
    keepReading(store, KEY, [APP]);
    store.setItem(store.names()[0] ?? "", foreign);
    expect(keptReading(store, KEY)).toEqual([]);
  });
});

const REASON = { personId: "pers-1", proposalId: "prop-1" };

describe("a reason that was begun", () => {
  it("stays until it is sent", () => {
    const store = memoryShelf();
    keepReason(store, REASON, "We have one.");
    expect(keptReason(store, REASON)).toBe("We have one.");
    keepReason(store, REASON, "");
    expect(keptReason(store, REASON)).toBe("");
    expect(store.names()).toEqual([]);
  });

  it("is not the reason of who signs in after at the same browser", () => {
    const store = memoryShelf();
    keepReason(store, REASON, "We have one.");
    expect(keptReason(store, { ...REASON, personId: "another" })).toBe("");
  });
});

it("an answer that was begun stays until it is sent, each with its comment and its person", () => {
  const store = memoryShelf();
  const key = { personId: "pers-1", commentId: "com-1" };
  keepReply(store, key, "Because.");
  expect(keptReply(store, key)).toBe("Because.");
  expect(keptReply(store, { ...key, commentId: "com-2" })).toBe("");
  expect(keptReply(store, { ...key, personId: "another" })).toBe("");
  keepReply(store, key, "");
  expect(store.names()).toEqual([]);
});

it("works where the browser keeps nothing", () => {
  const refuse = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  const closed: Shelf = { getItem: refuse, setItem: refuse, removeItem: refuse };
  keepReading(closed, KEY, [{ ...APP, marked: true }]);
  keepReason(closed, REASON, "x");
  expect(keptReading(closed, KEY)).toEqual([]);
  expect(keptReason(closed, REASON)).toBe("");
});
