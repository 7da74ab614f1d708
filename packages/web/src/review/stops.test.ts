import { describe, expect, test } from "vitest";
import { stepFrom, stopsOf } from "./stops.ts";

const PATHS = ["src/App.tsx", "src/b.ts"];
const found = (file: string, line: number) => ({
  file,
  line,
  column: 1,
  end_column: 2,
  code: "url",
  data: {},
});
const STOPS = stopsOf(
  [found("src/b.ts", 2), found("src/App.tsx", 9)],
  [
    { path: "src/App.tsx", line: 12 },
    { path: "src/App.tsx", line: 3 },
  ],
  PATHS,
);

describe("stepping", () => {
  test("goes through findings and comments in the order of the code, and no further", () => {
    const places = STOPS.map(({ path, line, finding }) => `${path}:${line} ${finding ?? "comment"}`);
    expect(places).toEqual([
      "src/App.tsx:3 comment",
      "src/App.tsx:9 1",
      "src/App.tsx:12 comment",
      "src/b.ts:2 0",
    ]);
    const walked = [];
    for (let at = stepFrom(STOPS, { at: undefined, by: 1, paths: PATHS }); at;) {
      walked.push(at);
      at = stepFrom(STOPS, { at, by: 1, paths: PATHS });
    }
    expect(walked).toEqual(STOPS);
    expect(stepFrom(STOPS, { at: STOPS[0], by: -1, paths: PATHS })).toBeUndefined();
    expect(stepFrom(STOPS, { at: undefined, by: -1, paths: PATHS })).toBe(STOPS[3]);
  });

  test("goes on from where a comment was that is gone", () => {
    const at = { path: "src/App.tsx", line: 10 };
    expect(stepFrom(STOPS, { at, by: 1, paths: PATHS })).toBe(STOPS[2]);
    expect(stepFrom(STOPS, { at, by: -1, paths: PATHS })).toBe(STOPS[1]);
  });
});
