import type { CSSProperties, ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { howRead, isRead, type FileReading, type Reading } from "./reading.ts";
import styles from "./sill.module.css";

/** The measure of a reading: a segment for each file, as wide as the file is long, filled as it is read. */
export function Sill({ reading }: { readonly reading: Reading }): ReactNode {
  const text = useText();
  const read = reading.filter(isRead).length;
  const whole = read === reading.length;
  return (
    <div
      className={whole ? `${styles.sill} ${styles.whole}` : styles.sill}
      role="img"
      aria-label={text("review.read-count", { read, all: reading.length })}
    >
      {reading.map((file) => (
        <i
          key={file.path}
          className={howRead(file) === "marked" ? styles.marked : styles.file}
          style={measures(file)}
        />
      ))}
    </div>
  );
}

function measures({ line, lines, rows }: FileReading): CSSProperties {
  return { "--length": Math.max(1, rows), "--read": (line / lines).toFixed(4) } as CSSProperties;
}
