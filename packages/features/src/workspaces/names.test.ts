import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { cleanName, tidyName } from "./names.ts";

function refusal(name: string, clean = cleanName): unknown {
  try {
    return clean(name, "room.name");
  } catch (error) {
    return error;
  }
}

describe("a name of a person, workspace, project or Room", () => {
  test.each([
    "Team room",
    "Größe 日本 😀",
    "می‌خواهم",
    "क्‍ष",
    "👩‍💻 Devs ❤️ 1️⃣ 👨🏽‍🚀",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "O'Brien-Smith & Co. (شركة)",
  ])("may be %j", (name) => {
    expect(cleanName(name, "name")).toBe(name.normalize("NFC"));
  });

  test.each([
    ["a right-to-left override", "Own\u202eer", 4],
    ["an isolate", "\u2066Owner\u2069", 1],
    ["a direction mark", "Owner\u200f", 6],
    ["a zero-width space", "Ow\u200bner", 3],
    ["a joiner between Latin letters", "Ow\u200dner", 3],
    ["a joiner beside an emoji", "😀\u200d", 2],
    ["a soft hyphen", "Ow\u00adner", 3],
    ["a word joiner", "Ow\u2060ner", 3],
    ["a byte order mark", "Ow\ufeffner", 3],
    ["tag letters", "Owner\u{e0041}", 6],
    ["a variation selector", "Owner\ufe0f", 6],
    ["a Hangul filler", "\u3164Owner", 1],
    ["a blank Braille pattern", "Ow\u2800ner", 3],
  ])("holds not %s", (_what, name, position) => {
    expect(refusal(name)).toMatchObject(refusedWith("invalid_arguments", "room.name"));
    expect(refusal(name)).toMatchObject({ message: expect.stringContaining(`as character ${position}.`) });
  });

  test("shows each character that stands beside letters, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 8 }), (name) => {
        const kept = refusal(`a${name}b`);
        if (typeof kept !== "string") return;
        expect(kept).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u200b\u2060\ufeff\u00ad]/u);
        expect(kept).toBe(cleanName(kept, "again"));
      }),
      { numRuns: 2000 },
    );
  });
});

// U+1D160 composes to three characters, so what fits as written may not fit as kept.
test.each([
  ["a name of a thing", cleanName],
  ["a name of an app", tidyName],
])("%s is held to its length as it is kept, not only as it was written", (_of, clean) => {
  const grows = "\u{1d160}";
  expect([Array.from(grows).length, Array.from(grows.normalize("NFC")).length]).toEqual([1, 3]);
  expect(refusal(grows.repeat(66), clean)).toBe(grows.repeat(66).normalize("NFC"));
  expect(refusal(grows.repeat(67), clean)).toMatchObject(refusedWith("invalid_arguments", "room.name"));
});

test("the name of an app keeps its own rule", () => {
  expect(tidyName(" 👩‍💻 a\u200db ", "name")).toBe("👩‍💻 a\u200db");
});
