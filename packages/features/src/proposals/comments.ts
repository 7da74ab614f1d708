import { type AppFiles, utf8Bytes } from "@anteroom/app-format";
import { Refusal } from "../kernel/errors.ts";
import type { InputOf } from "../kernel/operation.ts";
import type { Thread } from "./comment-store.ts";
import type { requestChanges } from "./review-contract.ts";
import type { CommentRow } from "./tables.ts";

/**
 * UTF-8 bytes of what may be said about one revision, by its comments (with the lines they quote), and again by the
 * replies of either side: an agent reads all of it at once.
 */
export const WORDS_BYTES = 64 * 1024;

type WrittenComment = InputOf<typeof requestChanges>["comments"][number];

/** A comment whose place is known to be in the files. */
export type PlacedComment = Pick<CommentRow, "file" | "line" | "end_line" | "quote" | "body" | "suggestion">;

/**
 * Comments with the lines that they are about, quoted from the files themselves.
 * @throws Refusal `invalid_arguments` for a place that is not in the files, for a comment that says nothing, and for
 * a suggestion without a place; `too_large` where all are too long together
 */
export function placeComments(files: AppFiles, written: readonly WrittenComment[]): PlacedComment[] {
  let bytes = 0;
  const linesIn = linesOnce(files);
  return written.map((comment, index) => {
    const where = `comments[${index}]`;
    if (comment.body.trim() === "") throw misplaced(`${where}.body`, "A comment says something.");
    const placed = placeComment(linesIn, comment, where);
    bytes += utf8Bytes(placed.body) + utf8Bytes(placed.suggestion ?? "") + utf8Bytes(placed.quote ?? "");
    if (bytes <= WORDS_BYTES) return placed;
    throw new Refusal({
      code: "too_large",
      message: `The comments and the lines they are about are over ${WORDS_BYTES} bytes together.`,
      where,
      hint: "Comment on fewer lines, or on the file as a whole.",
    });
  });
}

/** The lines of a file; each file is split once, since fifty comments may be about the longest one. */
function linesOnce(files: AppFiles): (path: string) => readonly string[] | undefined {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const text = files.get(path);
    const lines = known.get(path) ?? (text === undefined ? undefined : linesOf(text));
    if (lines) known.set(path, lines);
    return lines;
  };
}

function placeComment(
  linesIn: ReturnType<typeof linesOnce>,
  comment: WrittenComment,
  where: string,
): PlacedComment {
  const { body, file = null, line, end_line = line, suggestion = null } = comment;
  if (line === undefined || end_line === undefined || file === null) {
    if (end_line !== undefined) throw misplaced(`${where}.line`, "A place in a file names file and line.");
    if (suggestion !== null) throw misplaced(`${where}.suggestion`, "A suggestion names its lines.");
    if (file !== null && !linesIn(file)) throw misplaced(`${where}.file`, "There is no such file.");
    return { file, line: null, end_line: null, quote: null, body, suggestion };
  }
  const lines = linesIn(file);
  if (!lines) throw misplaced(`${where}.file`, "There is no such file.");
  if (line > lines.length) throw misplaced(`${where}.line`, `The file has ${lines.length} lines.`);
  if (end_line < line) throw misplaced(`${where}.end_line`, "The last line stands before the first.");
  if (end_line > lines.length) throw misplaced(`${where}.end_line`, `The file has ${lines.length} lines.`);
  return { file, line, end_line, quote: lines.slice(line - 1, end_line).join("\n"), body, suggestion };
}

/** The lines of a source text, as many as app-format's lineCount counts. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function misplaced(where: string, message: string): Refusal {
  return new Refusal({ code: "invalid_arguments", message, where });
}

/** A comment as the proposer's agents read it: a person's words, as data. */
export function commentForAgent(comment: Omit<Thread, "revision">) {
  const { replies } = comment;
  return {
    comment_id: comment.comment_id,
    by: { name: comment.person_name },
    ...placeOf(comment),
    body: comment.body,
    ...(comment.suggestion !== null && { suggestion: comment.suggestion }),
    resolved: comment.resolved_at !== null,
    ...(replies.length > 0 && {
      replies: replies.map((reply) => ({
        by: { kind: reply.actor_kind, name: reply.actor_name },
        body: reply.body,
        at: reply.created_at,
      })),
    }),
  };
}

/** The place in the revision that the comment was made on; nothing for one about the whole. */
function placeOf({ file, line, end_line, quote }: CommentRow) {
  return {
    ...(file !== null && { file }),
    ...(line !== null && { line }),
    ...(end_line !== null && { end_line }),
    ...(quote !== null && { quote }),
  };
}
