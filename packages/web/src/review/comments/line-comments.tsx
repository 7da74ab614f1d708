import type { ReactNode } from "react";
import styles from "./comments.module.css";
import { useCommentsHere } from "./comments-context.ts";
import { DraftView } from "./draft-view.tsx";
import { ThreadView } from "./thread-view.tsx";

export interface LineCommentsProps {
  readonly path: string;
  readonly line: number;
}

/** What is said about the lines that end here: threads of this and earlier revisions, then drafts. */
export function LineComments({ path, line }: LineCommentsProps): ReactNode {
  const { threads, drafts } = useCommentsHere();
  const isHere = (place: { readonly file: string; readonly end_line: number } | undefined): boolean =>
    place?.file === path && place.end_line === line;
  return (
    <div className={styles.line} data-comments="">
      {threads.map((placed) =>
        placed.at.kind === "lines" && isHere(placed.at) ? (
          <ThreadView key={placed.thread.comment_id} placed={placed} />
        ) : null,
      )}
      {drafts.map((draft) => (isHere(draft.place) ? <DraftView key={draft.id} draft={draft} /> : null))}
    </div>
  );
}
