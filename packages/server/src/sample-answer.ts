import type { AppFiles } from "@anteroom/app-format";
import { PREPARED_CHANGES, type PreparedChange } from "./sample-app.ts";

/** A comment as an agent reads it. */
export interface SampleComment {
  readonly comment_id: string;
  readonly file?: string;
  readonly line?: number;
  readonly end_line?: number;
  readonly quote?: string;
  readonly suggestion?: string;
}

export interface SampleAnswer {
  /** What it proposes next; absent when nothing changes. */
  readonly files?: AppFiles;
  readonly replies: readonly { readonly comment_id: string; readonly body: string }[];
}

/**
 * How the sample agent answers comments: suggestions are put into their lines; whatever else is asked, which it
 * cannot read, gets its next prepared change. `fits` says whether files are an app that compiles. The same comments
 * on the same files get the same answer.
 */
export async function answerComments(
  comments: readonly SampleComment[],
  files: AppFiles,
  fits: (files: AppFiles) => Promise<boolean>,
): Promise<SampleAnswer> {
  const suggested = applySuggestions(comments, files);
  const compiles = suggested.taken.size > 0 && (await fits(suggested.files));
  const taken = compiles ? suggested.taken : new Set<string>();
  const base = compiles ? suggested.files : files;
  const change = taken.size < comments.length ? await nextChange(base, fits) : undefined;
  const instead = change ? `My next prepared change is ${change.says}.` : NO_MORE;
  const bodyFor = ({ comment_id, suggestion }: SampleComment): string => {
    if (taken.has(comment_id)) return "Done as you suggest.";
    if (suggested.taken.has(comment_id)) return BROKEN + instead;
    if (suggestion !== undefined) return CROSSED + instead;
    return change ? CANNOT_READ + instead : instead;
  };
  const replies = comments.map((comment) => ({
    comment_id: comment.comment_id,
    body: bodyFor(comment),
  }));
  const next = change?.files ?? base;
  return { replies, ...(next !== files && { files: next }) };
}

const NO_MORE = "I am only a sample and have no more changes.";
const CANNOT_READ = "I am only a sample and cannot read. ";
const BROKEN = "With your suggestions it does not compile, so I left them out. ";
const CROSSED = "I could not put this suggestion into its lines. ";

/** The files with the first prepared change that fits them, if there is one. */
export async function nextChange(
  files: AppFiles,
  fits: (files: AppFiles) => Promise<boolean>,
): Promise<{ readonly files: AppFiles; readonly says: string } | undefined> {
  for (const change of PREPARED_CHANGES) {
    const text = files.get(change.file);
    if (text === undefined || !isLeft(change, text)) continue;
    const changed = new Map(files).set(
      change.file,
      text.replace(change.find, () => change.put),
    );
    if (await fits(changed)) return { files: changed, says: change.says };
  }
  return undefined;
}

/** Whether a change can still be made: its place is there, once, and it was not made. */
function isLeft({ find, put }: PreparedChange, text: string): boolean {
  return !text.includes(put) && text.split(find).length === 2;
}

/** Puts each suggestion that stands on its lines as they were quoted; of two that cross, the lower one is taken. */
function applySuggestions(comments: readonly SampleComment[], files: AppFiles) {
  const changed = new Map(files);
  const taken = new Set<string>();
  const above = new Map<string, number>();
  const placed = comments.flatMap((comment) => {
    const { file, line, end_line = line, suggestion } = comment;
    if (file === undefined || line === undefined || end_line === undefined || suggestion === undefined)
      return [];
    return [{ ...comment, file, line, end_line, suggestion }];
  });
  // From the bottom up, so that the lines above keep their numbers.
  for (const { comment_id, file, line, end_line, suggestion, quote } of placed.toSorted(
    (a, b) => b.line - a.line,
  )) {
    const lines = (changed.get(file) ?? "").split("\n");
    const there = lines.slice(line - 1, end_line).join("\n");
    const free = end_line < (above.get(file) ?? Number.POSITIVE_INFINITY);
    if (!free || there !== quote || there === suggestion) continue;
    const put = suggestion === "" ? [] : suggestion.replaceAll("\r\n", "\n").split("\n");
    changed.set(file, lines.toSpliced(line - 1, end_line - line + 1, ...put).join("\n"));
    above.set(file, line);
    taken.add(comment_id);
  }
  return { files: changed, taken };
}
