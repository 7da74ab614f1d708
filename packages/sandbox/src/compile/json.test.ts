import { expect, test } from "vitest";
import { jsonFault } from "./json.ts";

const VALID = [
  `{}`,
  `[]`,
  ` [1, -2.5e+3, "a\\u00e9\\n", true, false, null, {"a": {"b": [[]]}}] `,
  `"x"`,
  "0",
];

test.each(VALID)("%s is JSON", (text) => {
  expect(jsonFault(text)).toBeUndefined();
});

test.each([
  ["", 0, "expected a value"],
  [`{"a": }`, 6, "expected a value"],
  [`{"a" 1}`, 5, `expected ":" after the key`],
  [`{"a": 1,}`, 8, "expected a key in double quotes"],
  [`{a: 1}`, 1, `expected a key in double quotes or "}"`],
  [`{'a': 1}`, 1, `expected a key in double quotes or "}"`],
  [`[1, 2`, 5, `expected "," or the end of the list or object`],
  [`[1 2]`, 3, `expected "," or the end of the list or object`],
  [`[1,]`, 3, "expected a value"],
  [`[1}`, 2, `expected "," or the end of the list or object`],
  [`[01]`, 2, `expected "," or the end of the list or object`],
  [`{"a": "b\nc"}`, 6, "expected a value"],
  [`{} {}`, 3, "expected nothing after the end of the value"],
  [`// note\n{}`, 0, "expected a value"],
  [`\ufeff{}`, 0, "expected a value"],
])("%j stops being JSON at %i", (text, offset, says) => {
  expect(jsonFault(text)).toEqual({ offset, message: `This is not valid JSON: ${says}.` });
});

test("the fault is found where cutting a text short, or a stray sign, makes one", () => {
  const text = JSON.stringify({ a: [1, 2.5, "x\\y", { b: null }], c: true });
  for (let at = 0; at < text.length; at += 1) {
    expect(jsonFault(text.slice(0, at))?.offset).toBeLessThanOrEqual(at);
    const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
    expect(jsonFault(broken)?.offset, broken).toBeLessThanOrEqual(at);
  }
});

test("deep and long texts are read", () => {
  expect(jsonFault(`${"[".repeat(100_000)}1${"]".repeat(100_000)}x`)?.offset).toBe(200_001);
  expect(jsonFault(`"${"a".repeat(250_000)}`)?.offset).toBe(0);
  expect(jsonFault(`["${"\\n".repeat(120_000)}",]`)?.message).toContain("expected a value");
});
