import type { ReactNode } from "react";
import { splitMarks } from "./visible-marks.ts";
import styles from "./visible-text.module.css";

/**
 * Text that somebody else wrote, with every hidden character drawn as its code point, so that it cannot read
 * as something else than it is. Used for lines of code and for the names around them.
 */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  return visibleText(text);
}

/** The same, for a line among thousands: it takes no component of its own. */
export function visibleText(text: string): ReactNode {
  const pieces = splitMarks(text);
  if (pieces.every(({ kind }) => kind === "text")) return text;
  return pieces.map((piece, index) => {
    if (piece.kind === "text") return piece.text;
    // The pieces of a text never change places.
    const key = `${index}`;
    if (piece.kind === "rtl") return <bdi key={key}>{piece.text}</bdi>;
    return (
      <span key={key} className={styles.mark}>
        {piece.times > 1 ? `${piece.codePoint} ×${piece.times}` : piece.codePoint}
      </span>
    );
  });
}

/** A name that somebody else wrote: nothing hidden in it, and its direction kept to itself. */
export function VisibleName({ text }: { readonly text: string }): ReactNode {
  return (
    <bdi className={styles.name}>
      <VisibleText text={text} />
    </bdi>
  );
}
