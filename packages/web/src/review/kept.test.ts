import { describe, expect, it } from "vitest";
import { keepReading, keepReason, keptReading, keptReason } from "./kept.ts";
import type { Shelf } from "./shelf.ts";

function shelf(): Shelf & { readonly names: () => string[] } {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
    names: () => [...values.keys()],
  };
}
const KEY = { personId: "p1", proposalId: "prop-1", digest: "41d07be2" };

describe("what the browser keeps of a reading", () => {
  it("comes back for the same person, proposal and digest only", () => {
    const store = shelf();
    keepReading(store, KEY, [["src/App.tsx", 18, false]]);
    expect(keptReading(store, KEY)).toEqual([["src/App.tsx", 18, false]]);
    for (const other of [{ personId: "p2" }, { proposalId: "prop-2" }, { digest: "c07e93b1" }]) {
      expect(keptReading(store, { ...KEY, ...other })).toEqual([]);
    }
  });

  it("leaves no trace of an empty one", () => {
    const store = shelf();
    keepReading(store, KEY, [["src/App.tsx", 18, false]]);
    keepReading(store, KEY, []);
    expect(store.names()).toEqual([]);
  });

  it.each(["{", "7", '["x"]', '[["src/App.tsx","18",false]]', '[["src/App.tsx",-1,false]]'])(
    "takes nothing from %s",
    (foreign) => {
      const store = shelf();
      keepReading(store, KEY, [["src/App.tsx", 18, false]]);
      store.setItem(store.names()[0] ?? "", foreign);
      expect(keptReading(store, KEY)).toEqual([]);
    },
  );
});

describe("a reason that was begun", () => {
  it("stays until it is sent", () => {
    const store = shelf();
    keepReason(store, "prop-1", "We have one.");
    expect(keptReason(store, "prop-1")).toBe("We have one.");
    keepReason(store, "prop-1", "");
    expect(keptReason(store, "prop-1")).toBe("");
    expect(store.names()).toEqual([]);
  });
});

it("works where the browser keeps nothing", () => {
  const refuse = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  const closed: Shelf = { getItem: refuse, setItem: refuse, removeItem: refuse };
  keepReading(closed, KEY, [["src/App.tsx", 1, true]]);
  keepReason(closed, "prop-1", "x");
  expect(keptReading(closed, KEY)).toEqual([]);
  expect(keptReason(closed, "prop-1")).toBe("");
});
