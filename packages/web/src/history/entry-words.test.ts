import { expect, test } from "vitest";
import { EVENT_TYPES } from "../../../features/src/events/contract.ts";
import { entryLook, tellsOfApp } from "./entry-words.ts";

test("every kind of event that the server tells has words of its own", () => {
  const words = EVENT_TYPES.map((type) => entryLook(type)?.words);
  expect(words).not.toContain(undefined);
  expect(new Set(words).size).toBe(EVENT_TYPES.length);
});

test("no kind can pass for what every object has", () => {
  expect(entryLook("constructor")).toBeUndefined();
  expect(entryLook("room.painted")).toBeUndefined();
});

test("apps and proposals are told apart, since not every member may open a card", () => {
  expect(tellsOfApp("app.updated")).toBe(true);
  expect(tellsOfApp("proposal.approved")).toBe(false);
});
