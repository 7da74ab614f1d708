import { expect, it } from "vitest";
import type { Shelf } from "../review/shelf.ts";
import { hungBefore, noteHung, noteSettled, noteStart, SLOW_START_MS } from "./start-guard.ts";

function shelf(): Shelf {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}
const LATER = 1_000_000 + SLOW_START_MS + 1;

it("holds back an app whose last start never came to an end", () => {
  const store = shelf();
  noteStart(store, "41d07be2", 1_000_000);
  expect(hungBefore(store, "41d07be2", LATER)).toBe(true);
  expect(hungBefore(store, "c07e93b1", LATER)).toBe(false);
});

it("holds nothing back that settled, or that another window may be starting now", () => {
  const store = shelf();
  expect(hungBefore(store, "41d07be2", LATER)).toBe(false);
  noteStart(store, "41d07be2", 1_000_000);
  expect(hungBefore(store, "41d07be2", 1_000_400)).toBe(false);
  noteSettled(store, "41d07be2");
  expect(hungBefore(store, "41d07be2", LATER)).toBe(false);
});

it("holds back an app that hung while it ran, at once, until it is known to answer again", () => {
  const store = shelf();
  noteStart(store, "41d07be2", 1_000_000);
  noteSettled(store, "41d07be2");
  noteHung(store, "41d07be2");
  expect(hungBefore(store, "41d07be2", 1_000_001)).toBe(true);
  noteSettled(store, "41d07be2");
  expect(hungBefore(store, "41d07be2", LATER)).toBe(false);
});
