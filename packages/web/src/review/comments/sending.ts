import type { PersonInputs } from "@anteroom/client";
import { savedDrafts, type Draft } from "./drafts.ts";

export type SentComment = PersonInputs["request_changes"]["comments"][number];

/** What is sent of drafts and of a word about the whole, which leads. */
export function commentsToSend(drafts: readonly Draft[], note: string): SentComment[] {
  const whole = note.trim() === "" ? [] : [{ body: note.trim() }];
  const comments = savedDrafts(drafts).map(({ place, saved: { body, suggestion } }): SentComment => {
    if (place === undefined) return { body: body.trim() };
    const { file, line, end_line } = place;
    return { body: body.trim(), file, line, end_line, ...(suggestion !== undefined && { suggestion }) };
  });
  return [...whole, ...comments];
}

/** The drafts as text, for who wants to keep what was not sent. */
export function draftsAsText(drafts: readonly Draft[]): string {
  return commentsToSend(drafts, "")
    .map(({ file, line, body, suggestion }) =>
      [file === undefined ? [] : `${file}:${line}`, body, suggestion ?? []].flat().join("\n"),
    )
    .join("\n\n");
}
