import type { ReactNode } from "react";
import { useText, type MessageKey } from "../messages/text.tsx";
import styles from "./door-glyph.module.css";

const LEAF = <rect x="5" y="1.7" width="8" height="10.6" rx="1" />;
const KNOB = <circle className={styles.filled} cx="10.8" cy="7.2" r=".95" />;
const FLOOR = "M3.2 15h11.6";
/** A door that is not there: not yet, or not any more. */
const DASHED = (
  <g strokeDasharray="1.8 1.5">
    {LEAF}
    <path d={FLOOR} />
  </g>
);

/** The drawing of each state, and its colours. */
const DOORS = {
  waiting: {
    className: styles.waiting,
    label: "door.waiting",
    drawing: (
      <>
        {LEAF}
        {KNOB}
        <path className={styles.lamp} d={FLOOR} />
      </>
    ),
  },
  /** Read whole: the light under the door is closed, in the door's colour. */
  ready: {
    className: `${styles.waiting} ${styles.ready}`,
    label: "door.waiting",
    drawing: (
      <>
        {LEAF}
        {KNOB}
        <path className={styles.lamp} d={FLOOR} />
      </>
    ),
  },
  open: {
    className: styles.open,
    label: "door.open",
    drawing: (
      <>
        <rect className={styles.filled} x="5" y="1.7" width="8" height="10.6" rx="1" />
        <path className={styles.filled} d="M5 13.9h8l2.6 3H2.4z" />
      </>
    ),
  },
  declined: {
    className: styles.declined,
    label: "door.declined",
    drawing: (
      <>
        {LEAF}
        <path d="m7 5 4 4M11 5 7 9M3.2 15h11.6" />
      </>
    ),
  },
  /** Changes were requested: it went back to its agent. */
  asked: {
    className: undefined,
    label: "door.asked",
    drawing: (
      <>
        {LEAF}
        {KNOB}
        <path d="M14.5 15.2h-11M5.8 13.2l-2.3 2 2.3 2" />
      </>
    ),
  },
  withdrawn: {
    className: undefined,
    label: "door.withdrawn",
    drawing: DASHED,
  },
  superseded: {
    className: undefined,
    label: "door.superseded",
    drawing: (
      <>
        <path d="M7 12.3V2.7h8v9.6z" strokeDasharray="1.6 1.3" />
        <rect x="3.5" y="3.7" width="8" height="10.6" rx="1" />
      </>
    ),
  },
  later: {
    className: undefined,
    label: "door.later",
    drawing: DASHED,
  },
  none: {
    className: undefined,
    label: "door.none",
    drawing: (
      <>
        {LEAF}
        {KNOB}
        <path d={FLOOR} />
      </>
    ),
  },
} as const satisfies Record<string, { className: string | undefined; label: MessageKey; drawing: ReactNode }>;

export type DoorState = keyof typeof DOORS;

export interface DoorGlyphProps {
  readonly state: DoorState;
  /** 16, 18, 22 or 48 px. */
  readonly size?: "small" | "normal" | "large" | "huge";
  /** Says the state instead of the usual words; an empty text where words beside it say it already. */
  readonly label?: string;
}

/** The door: one drawing whose state tells where a proposal stands. */
export function DoorGlyph({ state, size = "normal", label }: DoorGlyphProps): ReactNode {
  const text = useText();
  const door = DOORS[state];
  const said = label ?? text(door.label);
  return (
    <svg
      className={[styles.door, styles[size], door.className].filter(Boolean).join(" ")}
      viewBox="0 0 18 18"
      {...(said === "" ? { "aria-hidden": true } : { role: "img", "aria-label": said })}
    >
      {door.drawing}
    </svg>
  );
}
