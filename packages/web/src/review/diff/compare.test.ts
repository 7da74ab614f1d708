import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTexts } from "./compare.ts";
import { cutLines } from "./cut-lines.ts";
import type { FileDiff } from "./file-diff.ts";
import { countChanged, rowsOf, type Row } from "./rows.ts";

function rows(before: string, after: string): Row[] {
  return rowsOf(compareTexts(before, after), {
    path: "src/App.tsx",
    old: cutLines(before),
    new: cutLines(after),
    moves: [],
  });
}
/** Rows as people write them: a sign and the line. */
function drawn(before: string, after: string): string[] {
  const signs = { same: " ", removed: "-", added: "+" } as const;
  return rows(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);
}

/** Both texts again, out of the rows and the line ends of each. */
function applied(before: string, after: string): [string, string] {
  const all = rows(before, after);
  const [old, now] = [cutLines(before), cutLines(after)];
  const oldText = all.flatMap((row) => {
    if (row.old === undefined) return [];
    expect(row.text).toBe(old.lines[row.old - 1]);
    return `${row.text}${old.ends[row.old - 1] ?? ""}`;
  });
  const newText = all.flatMap((row) =>
    row.line === undefined ? [] : `${row.text}${now.ends[row.line - 1] ?? ""}`,
  );
  return [oldText.join(""), newText.join("")];
}

const END = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "\u2028", "");
const LINE = fc.constantFrom(
  "",
  "a",
  "b",
  "  b",
  "const x = 1;",
  "const y = 1;",
  "\ud83d\ude00",
  "\u200b",
  "}",
);
const TEXT = fc.array(fc.tuple(LINE, END), { maxLength: 30 }).map((lines) => lines.flat().join(""));

describe("a comparison", () => {
  it("loses nothing of either text, and adds nothing", () => {
    fc.assert(
      fc.property(TEXT, TEXT, (before, after) => {
        expect(applied(before, after)).toEqual([before, after]);
      }),
      { numRuns: 500 },
    );
  });

  it("numbers the lines of both texts in turn", () => {
    fc.assert(
      fc.property(TEXT, TEXT, (before, after) => {
        const all = rows(before, after);
        const numbers = (of: (row: Row) => number | undefined): number[] =>
          all.flatMap((row) => of(row) ?? []);
        expect(numbers((row) => row.old)).toEqual(cutLines(before).lines.map((_, index) => index + 1));
        expect(numbers((row) => row.line)).toEqual(cutLines(after).lines.map((_, index) => index + 1));
      }),
    );
  });

  it("marks stretches that lie within their line, in order", () => {
    fc.assert(
      fc.property(TEXT, TEXT, (before, after) => {
        for (const { text, mark } of rows(before, after)) {
          const ends = [0, ...(mark?.words ?? []), text.length];
          expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it("has no change for the same text", () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(compareTexts(text, text)).toEqual({ changes: [] });
      }),
    );
  });

  it("shows what was removed before what took its place", () => {
    expect(drawn("a\nold\nb\n", "a\nnew\nmore\nb\n")).toEqual([" a", "-old", "+new", "+more", " b"]);
    expect(drawn("a\nb\n", "b\n")).toEqual(["-a", " b"]);
    expect(drawn("", "a\n")).toEqual(["+a"]);
  });

  it("marks the words that changed within a line", () => {
    const words = rows('import { storage } from "x";\n', 'import { shared } from "x";\n').map(
      ({ text, mark }) =>
        (mark?.words ?? [])
          .map((at, index, all) => (index % 2 ? text.slice(all[index - 1], at) : ""))
          .join(""),
    );
    expect(words).toEqual(["storage", "shared"]);
  });

  it("finds a hidden character that slipped into a line", () => {
    expect(rows("admin\n", "ad\u200bmin\n")[1]?.mark?.words).toBeDefined();
  });

  it("pairs lines that are alike where their number changed", () => {
    const before = "<Column key={column} cards={cards} />\n";
    const after = "<p>new</p>\n<Column key={column} cards={cards} onVote={vote} />\n";
    expect(rows(before, after).map(({ mark }) => mark?.words !== undefined)).toEqual([true, false, true]);
  });
});

describe("white space", () => {
  const marks = (before: string, after: string): (true | undefined)[] =>
    rows(before, after).map(({ mark }) => mark?.space);

  it("is told where nothing else changed, and the line is shown", () => {
    expect(marks("a\n  b();\n", "a\n\tb();\n")).toEqual([undefined, true, true]);
    expect(marks("a\n\n", "a\n")).toEqual([undefined, true]);
  });

  it("is no other space than blanks and tabs", () => {
    expect(marks("a b\n", "a\u00a0b\n")).toEqual([undefined, undefined]);
  });
});

describe("characters that look alike", () => {
  const alike = (before: string, after: string): (true | undefined)[] =>
    rows(before, after).map(({ mark }) => mark?.alike);

  it.each([
    ["a letter of another script", 'role("admin");\n', 'role("\u0430dmin");\n'],
    ["a letter composed otherwise", "'caf\u00e9'\n", "'cafe\u0301'\n"],
    ["a styled letter", "eval(x);\n", "\uff45val(x);\n"],
    ["letters of ASCII", "item1();\n", "iteml();\n"],
  ])("are told: %s", (_name, before, after) => {
    expect(alike(before, after)).toEqual([true, true]);
  });

  it("are not those that anybody can tell apart, or that are drawn", () => {
    expect(alike("resume()\n", "r\u00e9sum\u00e9()\n")).toEqual([undefined, undefined]);
    expect(alike("admin\n", "ad\u200bmin\n")).toEqual([undefined, undefined]);
  });
});

describe("line ends", () => {
  const ends = (before: string, after: string): unknown[] => rows(before, after).map(({ mark }) => mark?.end);

  it("that all switched are told once, and what else changed is still found", () => {
    const diff = compareTexts("a\nb\nc\n", "a\r\nB\r\nc\r\n");
    expect(diff.ends).toEqual({ from: "\n", to: "\r\n" });
    expect(countChanged(diff)).toEqual({ added: 1, removed: 1 });
  });

  it("that changed on one line show that line", () => {
    expect(ends("// a\nb()\n", "// a\u2028b()\n")).toEqual(["\n", "\u2028", undefined]);
  });

  it("at the end of the text show the last line", () => {
    expect(ends("a\nb\n", "a\nb")).toEqual([undefined, "\n", ""]);
    expect(ends("a\nb", "a\r\nb\r\n")).toEqual([undefined, "", "\r\n"]);
  });
});

describe("texts that are too different", () => {
  const lines = (word: string): string =>
    Array.from({ length: 4000 }, (_, index) => `${word} ${index}\n`).join("");

  it("are shown as replaced between what is common, and that is said", () => {
    const diff: FileDiff = compareTexts(`head\n${lines("old")}tail\n`, `head\n${lines("new")}tail\n`);
    expect(diff.wholly).toBe(true);
    expect(countChanged(diff)).toEqual({ added: 4000, removed: 4000 });
    expect(diff.changes[0]).toMatchObject({ old: 1, new: 1 });
  });
});
