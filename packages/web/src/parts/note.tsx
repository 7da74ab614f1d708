import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button } from "./button.tsx";
import { useErrorText } from "./error-text.ts";
import { Icon } from "./icon.tsx";
import styles from "./note.module.css";

export interface ErrorNoteProps {
  /** What happened. */
  readonly what: string;
  /** What still holds. */
  readonly holds?: string | undefined;
  /** What to do next. */
  readonly next?: string | undefined;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
}

/** Something went wrong: what happened, what holds, what next. */
export function ErrorNote({ what, holds, next, onRetry, retrying = false }: ErrorNoteProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.note} role="alert">
      <Icon name="warning" />
      <div className={styles.words}>
        <p className={styles.what}>{what}</p>
        {holds === undefined ? null : <p>{holds}</p>}
        {next === undefined ? null : <p>{next}</p>}
      </div>
      {onRetry ? (
        <Button size="small" busy={retrying} onPress={onRetry}>
          {text("part.retry")}
        </Button>
      ) : null}
    </div>
  );
}

export interface FailureProps {
  /** What a hook or a call threw. */
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
}

/** An ErrorNote in the words that fit what was thrown. */
export function Failure({ error, ...rest }: FailureProps): ReactNode {
  const words = useErrorText()(error);
  return <ErrorNote {...words} {...rest} />;
}
