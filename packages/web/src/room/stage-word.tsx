import { useContext, useLayoutEffect, useRef, type ReactNode } from "react";
import { Message, useText } from "../messages/text.tsx";
import { Button } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./app-stage.module.css";
import type { RunState } from "./run-state.ts";
import { TabOpen } from "./services/tab-open.ts";

export interface StageWordProps {
  readonly name: string;
  readonly run: Exclude<RunState, { kind: "failed" }>;
  readonly onStop: () => void;
  readonly onStartAnew: () => void;
}

/** What is said where the app itself shows nothing. */
export function StageWord({ name, run, onStop, onStartAnew }: StageWordProps): ReactNode {
  const text = useText();
  if (run.kind === "held") return <HeldWord name={name} why={run.why} onRun={onStartAnew} />;
  if (run.kind === "running") return null;
  if (run.kind === "starting") {
    return (
      <p className={styles.starting} role="status">
        {text("room.starting")}
      </p>
    );
  }
  return (
    <div className={styles.word} role="status">
      <p className={styles.what}>
        <Message id="room.slow" values={{ name: <VisibleName text={name} /> }} />
      </p>
      <p>{text("room.slow-holds")}</p>
      <Button onPress={onStop}>{text("room.stop-it")}</Button>
    </div>
  );
}

export interface HeldWordProps {
  readonly name: string;
  readonly why: "hung-before" | "stopped";
  readonly onRun: () => void;
}

/** Stands where an app would that is not started, or was stopped. */
export function HeldWord({ name, why, onRun }: HeldWordProps): ReactNode {
  const text = useText();
  const isTabOpen = useContext(TabOpen);
  const word = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What had the focus went with the app, or with the word of its hanging.
    const at = document.activeElement;
    const isLost = at === document.body || at === word.current?.parentElement;
    if (why === "stopped" && isTabOpen && isLost) word.current?.focus();
  }, [why, isTabOpen]);
  return (
    <div ref={word} tabIndex={-1} className={styles.word} role="status">
      <p className={styles.what}>
        <Message
          id={why === "stopped" ? "room.stopped" : "room.hung-before"}
          values={{ name: <VisibleName text={name} /> }}
        />
      </p>
      <p>{text("room.held-holds")}</p>
      <Button kind="door" onPress={onRun}>
        {text("room.run-it")}
      </Button>
    </div>
  );
}
