import { expect, test } from "vitest";
import { weightOf } from "./weight.ts";

const LONG = "x".repeat(2 * 4096);

test.each([
  ["nothing", undefined],
  ["a short message", { type: "alive" }],
  ["bytes of a file, which are handed over", { type: "call", data: new Uint8Array(1_000_000) }],
])("%s weighs one message", (_, message) => {
  expect(weightOf(message)).toBe(1);
});

test.each([
  ["the value of a call", { type: "call", call: { call: "set", value: LONG } }],
  ["the words of a question", { type: "call", call: { question: { text: LONG, initial: "" } } }],
  ["what stands in a field", { type: "call", call: { question: { text: "", initial: LONG } } }],
  ["an address", { type: "call", call: { url: LONG } }],
  ["a failure", { type: "failed", report: { phase: "run", message: LONG } }],
  ["a line of the console", { type: "console", entry: { kind: "said", text: LONG } }],
  ["a text where none belongs", [[[LONG]]]],
])("%s weighs by its length", (_, message) => {
  expect(weightOf(message)).toBeGreaterThanOrEqual(2);
});

test("what is made of very many parts weighs as much as many messages, whatever they are", () => {
  expect(weightOf({ call: { keys: Array.from({ length: 1000 }, () => 1) } })).toBe(100);
  const circle: unknown[] = [];
  circle.push(circle, circle);
  expect(weightOf(circle)).toBe(100);
});
