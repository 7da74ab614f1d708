import type { AppFiles } from "@anteroom/app-format";
import { afterAll, describe, expect, test } from "vitest";
import { answerComments, nextChange, type SampleComment } from "./sample-answer.ts";
import { PREPARED_CHANGES, SAMPLE_FILES } from "./sample-app.ts";
import { SourceChecker } from "./source-checker.ts";

const checker = new SourceChecker();
afterAll(async () => await checker[Symbol.asyncDispose]());

/** As the server judges it when it is proposed. */
const fits = async (files: AppFiles) => (await checker.check(files, "sample")).diagnostics.length === 0;

const answer = async (comments: readonly SampleComment[], files: AppFiles = SAMPLE_FILES) =>
  await answerComments(comments, files, fits);

const APP = "src/App.tsx";
const lineOf = (text: string, files: AppFiles = SAMPLE_FILES) =>
  (files.get(APP) ?? "").split("\n").findIndex((line) => line.includes(text)) + 1;

/** A comment on lines of the app as they stand. */
function suggest(comment_id: string, from: string, suggestion: string, to = from): SampleComment {
  const [line, end_line] = [lineOf(from), lineOf(to)];
  const quote = (SAMPLE_FILES.get(APP) ?? "")
    .split("\n")
    .slice(line - 1, end_line)
    .join("\n");
  return { comment_id, file: APP, line, end_line, quote, suggestion };
}

test("the first proposal compiles, and so does each change that is prepared, in whatever order", async () => {
  expect(await fits(SAMPLE_FILES)).toBe(true);
  for (const order of [PREPARED_CHANGES, PREPARED_CHANGES.toReversed()]) {
    const files = new Map(SAMPLE_FILES);
    for (const { file, find, put } of order) {
      expect((files.get(file) ?? "").split(find)).toHaveLength(2);
      files.set(
        file,
        (files.get(file) ?? "").replace(find, () => put),
      );
      expect(await fits(files)).toBe(true);
    }
  }
});

test("each round makes another change, and after the last one it says that there are no more", async () => {
  let files: AppFiles = SAMPLE_FILES;
  const said: string[] = [];
  for (let round = 0; round < PREPARED_CHANGES.length; round += 1) {
    const { files: next, replies } = await answer([{ comment_id: "c" }], files);
    expect(next).toBeDefined();
    files = next ?? files;
    said.push(replies[0]?.body ?? "");
  }
  expect(new Set(said).size).toBe(PREPARED_CHANGES.length);
  expect(await answer([{ comment_id: "c" }], files)).toEqual({
    replies: [{ comment_id: "c", body: "I am only a sample and have no more changes." }],
  });
  expect(await nextChange(files, fits)).toBeUndefined();
});

describe("a suggestion", () => {
  test("is put into its lines, and nothing else changes", async () => {
    const comments = [
      suggest("low", "Next speaker", "          Next one, please"),
      suggest("high", "const SPEAKERS = 4", "const SPEAKERS = 7;\nconst UNUSED = 1;"),
      suggest("gone", "<h1>Stand-up</h1>", ""),
    ];
    const { files, replies } = await answer(comments);
    const before = (SAMPLE_FILES.get(APP) ?? "").split("\n");
    const wanted = before
      .map((line) => (line.includes("Next speaker") ? "          Next one, please" : line))
      .flatMap((line) =>
        line.startsWith("const SPEAKERS") ? ["const SPEAKERS = 7;", "const UNUSED = 1;"] : line,
      )
      .filter((line) => !line.includes("<h1>"));
    expect(files?.get(APP)?.split("\n")).toEqual(wanted);
    expect(files?.get("src/clock.ts")).toBe(SAMPLE_FILES.get("src/clock.ts"));
    expect(replies.map(({ body }) => body)).toEqual(Array(3).fill("Done as you suggest."));
  });

  test("beside a wish is done, and the wish gets a prepared change", async () => {
    const { files, replies } = await answer([
      suggest("a", "const SPEAKERS", "const SPEAKERS = 9;"),
      { comment_id: "b" },
    ]);
    expect(files?.get(APP)).toContain("SPEAKERS = 9");
    expect(files?.get(APP)).toContain("Restart");
    expect(replies.map(({ body }) => body)).toEqual([
      "Done as you suggest.",
      expect.stringMatching(/^I am only a sample and cannot read\. My next prepared change is a button/u),
    ]);
  });

  test("that does not compile is left out, and that is said", async () => {
    const { files, replies } = await answer([suggest("a", "const SPEAKERS", "const = ;")]);
    expect(files && (await fits(files))).toBe(true);
    expect(replies[0]?.body).toMatch(
      /^With your suggestions it does not compile, so I left them out\. My next/u,
    );
  });

  test("that crosses another, or is for other lines than stand there, is left out, and that is said", async () => {
    const moved = { ...suggest("moved", "const SPEAKERS", "const SPEAKERS = 9;"), quote: "something else" };
    const over = suggest("over", "function next", "", "setLeft(SECONDS_EACH);");
    const inner = suggest("inner", "setSpeaker((now)", "    setSpeaker((now) => now + 1);");
    const { files, replies } = await answer([moved, over, inner]);
    expect(files?.get(APP)).toContain("now + 1");
    expect(files?.get(APP)).toContain("function next");
    expect(replies.map(({ body }) => body.split(".")[0])).toEqual([
      "I could not put this suggestion into its lines",
      "I could not put this suggestion into its lines",
      "Done as you suggest",
    ]);
  });
});

test("the same comments get the same answer, so that after a restart nothing is said twice", async () => {
  const comments = [suggest("a", "const SPEAKERS", "const SPEAKERS = 9;"), { comment_id: "b" }];
  expect(await answer(comments)).toEqual(await answer(comments));
});
