import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CALL_LIMITS, isValueText } from "../wire/calls.ts";
import { fromJson, toJson } from "./json.ts";

test("whatever JSON can hold comes back as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = toJson("k", value);
      expect(isValueText(text)).toBe(true);
      expect(fromJson(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("whatever is given, it becomes JSON or is refused as what it is", () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
      (value) => {
        try {
          expect(isValueText(toJson("k", value))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: "AppError", code: "invalid" });
        }
      },
    ),
  );
});

test("undefined properties are left out, and dates become texts", () => {
  const date = new Date(0);
  expect(toJson("k", { a: undefined, at: date, list: [date] })).toBe(
    `{"at":"1970-01-01T00:00:00.000Z","list":["1970-01-01T00:00:00.000Z"]}`,
  );
  class Card {
    title = "a";
  }
  expect(toJson("k", [new Card()])).toBe(`[{"title":"a"}]`);
});

describe("what cannot be JSON is refused, with its place", () => {
  const circle: { part: object } = { part: {} };
  circle.part = { circle };

  test.each<[unknown, string]>([
    [undefined, "it is undefined"],
    [() => 1, "it is a function"],
    [{ cards: [{}, { onClick: () => 1 }] }, "cards[1].onClick in it is a function"],
    [[1, undefined], "[1] in it is undefined"],
    [{ a: 10n }, "a in it is a BigInt"],
    [{ a: Number.NaN }, "a in it is NaN"],
    [{ a: Symbol("x") }, "a in it is a symbol"],
    [{ a: new Map() }, "a in it is a Map"],
    [new Set([1]), "it is a Set"],
    [new Error("x"), "it is a Error"],
    [Promise.resolve(1), "it is a Promise"],
    [circle, "part.circle in it is the same object that it stands in"],
  ])("%o", (value, says) => {
    const message = expect.stringContaining(`The value of "board" cannot be kept: ${says}`);
    expect(() => toJson("board", value)).toThrow(expect.objectContaining({ code: "invalid", message }));
  });

  test("too deep, and nothing that the page takes", () => {
    let value: unknown = "[[{\\";
    for (let depth = 0; depth < CALL_LIMITS.value_depth; depth += 1) value = { '"': value, "[": 1 };
    expect(isValueText(toJson("k", value))).toBe(true);
    expect(() => toJson("k", [value])).toThrow(expect.objectContaining({ code: "invalid" }));
  });
});

test("what is too large is refused as such, in bytes, and soon", () => {
  const large = expect.objectContaining({ code: "too_large" });
  expect(toJson("k", "x".repeat(262_142))).toHaveLength(262_144);
  expect(() => toJson("k", "x".repeat(262_143))).toThrow(large);
  expect(() => toJson("k", "é".repeat(140_000))).toThrow(large);
  let doubled: unknown = [];
  for (let times = 0; times < 60; times += 1) doubled = [doubled, doubled];
  expect(() => toJson("k", doubled)).toThrow(large);
});
