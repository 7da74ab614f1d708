import { CAPABILITIES, type Finding as Reported, type FindingData } from "@anteroom/sandbox/review-report";
import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import en from "../messages/en.json" with { type: "json" };
import { capabilityTitle, factOf, findingTitle, groupFindings, type Finding } from "./finding-words.ts";

const intl = createIntl({
  locale: "en",
  messages: en,
  onError: (error) => {
    throw error;
  },
});

function factIn(code: string, data: object): string | undefined {
  const fact = factOf({ code, data: { ...data } });
  return fact && intl.formatMessage({ id: fact.id }, { ...fact.values, ...fact.drawn });
}

function finding(code: string, line: number): Finding {
  return { file: "src/App.tsx", line, column: 1, end_column: 2, code, data: {} };
}

/** One of each code, and what is said of it. */
const SAID: { readonly [Code in Reported["code"]]: readonly [FindingData[Code], string | undefined] } = {
  unread: [{ reason: "syntax" }, "It does not parse; only searched for words"],
  bidi_control: [{ codePoints: ["U+202E"], times: 1, within: "text" }, "U+202E in a text"],
  tag_character: [
    { codePoints: ["U+E0041", "U+E0042"], times: 40, within: "comment" },
    "40 characters (U+E0041, U+E0042) in a comment",
  ],
  invisible_character: [{ codePoints: ["U+200B"], times: 1, within: "path" }, "U+200B in the path"],
  lookalike: [{ name: "аdmin", other: "admin", within: "code" }, "аdmin (U+0430) looks like admin in code"],
  mixed_script: [
    { name: "ѕuper", scripts: ["Latin", "Cyrillic"], within: "text" },
    "ѕuper mixes Latin, Cyrillic in a text",
  ],
  obfuscation: [{ kind: "split_name" }, "A known name put together from parts"],
  encoded_blob: [{ kind: "base64", length: 4000 }, "4,000 characters of Base64"],
  blank_gap: [{ columns: 90 }, "90 blanks before what follows"],
  blank_lines: [{ lines: 60 }, "60 blank lines"],
  long_line: [{ length: 1204 }, "1,204 characters"],
  generated: [{ measure: "blanks", value: 3 }, "Blanks are 3% of it"],
  source_map: [{}, undefined],
  endless_loop: [{}, undefined],
  url: [{ host: "example.test", times: 3 }, "example.test, in 3 places"],
};

describe("words", () => {
  test.each(Object.entries(SAID))("%s", (code, [data, said]) => {
    expect(findingTitle(code)).toBeDefined();
    expect(factIn(code, data)).toBe(said);
  });

  test("every capability that the scan knows has a name of its own", () => {
    const titles = CAPABILITIES.map((capability) => capabilityTitle(capability));
    expect(titles).not.toContain(undefined);
    expect(new Set(titles).size).toBe(CAPABILITIES.length);
  });

  test("the code's own texts are kept apart, to be drawn with what is hidden in them", () => {
    const data = { name: "a\u200bdmin", other: "admin", within: "code" };
    expect(factOf({ code: "lookalike", data })).toMatchObject({
      values: { within: "code" },
      drawn: { name: "a\u200bdmin", other: "admin" },
    });
  });

  test.each([
    ["a code of a newer server", "quantum_leap", { name: "x" }],
    ["a code that is a word of JavaScript", "constructor", {}],
    ["data of another shape", "long_line", { size: 7 }],
    ["a value of another kind", "long_line", { length: null }],
  ])("%s says no more than its title", (_what, code, data) => {
    expect(factOf({ code, data })).toBeUndefined();
  });

  test("a kind of a newer server is told as such", () => {
    expect(factIn("obfuscation", { kind: "quantum" })).toBe("In a way this page has no words for");
    expect(capabilityTitle("constructor")).toBeUndefined();
  });
});

describe("groups", () => {
  test("by code, characters that deceive first, with what is only counted and what is not known", () => {
    const findings = [finding("url", 1), finding("newer", 2), finding("bidi_control", 3), finding("url", 4)];
    const totals = { url: 42, bidi_control: 1, counted_only: 9 };
    const groups = groupFindings({ findings, totals }).map(({ code, total, listed }) => {
      return { code, total, at: listed.map(({ index }) => index) };
    });
    expect(groups).toEqual([
      { code: "bidi_control", total: 1, at: [2] },
      { code: "url", total: 42, at: [0, 3] },
      { code: "newer", total: 1, at: [1] },
      { code: "counted_only", total: 9, at: [] },
    ]);
  });
});
