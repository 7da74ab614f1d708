import type { ReactNode, Ref } from "react";
import { Avatar } from "../../parts/index.ts";
import { VisibleText } from "../visible-text.tsx";
import styles from "./comments.module.css";

export interface CommentFrameProps {
  readonly name: string;
  readonly kind: "person" | "agent";
  /** The name, and what belongs beside it. */
  readonly head: ReactNode;
  readonly children: ReactNode;
  readonly draft?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** One thing that somebody said: who, and below it what. */
export function CommentFrame({ name, kind, head, children, draft, ref }: CommentFrameProps): ReactNode {
  return (
    <div className={draft ? `${styles.comment} ${styles.draft}` : styles.comment} ref={ref}>
      <Avatar name={name} kind={kind} />
      <div className={styles.said}>
        <div className={styles.who}>{head}</div>
        {children}
      </div>
    </div>
  );
}

/** Somebody's words, as they are: no links, no markup, nothing hidden (case R5). */
export function CommentBody({ text }: { readonly text: string }): ReactNode {
  return (
    <p className={styles.body} dir="auto">
      <VisibleText text={text} />
    </p>
  );
}
