import { useId, type ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { VisuallyHidden } from "../../parts/index.ts";
import { VisibleText } from "../visible-text.tsx";
import { quotedLines } from "./carry.ts";
import styles from "./comments.module.css";

export interface QuoteProps {
  /** The lines that a comment is about, and the number of the first. */
  readonly quote: string;
  readonly line: number;
  /** What is to stand in their place; absent: they are only quoted. Empty: nothing. */
  readonly suggestion?: string | undefined;
}

/** The lines that a comment is about, and what is suggested in their place. */
export function Quote({ quote, line, suggestion }: QuoteProps): ReactNode {
  const text = useText();
  const id = useId();
  const suggests = suggestion !== undefined;
  return (
    <div className={styles.quote}>
      <p id={id}>{text(suggests ? "comments.suggested" : "comments.quoted")}</p>
      <div className={styles.quoteLines} role="region" aria-labelledby={id} tabIndex={0}>
        {quotedLines(quote).map((one, index) => (
          <QuoteLine
            key={`${index}`}
            sign={suggests ? "removed" : undefined}
            number={line + index}
            text={one}
          />
        ))}
        {suggests && suggestion !== ""
          ? quotedLines(suggestion).map((one, index) => (
              <QuoteLine key={`${index}`} sign="added" number={line + index} text={one} />
            ))
          : null}
      </div>
    </div>
  );
}

interface QuoteLineProps {
  readonly sign: "added" | "removed" | undefined;
  readonly number: number;
  readonly text: string;
}

function QuoteLine({ sign, number, text: line }: QuoteLineProps): ReactNode {
  const text = useText();
  return (
    <div className={`${styles.quoteLine} ${sign === undefined ? "" : styles[sign]}`} dir="ltr">
      <span className={styles.number}>{number}</span>
      <span className={styles.sign}>
        {sign === undefined ? null : (
          <>
            <span aria-hidden="true">{sign === "added" ? "+" : "−"}</span>
            <VisuallyHidden>{text(sign === "added" ? "comments.added" : "comments.removed")}</VisuallyHidden>
          </>
        )}
      </span>
      <code>
        <VisibleText text={line} />
      </code>
    </div>
  );
}
