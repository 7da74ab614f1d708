import { describe, expect, test } from "vitest";
import { memoryShelf } from "../shelf.fixture.ts";
import { carryDrafts, type LinesOf } from "./carry.ts";
import { keepSheets, keptSheets, type Sheet } from "./sheets.ts";

const KEY = { personId: "p1", lineId: "app-1" };
const PLACE = { file: "src/App.tsx", line: 2, end_line: 3, quote: "let a;\nlet b;" };
const SHEET: Sheet = {
  proposal_id: "prop-2",
  digest: "41d0",
  revision: 2,
  note: "",
  drafts: [
    { id: 1, place: PLACE, saved: { body: "Why two?", suggestion: "" } },
    { id: 2, writing: { body: "And a tit" } },
  ],
};

describe("what was not sent", () => {
  test("survives, half sentences too, for the same person and line only", () => {
    const store = memoryShelf();
    keepSheets(store, KEY, [SHEET]);
    expect(keptSheets(store, KEY)).toEqual([SHEET]);
    expect(keptSheets(store, { ...KEY, personId: "p2" })).toEqual([]);
    expect(keptSheets(store, { ...KEY, lineId: "app-2" })).toEqual([]);
  });

  test("leaves no trace once it was sent", () => {
    const store = memoryShelf();
    keepSheets(store, KEY, [SHEET]);
    keepSheets(store, KEY, [{ ...SHEET, drafts: [] }]);
    expect(store.names()).toEqual([]);
  });

  test.each([
    "{",
    "7",
    "[null]",
    '[{"proposal_id":"p","digest":"d","revision":0,"drafts":[],"note":""}]',
    '[{"proposal_id":"p","digest":"d","revision":1,"drafts":{},"note":""}]',
  ])("takes nothing from %s", (foreign) => {
    const store = memoryShelf();
    keepSheets(store, KEY, [SHEET]);
    store.setItem(store.names()[0] ?? "", foreign);
    expect(keptSheets(store, KEY)).toEqual([]);
  });

  test.each([
    { id: 0, saved: { body: "x" } },
    { id: 1 },
    { id: 1, saved: { body: 7 } },
    { id: 1, saved: { body: "x" }, place: { ...PLACE, line: 9 } },
    { id: 1, saved: { body: "x" }, place: { ...PLACE, quote: undefined } },
  ])("leaves out a draft that is none: %j", (draft) => {
    const store = memoryShelf();
    keepSheets(store, KEY, [SHEET]);
    const drafts = [draft, SHEET.drafts[1]];
    store.setItem(store.names()[0] ?? "", JSON.stringify([{ ...SHEET, drafts }]));
    expect(keptSheets(store, KEY)[0]?.drafts).toEqual([SHEET.drafts[1]]);
  });
});

describe("drafts on a newer revision", () => {
  const outdated = (place: { line: number }, words: { body: string }): string =>
    `was ${place.line}: ${words.body}`;
  const on = (text: string): LinesOf => {
    return (path) => (path === PLACE.file ? text.split("\n") : undefined);
  };

  test("go where their lines are now", () => {
    const carried = carryDrafts(SHEET, on("//\n//\nlet a;\nlet b;"), outdated);
    expect(carried).toEqual([
      { id: 1, place: { ...PLACE, line: 3, end_line: 4 }, saved: { body: "Why two?", suggestion: "" } },
      { id: 2, saved: { body: "And a tit" } },
    ]);
  });

  test("whose lines are gone say what they were about", () => {
    const [first] = carryDrafts(SHEET, on("let a;\n\nlet b;"), outdated);
    expect(first).toEqual({ id: 1, saved: { body: "was 2: Why two?" } });
  });

  test("bring the word about the whole along, and leave out what says nothing", () => {
    const sheet = { note: "Nearly.", drafts: [{ id: 4, place: PLACE, writing: { body: " " } }] };
    expect(carryDrafts(sheet, on(""), outdated)).toEqual([{ id: 1, saved: { body: "Nearly." } }]);
  });
});
