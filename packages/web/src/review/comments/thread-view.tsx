import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Button as PlainButton } from "react-aria-components";
import { useResolveComment } from "../../data/index.ts";
import { Message, useText } from "../../messages/text.tsx";
import { Button, Failure, Icon, Tag, Time } from "../../parts/index.ts";
import { VisibleName, VisibleText } from "../visible-text.tsx";
import { CommentBody, CommentFrame } from "./comment-frame.tsx";
import { useCommentsHere } from "./comments-context.ts";
import styles from "./comments.module.css";
import { LinesSaid } from "./lines-said.tsx";
import { ReplyField } from "./reply-field.tsx";
import { Quote } from "./suggestion.tsx";
import type { PlacedThread, Thread, ThreadStatus } from "./threads.ts";

/** A comment with its answers. A resolved one is a line, until somebody looks. */
export function ThreadView({ placed }: { readonly placed: PlacedThread }): ReactNode {
  const { thread, status } = placed;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLButtonElement>(null);
  const wasHere = useRef(false);
  // Resolving it here takes the button away that had the focus.
  useEffect(() => {
    if (status === "resolved" && wasHere.current) line.current?.focus({ preventScroll: true });
    wasHere.current = false;
  }, [status]);
  const resolved = thread.resolved;
  return (
    <article className={styles.thread} id={threadId(thread.comment_id)} tabIndex={-1} aria-labelledby={id}>
      {resolved ? (
        <PlainButton
          className={styles.folded ?? ""}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
          ref={line}
        >
          <Icon name="check" />
          <span id={id}>
            <Message
              id="comments.resolved-by"
              values={{ by: <VisibleName text={resolved.by} />, ago: <Time at={resolved.at} look="ago" /> }}
            />
          </span>
          <span className={styles.snippet}>
            <VisibleText text={firstLine(thread.body)} />
          </span>
        </PlainButton>
      ) : null}
      {!resolved || isOpen ? (
        <>
          <Said placed={placed} headId={resolved ? undefined : id} />
          {thread.replies.map((reply) => (
            <Reply key={reply.reply_id} reply={reply} />
          ))}
          <ThreadActs
            thread={thread}
            onResolve={() => {
              wasHere.current = true;
            }}
          />
        </>
      ) : null}
    </article>
  );
}

/** The element of a thread, for links to it. */
export function threadId(commentId: string): string {
  return `comment-${commentId}`;
}

/** So much of a comment stands for it where there is one line. */
const SNIPPET = 100;

/** The beginning of a comment, for where it has one line only. */
export function firstLine(body: string): string {
  const [line = ""] = body.trim().split("\n");
  const units = Array.from(line);
  return units.length > SNIPPET ? `${units.slice(0, SNIPPET).join("")}…` : line;
}

interface SaidProps {
  readonly placed: PlacedThread;
  readonly headId: string | undefined;
}

function Said({ placed: { thread, at, status, elsewhere }, headId }: SaidProps): ReactNode {
  const text = useText();
  const { quote, suggestion, file, line } = thread;
  return (
    <CommentFrame
      name={thread.by}
      kind="person"
      head={
        <>
          <b id={headId}>
            <VisibleName text={thread.by} />
          </b>
          {elsewhere ? <span>{text("comments.from-revision", { revision: thread.revision })}</span> : null}
          {at.kind === "lines" ? <LinesSaid {...at} /> : null}
          {at.kind === "lines" && at.from !== undefined ? (
            <span>{text("comments.moved", { line: at.from })}</span>
          ) : null}
          <Time at={thread.at} look="ago" />
          <StatusTag status={status} />
          {at.kind === "outdated" ? <Tag>{text("comments.outdated")}</Tag> : null}
        </>
      }
    >
      {at.kind !== "lines" && file !== undefined ? (
        <p className={styles.where}>
          {line === undefined ? (
            <VisibleName text={file} />
          ) : (
            <Message id="comments.was-at" values={{ path: <VisibleName text={file} />, line }} />
          )}
        </p>
      ) : null}
      <CommentBody text={thread.body} />
      {quote !== undefined && line !== undefined && (at.kind === "outdated" || suggestion !== undefined) ? (
        <Quote quote={quote} line={line} suggestion={suggestion} />
      ) : null}
    </CommentFrame>
  );
}

/** Where a comment stands. */
export function StatusTag({ status }: { readonly status: ThreadStatus }): ReactNode {
  const text = useText();
  if (status === "open") return <Tag>{text("comments.open")}</Tag>;
  return (
    <Tag kind="door">
      <Icon name="check" />
      {text(status === "answered" ? "comments.answered" : "comments.resolved")}
    </Tag>
  );
}

function Reply({ reply }: { readonly reply: Thread["replies"][number] }): ReactNode {
  const text = useText();
  const { kind, name } = reply.by;
  return (
    <CommentFrame
      name={name}
      kind={kind}
      head={
        <>
          <b>
            <VisibleName text={name} />
          </b>
          {kind === "agent" ? <Tag kind="outside">{text("comments.outside")}</Tag> : null}
          <Time at={reply.at} look="ago" />
        </>
      }
    >
      <CommentBody text={reply.body} />
    </CommentFrame>
  );
}

interface ThreadActsProps {
  readonly thread: Thread;
  readonly onResolve: () => void;
}

function ThreadActs({ thread, onResolve }: ThreadActsProps): ReactNode {
  const text = useText();
  const { mayAnswer, replies, writeReply } = useCommentsHere();
  const resolve = useResolveComment();
  const reply = useRef<HTMLButtonElement>(null);
  const { comment_id, proposal_id, resolved } = thread;
  const written = replies.get(comment_id);
  if (!mayAnswer) return null;
  return (
    <div className={styles.threadActs}>
      {written === undefined ? null : (
        <ReplyField thread={thread} written={written} onLeft={() => reply.current?.focus()} />
      )}
      {resolve.isError ? <Failure error={resolve.error} /> : null}
      <div className={styles.acts}>
        <Button
          size="small"
          busy={resolve.isPending}
          onPress={() => {
            onResolve();
            resolve.mutate({ proposal_id, comment_id, resolved: resolved === undefined });
          }}
        >
          {text(resolved ? "comments.reopen" : "comments.resolve")}
        </Button>
        {written === undefined && !resolved ? (
          <Button size="small" kind="quiet" onPress={() => writeReply(comment_id, "")} ref={reply}>
            {text("comments.reply")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
