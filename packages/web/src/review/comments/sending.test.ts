import { expect, test } from "vitest";
import { commentsToSend, draftsAsText } from "./sending.ts";

const DRAFTS = [
  {
    id: 1,
    place: { file: "src/App.tsx", line: 2, end_line: 3, quote: "let a;\nlet b;" },
    saved: { body: " Why two? ", suggestion: "" },
  },
  { id: 2, saved: { body: "Nice." } },
  { id: 3, writing: { body: "not said" } },
];

test("the word about the whole leads, and an empty suggestion takes lines out", () => {
  expect(commentsToSend(DRAFTS, " Nearly. ")).toEqual([
    { body: "Nearly." },
    { body: "Why two?", file: "src/App.tsx", line: 2, end_line: 3, suggestion: "" },
    { body: "Nice." },
  ]);
  expect(commentsToSend([], " ")).toEqual([]);
});

test("what was not sent can be kept as text", () => {
  expect(draftsAsText(DRAFTS)).toBe("src/App.tsx:2\nWhy two?\n\n\nNice.");
});
