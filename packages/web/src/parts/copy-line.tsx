import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button } from "./button.tsx";
import styles from "./copy-line.module.css";
import { copyText } from "./copy-text.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

export interface CopyLineProps {
  /** What is shown and copied, character for character. */
  readonly value: string;
  /** What it is, for example "the line for Claude Code". */
  readonly label: string;
  /** The button below the line instead of beside it, for narrow places. */
  readonly stacked?: boolean;
}

const SAID_FOR_MS = 2000;

/** Before a single slash an address may break, and stays readable. */
const SLASH = /(?<=[^/])(?=\/[^/])/;

/** A line to copy: shown whole, never cut, with a button that says when it is copied. */
export function CopyLine({ value, label, stacked = false }: CopyLineProps): ReactNode {
  const text = useText();
  const code = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<"" | "copied" | "failed">("");

  useEffect(() => {
    if (outcome !== "copied") return undefined;
    const timer = setTimeout(() => setOutcome(""), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    const done = code.current !== null && (await copyText(value, code.current));
    setOutcome(done ? "copied" : "failed");
  }

  const name = outcome === "copied" ? text("part.copied") : text("part.copy");
  return (
    <div className={styles.whole}>
      <div className={stacked ? `${styles.line} ${styles.stacked}` : styles.line}>
        <code ref={code} className={styles.code}>
          {value.split(/(?<= )/).map((word, place) => (
            <span key={place} className={styles.word}>
              {word.split(SLASH).map((piece, index) => (
                <Fragment key={index}>
                  {index === 0 ? null : <wbr />}
                  {piece}
                </Fragment>
              ))}
            </span>
          ))}
        </code>
        <Button
          icon={outcome === "copied" ? "check" : "copy"}
          className={styles.button}
          label={`${name}: ${label}`}
          onPress={() => void copy()}
        >
          {name}
        </Button>
      </div>
      <div role="status" className={styles.status}>
        {outcome === "copied" ? <VisuallyHidden>{text("part.copied")}</VisuallyHidden> : null}
        {outcome === "failed" ? text("part.copy-failed") : null}
      </div>
    </div>
  );
}
