import { useId, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Message, useText } from "../../messages/text.tsx";
import { Button } from "../../parts/index.ts";
import { TextLink } from "../text-link.tsx";
import { VisibleName, VisibleText } from "../visible-text.tsx";
import { useCommentsHere } from "./comments-context.ts";
import styles from "./comments.module.css";
import { DraftView } from "./draft-view.tsx";
import { firstLine, StatusTag, threadId, ThreadView } from "./thread-view.tsx";
import { answersOf, isSettled, type PlacedThread } from "./threads.ts";

/** What is said about the whole, what was said of lines that are gone, and the way to say something. */
export function CommentsSection(): ReactNode {
  const text = useText();
  const id = useId();
  const { shown, threads, drafts, earlier, mayWrite, begin, replies } = useCommentsHere();
  // What is settled while it is read stays where it is.
  const [settled] = useState(
    () => new Set(threads.filter((one) => isSettled(one, shown.revision)).map(idOf)),
  );
  const [isOpen, setOpen] = useState(false);
  const apart = threads.filter(({ at }) => at.kind !== "lines");
  const isFolded = (one: PlacedThread): boolean => settled.has(idOf(one)) && !replies.has(idOf(one));
  const folded = apart.filter(isFolded);
  const whole = drafts.filter(({ place }) => place === undefined);
  if (!mayWrite && threads.length === 0 && drafts.length === 0) return null;
  const { asked, answered } = answersOf(threads, shown);
  return (
    <section aria-labelledby={id} className={styles.section} data-comment-list="" tabIndex={-1}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{text("comments.title")}</h2>
        <p>
          {asked.length > 0
            ? text("comments.answers", { revision: shown.revision, answered, asked: asked.length })
            : mayWrite
              ? text("comments.how")
              : null}
        </p>
        {mayWrite ? (
          <Button size="small" icon="add" onPress={() => begin()}>
            {text("comments.begin-whole")}
          </Button>
        ) : null}
      </div>
      {asked.length > 0 ? <Asked asked={asked} onShow={() => setOpen(true)} /> : null}
      {mayWrite && earlier.length > 0 ? <Earlier /> : null}
      {folded.length > 0 ? (
        <div>
          <TextLink look="words" expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {text("comments.settled", { count: folded.length })}
          </TextLink>
        </div>
      ) : null}
      {apart.map((placed) =>
        isFolded(placed) && !isOpen ? null : <ThreadView key={idOf(placed)} placed={placed} />,
      )}
      {whole.map((draft) => (
        <DraftView key={draft.id} draft={draft} />
      ))}
    </section>
  );
}

const idOf = ({ thread }: PlacedThread): string => thread.comment_id;

interface AskedProps {
  readonly asked: readonly PlacedThread[];
  /** Shows what is folded away. */
  readonly onShow: () => void;
}

/** Each comment that this revision had to answer, with the way to it. */
function Asked({ asked, onShow }: AskedProps): ReactNode {
  const { goTo } = useCommentsHere();
  return (
    <ul className={styles.asked}>
      {asked.map(({ thread, at, status }) => (
        <li key={thread.comment_id}>
          <StatusTag status={status} />
          <TextLink
            look="code"
            onPress={() => {
              if (at.kind === "lines") return goTo({ path: at.file, line: at.end_line });
              flushSync(onShow);
              showThread(thread.comment_id);
            }}
          >
            {at.kind === "lines" ? (
              <Message id="scan.place" values={{ path: <VisibleName text={at.file} />, line: at.line }} />
            ) : at.kind === "outdated" ? (
              <Message id="comments.gone" values={{ path: <VisibleName text={thread.file ?? ""} /> }} />
            ) : (
              <Message id="comments.whole" />
            )}
          </TextLink>
          <span className={styles.snippet}>
            <VisibleText text={firstLine(thread.body)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function showThread(commentId: string): void {
  const thread = document.getElementById(threadId(commentId));
  thread?.scrollIntoView({ block: "nearest" });
  thread?.focus({ preventScroll: true });
}

/** What was written about earlier revisions and not sent. */
function Earlier(): ReactNode {
  const text = useText();
  const { earlier, takeEarlier, dropEarlier } = useCommentsHere();
  return (
    <div className={`${styles.earlier} ${styles.draft}`} role="group" aria-label={text("comments.earlier")}>
      <ul>
        {earlier.map((sheet) => (
          <li key={`${sheet.proposal_id} ${sheet.digest}`}>
            {text("comments.drafts-from", {
              count: sheet.drafts.length + (sheet.note === "" ? 0 : 1),
              revision: sheet.revision,
            })}
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button size="small" onPress={takeEarlier}>
          {text("comments.take")}
        </Button>
        <Button size="small" kind="quiet" onPress={dropEarlier}>
          {text("comments.drop")}
        </Button>
      </div>
    </div>
  );
}
