import { useEffect, useRef, useState, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button } from "./button.tsx";
import styles from "./copy-line.module.css";
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

/** A line to copy: shown whole, never cut, with a button that says when it is copied. */
export function CopyLine({ value, label, stacked = false }: CopyLineProps): ReactNode {
  const text = useText();
  const code = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<"" | "copied" | "failed">("");

  useEffect(() => {
    if (outcome === "") return undefined;
    const timer = setTimeout(() => setOutcome(""), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    const done = await copyText(value);
    if (!done && code.current) getSelection()?.selectAllChildren(code.current);
    setOutcome(done ? "copied" : "failed");
  }

  const said =
    outcome === "copied" ? text("part.copied") : outcome === "failed" ? text("part.copy-failed") : "";
  return (
    <div className={stacked ? `${styles.line} ${styles.stacked}` : styles.line}>
      <code ref={code} className={styles.code}>
        {value.split(/(?<= )/).map((piece, index) => (
          <span key={index} className={styles.piece}>
            {piece}
          </span>
        ))}
      </code>
      <Button
        icon={outcome === "copied" ? "check" : "copy"}
        className={styles.button}
        label={`${outcome === "copied" ? text("part.copied") : text("part.copy")}: ${label}`}
        onPress={() => void copy()}
      >
        {outcome === "copied" ? text("part.copied") : text("part.copy")}
      </Button>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Puts a text on the clipboard; false where the browser does not let us, as on plain HTTP away from localhost. */
async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}
