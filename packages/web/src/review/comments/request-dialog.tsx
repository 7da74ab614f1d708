import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Message, useText } from "../../messages/text.tsx";
import { useMedia } from "../../app/use-media.ts";
import { Button, Dialog, TextArea, type TextAreaProps } from "../../parts/index.ts";
import { KeyHint } from "../key-hint.tsx";
import { spelledOut } from "../visible-marks.ts";
import { VisibleName } from "../visible-text.tsx";
import { CommentBody } from "./comment-frame.tsx";
import styles from "./comments.module.css";
import { savedDrafts, type Draft, type Words } from "./drafts.ts";
import { BODY_AT_MOST, COMMENTS_AT_ONCE, overBy } from "./lengths.ts";
import { Quote } from "./suggestion.tsx";

export interface RequestDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly name: string;
  readonly client: string;
  readonly drafts: readonly Draft[];
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onSend: () => void;
}

/** Shows all that goes to the agent together, with room for a word about the whole. */
export function RequestDialog(props: RequestDialogProps): ReactNode {
  const text = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const drafts = savedDrafts(props.drafts);
  const over = overBy(props.note, BODY_AT_MOST);
  const said = drafts.length + (props.note.trim() === "" ? 0 : 1);
  const held = said === 0 || over > 0 || said > COMMENTS_AT_ONCE;
  const onSend = (): void => (held ? field.current?.focus() : props.onSend());
  return (
    <Dialog
      title={text("comments.request-title", { name: spelledOut(props.name) })}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      size="wide"
      actions={
        <>
          <Button kind="quiet" onPress={() => props.onOpenChange(false)}>
            {text("review.back")}
          </Button>
          <Button kind="door" held={held} onPress={onSend}>
            {text("comments.send")}
          </Button>
        </>
      }
    >
      <p className={styles.told}>
        {text("comments.request-told", { client: spelledOut(props.client), count: drafts.length })}
      </p>
      {drafts.length > 0 ? (
        <ol className={styles.sent}>
          {drafts.map((draft) => (
            <SentDraft key={draft.id} draft={draft} />
          ))}
        </ol>
      ) : null}
      <NoteField
        label={text(drafts.length === 0 ? "comments.note-only" : "comments.note")}
        value={props.note}
        onChange={props.onNote}
        onSend={onSend}
        isFirst={drafts.length === 0}
        field={field}
        error={
          over > 0
            ? text("review.reason-too-long", { over })
            : said > COMMENTS_AT_ONCE
              ? text("comments.too-many", { most: COMMENTS_AT_ONCE })
              : undefined
        }
      />
    </Dialog>
  );
}

interface NoteFieldProps extends Pick<TextAreaProps, "label" | "value" | "onChange" | "onSend" | "error"> {
  /** There is nothing else to look at before it. */
  readonly isFirst: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Takes the focus when the dialog opens, so that one can write and send at once. */
function NoteField({ isFirst, field, ...props }: NoteFieldProps): ReactNode {
  const text = useText();
  // The keyboard of a phone would cover what is sent.
  const covers = useMedia("(pointer: coarse)") && !isFirst;
  useEffect(() => {
    if (!covers) field.current?.focus();
  }, [covers, field]);
  const hint = (
    <>
      {text("comments.note-hint")} <KeyHint>{text("comments.key-sends")}</KeyHint>
    </>
  );
  return <TextArea {...props} ref={field} hint={hint} />;
}

function SentDraft({
  draft: { place, saved },
}: {
  readonly draft: Draft & { readonly saved: Words };
}): ReactNode {
  return (
    <li>
      <p className={styles.where}>
        {place ? (
          <Message
            id={place.end_line > place.line ? "comments.place-lines" : "scan.place"}
            values={{ path: <VisibleName text={place.file} />, line: place.line, end: place.end_line }}
          />
        ) : (
          <Message id="comments.whole" />
        )}
      </p>
      <CommentBody text={saved.body} />
      {place && saved.suggestion !== undefined ? (
        <Quote quote={place.quote} line={place.line} suggestion={saved.suggestion} />
      ) : null}
    </li>
  );
}
