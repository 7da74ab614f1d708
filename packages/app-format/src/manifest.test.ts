import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFiles } from "./files.ts";
import { contentKey, digestOf, manifestOf } from "./manifest.ts";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const digest = (files: Iterable<readonly [string, string]>): string =>
  digestOf(manifestOf(new Map(files), sha256), sha256);

const canonical = (files: [string, string][]): string =>
  JSON.stringify(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Written in no order at all; by UTF-16 code units the emoji (d83d) stands before \uffee. */
const ODD: readonly (readonly [string, string])[] = [
  ["src/\uffee.ts", 'a\u007f\u0001"\\/'],
  ["src/😀.ts", "é"],
  ["src/App.tsx", "export default () => null;\n"],
  ["9", "nine"],
  ["10", "ten"],
  ["__proto__", "p"],
];

describe("manifestOf", () => {
  it("tells path, bytes, lines and hash of each file, in the order of the files", () => {
    const read = readFiles({ "src/App.tsx": "a\né", "src/0.css": "" });
    expect(read.ok && manifestOf(read.files, sha256)).toEqual([
      { path: "src/0.css", bytes: 0, lines: 0, sha256: sha256("") },
      { path: "src/App.tsx", bytes: 4, lines: 2, sha256: sha256("a\né") },
    ]);
  });
});

describe("digestOf", () => {
  it("hashes the documented bytes (value computed by another program)", () => {
    expect(digest(ODD)).toBe("1c06f0dd3a9b23faded16f92e0f62e1b0b82f712976f3fdadfb09645a319b58d");
  });

  const tree = fc.uniqueArray(
    fc.tuple(
      fc.string({ unit: fc.constantFrom("a", "b", "/", '"', "]", ",", "1"), maxLength: 3 }),
      fc.constantFrom("", "a", "b", "ab"),
    ),
    { selector: ([path]) => path, maxLength: 3 },
  );

  it("is the same for the same files in any order, and for no others", () => {
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        expect(digest(one.toReversed())).toBe(digest(one));
        expect(digest(one) === digest(other)).toBe(canonical(one) === canonical(other));
      }),
      { numRuns: 3000 },
    );
  });

  it("changes with every change of one file", () => {
    const files = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), {
      selector: ([path]) => path,
      minLength: 1,
    });
    fc.assert(
      fc.property(files, fc.nat(), fc.string({ minLength: 1 }), (given, pick, more) => {
        const at = pick % given.length;
        const [path, content] = given[at] ?? ["", ""];
        const others = given.toSpliced(at, 1);
        const changed = [
          others,
          [...others, [path, content + more] as const],
          [...others, [path, more + content] as const],
          [...others, [`${path}${more}/new`, content] as const],
        ].map(digest);
        expect(changed).not.toContain(digest(given));
      }),
    );
  });

  it("changes when bytes move between path and content, or from file to file", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [one, other] = [a % (text.length + 1), b % (text.length + 1)];
        fc.pre(one !== other);
        expect(digest([[text.slice(0, one), text.slice(one)]])).not.toBe(
          digest([[text.slice(0, other), text.slice(other)]]),
        );
        const split = (at: number): string =>
          digest([
            ["a", text.slice(0, at)],
            ["b", text.slice(at)],
          ]);
        expect(split(one)).not.toBe(split(other));
      }),
    );
  });
});

describe("contentKey", () => {
  const proposal = { room_id: "room_1", name: "Stand-up  timer", files: Object.fromEntries(ODD) };

  it("hashes the RFC 8785 form (value computed by another program)", () => {
    expect(contentKey(proposal, sha256)).toBe("snip-8a2ef0c4078aa2d70ffe9ece873d2ba0");
  });

  it("depends on Room, name and files as written, and not on the order of the files", () => {
    const key = contentKey(proposal, sha256);
    expect(contentKey({ ...proposal, files: Object.fromEntries(ODD.toReversed()) }, sha256)).toBe(key);
    const others = [
      { ...proposal, room_id: "room_2" },
      { ...proposal, name: "Stand-up timer" },
      { ...proposal, files: Object.fromEntries(ODD.slice(1)) },
      { ...proposal, files: Object.fromEntries([...ODD, ["a", "b"]]) },
    ].map((other) => contentKey(other, sha256));
    expect(new Set([key, ...others]).size).toBe(5);
  });
});
