import type { ReactNode } from "react";
import styles from "./segmented.module.css";

export interface SegmentedProps<Value extends string> {
  /** What is chosen between. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few views of the same thing, side by side. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): ReactNode {
  return (
    <div className={styles.group} role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
