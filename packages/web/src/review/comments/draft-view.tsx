import { useEffect, useRef, useState, type ReactNode } from "react";
import { useHome } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { Button, Tag } from "../../parts/index.ts";
import { CommentBody, CommentFrame } from "./comment-frame.tsx";
import { CommentEditor } from "./comment-editor.tsx";
import { useCommentsHere } from "./comments-context.ts";
import styles from "./comments.module.css";
import type { Draft } from "./drafts.ts";
import { focusAround } from "./focus-around.ts";
import { LinesSaid } from "./lines-said.tsx";
import { Quote } from "./suggestion.tsx";

/**
 * A comment that was not sent: as it was saved, or while it is written. Whoever is writing goes on, also when a
 * newer revision or a decision came meanwhile: what is typed is kept.
 */
export function DraftView({ draft }: { readonly draft: Draft }): ReactNode {
  const { mayWrite } = useCommentsHere();
  const isWriting = draft.writing !== undefined;
  const [began, setBegan] = useState(false);
  if (began !== (isWriting && (mayWrite || began))) setBegan(!began);
  return draft.writing && (mayWrite || began) ? (
    <CommentEditor draft={draft} writing={draft.writing} />
  ) : (
    <SavedDraft draft={draft} />
  );
}

function SavedDraft({ draft }: { readonly draft: Draft }): ReactNode {
  const text = useText();
  const home = useHome();
  const { mayWrite, asked, edit, remove } = useCommentsHere();
  const frame = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const { place } = draft;
  const words = draft.saved ?? draft.writing;
  useEffect(() => {
    if (asked?.id === draft.id) again.current?.focus({ preventScroll: true });
  }, [asked, draft.id]);
  if (words === undefined) return null;
  return (
    <CommentFrame
      name={home.data?.person.name ?? ""}
      kind="person"
      draft
      ref={frame}
      head={
        <>
          <b>{text("comments.you")}</b>
          <Tag kind={mayWrite ? "lamp" : "plain"}>{text("comments.draft")}</Tag>
          {place ? <LinesSaid {...place} /> : null}
        </>
      }
    >
      <CommentBody text={words.body} />
      {place && words.suggestion !== undefined ? (
        <Quote quote={place.quote} line={place.line} suggestion={words.suggestion} />
      ) : null}
      <div className={styles.acts}>
        {mayWrite ? (
          <Button size="small" onPress={() => edit(draft.id)} ref={again}>
            {text("comments.edit")}
          </Button>
        ) : null}
        <Button
          size="small"
          kind="quiet"
          onPress={() => {
            focusAround(frame.current);
            remove(draft);
          }}
        >
          {text("comments.delete")}
        </Button>
      </div>
    </CommentFrame>
  );
}
