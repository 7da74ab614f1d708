import { describe, expect, test } from "vitest";
import { draftsReducer, savedDrafts, type Draft, type DraftAction } from "./drafts.ts";

const PLACE = { file: "src/App.tsx", line: 3, end_line: 4, quote: "let a;\nlet b;" };

function after(...actions: DraftAction[]): readonly Draft[] {
  return actions.reduce(draftsReducer, []);
}
const begin: DraftAction = { type: "begin", place: PLACE };
const write = (body: string, suggestion?: string): DraftAction => ({
  type: "write",
  id: 1,
  words: { body, suggestion },
});
const save: DraftAction = { type: "save", id: 1 };

describe("a draft", () => {
  test("is begun at its lines, written and saved", () => {
    expect(after(begin, write("Why two?", "let a, b;"), save)).toEqual([
      { id: 1, place: PLACE, saved: { body: "Why two?", suggestion: "let a, b;" } },
    ]);
  });

  test("that was begun is gone on with, and not begun twice", () => {
    const begun = after(begin, write("Why"));
    expect(draftsReducer(begun, begin)).toBe(begun);
    // A saved one stands; another can be said of the same lines.
    expect(after(begin, write("Why two?"), save, begin)).toHaveLength(2);
  });

  test("that says nothing cannot be saved, though it suggests something", () => {
    const begun = after(begin, write("  \n", "let a, b;"));
    expect(draftsReducer(begun, save)).toBe(begun);
  });

  test("that suggests the lines as they are suggests nothing", () => {
    const [draft] = after(begin, write("Why two?", PLACE.quote), save);
    expect(draft?.saved).toEqual({ body: "Why two?" });
  });

  test("goes when it is cancelled before it was saved, and is as it was when its editing is", () => {
    expect(after(begin, write("Why"), { type: "cancel", id: 1 })).toEqual([]);
    const edited = after(begin, write("One"), save, { type: "edit", id: 1 }, write("Two"));
    expect(edited[0]).toMatchObject({ saved: { body: "One" }, writing: { body: "Two" } });
    expect(draftsReducer(edited, { type: "cancel", id: 1 })).toEqual([
      { id: 1, place: PLACE, saved: { body: "One" } },
    ]);
  });

  test("comes back when its deletion is undone, beside what was written meanwhile", () => {
    const [gone] = after(begin, write("One"), save);
    const meanwhile = after({ type: "begin" }, write("Two"), save);
    const both = draftsReducer(meanwhile, { type: "add", drafts: gone ? [gone] : [] });
    expect(both.map(({ id, saved }) => [id, saved?.body])).toEqual([
      [1, "Two"],
      [2, "One"],
    ]);
  });
});

test("sending takes what is being written too, unless it says nothing", () => {
  const all = after(begin, write("Half a"), { type: "begin" }, { type: "save-all" });
  expect(savedDrafts(all).map(({ saved }) => saved.body)).toEqual(["Half a"]);
  expect(all).toHaveLength(2);
});

test("what changes nothing keeps the drafts as they are", () => {
  const drafts = after(begin, write("One"), save);
  for (const action of [{ type: "delete", id: 7 }, { type: "save-all" }, save] as const) {
    expect(draftsReducer(drafts, action)).toBe(drafts);
  }
});
