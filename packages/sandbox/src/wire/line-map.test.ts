import { expect, test } from "vitest";
import { locate, type LineMap } from "./line-map.ts";

/*
 * Two files. Of the first only lines are known. In the second, columns 0 and 4 of its first line lead to 3:5 and
 * 1:1, its second line leads nowhere, its third begins with code that leads nowhere and goes on with 1:3.
 */
const MAP: LineMap = [
  { file: "a.ts", firstLine: 2, lines: 2, mappings: "" },
  { file: "b.ts", firstLine: 6, lines: 3, mappings: "AAEI,IAFJ;A;A,EAAE" },
];

test.each([
  [1, 1, undefined],
  [2, 9, { file: "a.ts", line: 1 }],
  [3, 1, { file: "a.ts", line: 2 }],
  [4, 1, undefined],
  [6, 1, { file: "b.ts", line: 3, column: 5 }],
  [6, 4, { file: "b.ts", line: 3, column: 5 }],
  [6, 5, { file: "b.ts", line: 1, column: 1 }],
  [6, 500, { file: "b.ts", line: 1, column: 1 }],
  [7, 1, undefined],
  [8, 3, { file: "b.ts", line: 1, column: 3 }],
  [8, 1, { file: "b.ts", line: 1, column: 3 }],
  [9, 1, undefined],
  [Number.NaN, 1, undefined],
])("line %i, column %i leads to %j", (line, column, place) => {
  expect(locate(MAP, line, column)).toEqual(place);
});
