import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { flushSync } from "react-dom";
import { useText } from "../../messages/text.tsx";
import { Button, TextArea } from "../../parts/index.ts";
import { KeyHint } from "../key-hint.tsx";
import { quotedLines } from "./carry.ts";
import { useCommentsHere } from "./comments-context.ts";
import styles from "./comments.module.css";
import { isBlank, type Draft, type Words } from "./drafts.ts";
import { focusAround } from "./focus-around.ts";
import { BODY_AT_MOST, overBy, SUGGESTION_AT_MOST } from "./lengths.ts";

export interface CommentEditorProps {
  readonly draft: Draft;
  readonly writing: Words;
}

/** Writes a comment, and what is suggested in the place of its lines. What is typed is kept as it is typed. */
export function CommentEditor({ draft, writing }: CommentEditorProps): ReactNode {
  const text = useText();
  const { asked, write, save, cancel } = useCommentsHere();
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const suggest = useRef<HTMLTextAreaElement>(null);
  const { id, place } = draft;
  const { body, suggestion } = writing;
  const held =
    isBlank(writing) || overBy(body, BODY_AT_MOST) > 0 || overBy(suggestion, SUGGESTION_AT_MOST) > 0;
  const onSave = (): void => {
    if (held) field.current?.focus();
    else save(id);
  };
  useEffect(() => {
    if (asked?.id !== id) return;
    field.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: "nearest" });
  }, [asked, id]);
  return (
    <div className={`${styles.editor} ${styles.draft}`} ref={frame}>
      <TextArea
        label={place ? labelOf(text, place) : text("comments.on-whole")}
        value={body}
        onChange={(next) => write(id, { ...writing, body: next })}
        onSend={onSave}
        ref={field}
        hint={
          <>
            {text("comments.editor-hint")} <KeyHint>{text("comments.key-saves")}</KeyHint>
          </>
        }
        error={useTooLong(body, BODY_AT_MOST)}
      />
      <SuggestionField
        draft={draft}
        writing={writing}
        onSend={onSave}
        onDropped={() => field.current?.focus()}
        ref={suggest}
      />
      <div className={styles.acts}>
        {place && suggestion === undefined ? (
          <Button
            size="small"
            kind="quiet"
            onPress={() => {
              // The button goes, and the field comes in its place.
              flushSync(() => write(id, { ...writing, suggestion: place.quote }));
              suggest.current?.focus();
            }}
          >
            {text("comments.suggest")}
          </Button>
        ) : null}
        <span className={styles.push} />
        <Button
          size="small"
          kind="quiet"
          onPress={() => {
            if (!draft.saved) focusAround(frame.current);
            cancel(id);
          }}
        >
          {text("comments.cancel")}
        </Button>
        <Button size="small" held={held} onPress={onSave}>
          {text("comments.save")}
        </Button>
      </div>
    </div>
  );
}

interface SuggestionFieldProps extends CommentEditorProps {
  readonly onSend: () => void;
  readonly onDropped: () => void;
  readonly ref: Ref<HTMLTextAreaElement>;
}

function SuggestionField({ draft, writing, onSend, onDropped, ref }: SuggestionFieldProps): ReactNode {
  const text = useText();
  const { write } = useCommentsHere();
  const tooLong = useTooLong(writing.suggestion ?? "", SUGGESTION_AT_MOST);
  const { suggestion } = writing;
  if (draft.place === undefined || suggestion === undefined) return null;
  return (
    <div className={styles.suggesting}>
      <TextArea
        mono
        label={text("comments.suggestion")}
        value={suggestion}
        onChange={(next) => write(draft.id, { ...writing, suggestion: next })}
        onSend={onSend}
        ref={ref}
        rows={Math.min(12, quotedLines(suggestion).length + 1)}
        hint={suggestion === "" ? text("comments.suggestion-empty") : undefined}
        error={tooLong}
      />
      <Button
        size="small"
        kind="quiet"
        onPress={() => {
          write(draft.id, { body: writing.body });
          onDropped();
        }}
      >
        {text("comments.suggest-none")}
      </Button>
    </div>
  );
}

/** Says by how much a text is too long. */
function useTooLong(value: string, most: number): string | undefined {
  const text = useText();
  const over = overBy(value, most);
  return over > 0 ? text("review.reason-too-long", { over }) : undefined;
}

function labelOf(
  text: ReturnType<typeof useText>,
  { line, end_line: end }: { readonly line: number; readonly end_line: number },
): string {
  return end > line ? text("comments.on-lines", { line, end }) : text("comments.on-line", { line });
}
