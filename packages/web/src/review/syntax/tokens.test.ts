import { expect, it } from "vitest";
import { TOKEN_KINDS } from "./token-kind.ts";
import { tokensBetween } from "./tokens.ts";

const KEY = TOKEN_KINDS.indexOf("key");
const COM = TOKEN_KINDS.indexOf("com");
/** Two words, and a comment over three lines of ten. */
const TOKENS = new Uint32Array([0, 3, KEY, 4, 6, KEY, 12, 28, COM]);

it.each([
  [
    "all of a line",
    0,
    10,
    [
      [0, 3, "key"],
      [4, 6, "key"],
    ],
  ],
  ["the part that lies in the line", 10, 20, [[12, 20, "com"]]],
  ["what began above", 20, 30, [[20, 28, "com"]]],
  ["nothing where a token only ends or begins", 28, 40, []],
  ["nothing between two", 6, 12, []],
])("tokens of a stretch are %s", (_name, from, to, expected) => {
  const found: unknown[] = [];
  tokensBetween(TOKENS, { from, to }, (...token) => found.push(token));
  expect(found).toEqual(expected);
});
