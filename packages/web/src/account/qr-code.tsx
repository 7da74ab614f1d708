import { useMemo, type ReactNode } from "react";
import { encode } from "uqr";
import styles from "./account.module.css";

export interface QrCodeProps {
  readonly value: string;
  /** What it is, for those who cannot see it. */
  readonly label: string;
}

/** A text for a camera to read. */
export function QrCode({ value, label }: QrCodeProps): ReactNode {
  const { size, path } = useMemo(() => draw(value), [value]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}

/** The dark modules as squares of one path, with the quiet border that cameras need. */
function draw(value: string): { size: number; path: string } {
  const { size, data } = encode(value, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: squares.join("") };
}
