import { useEffect, useRef, type ReactNode } from "react";
import { useReplyToComment } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { Button, Failure, TextArea } from "../../parts/index.ts";
import { useCommentsHere } from "./comments-context.ts";
import styles from "./comments.module.css";
import { BODY_AT_MOST, overBy } from "./lengths.ts";
import type { Thread } from "./threads.ts";

export interface ReplyFieldProps {
  readonly thread: Thread;
  readonly written: string;
  /** The writing ended, one way or the other. */
  readonly onLeft: () => void;
}

/** Writes an answer in a thread; it is sent at once, and the agent reads it. */
export function ReplyField({ thread, written, onLeft }: ReplyFieldProps): ReactNode {
  const text = useText();
  const { writeReply } = useCommentsHere();
  const send = useReplyToComment();
  const field = useRef<HTMLTextAreaElement>(null);
  const { comment_id, proposal_id } = thread;
  const over = overBy(written, BODY_AT_MOST);
  const held = written.trim() === "" || over > 0;
  const isNew = useRef(written === "");
  useEffect(() => {
    if (isNew.current) field.current?.focus();
  }, []);
  function leave(): void {
    writeReply(comment_id, undefined);
    // The button that began it is there again only then.
    setTimeout(onLeft);
  }
  function onSend(): void {
    if (held) return field.current?.focus();
    if (!send.isPending) send.mutate({ proposal_id, comment_id, body: written.trim() }, { onSuccess: leave });
  }
  return (
    <div className={styles.reply}>
      <TextArea
        label={text("comments.your-reply")}
        value={written}
        onChange={(body) => writeReply(comment_id, body)}
        onSend={onSend}
        rows={2}
        ref={field}
        error={over > 0 ? text("review.reason-too-long", { over }) : undefined}
      />
      {send.isError ? <Failure error={send.error} /> : null}
      <div className={styles.acts}>
        <Button size="small" kind="quiet" onPress={leave}>
          {text("comments.cancel")}
        </Button>
        <Button size="small" held={held} busy={send.isPending} onPress={onSend}>
          {text("comments.send-reply")}
        </Button>
      </div>
    </div>
  );
}
