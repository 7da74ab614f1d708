import { useEffect } from "react";
import { isAlive, type RunState } from "./run-state.ts";

/** An app that does not go on as it should: it answers no more, it failed, or it was stopped or not started. */
export type Trouble = "hangs" | "failed" | "held";

/** An app behind its tab, for what stands around its place. */
export interface Running {
  readonly trouble: Trouble | undefined;
  /** Undefined while it is not on the page. */
  readonly stop: (() => void) | undefined;
  /** Gives it the whole screen; undefined while it is not on the page, and where the browser has no way to. */
  readonly fillScreen: (() => void) | undefined;
}

/** Hears of an app when it comes, how it then stands, and when its tab goes or sleeps (undefined). It stays the same. */
export type OnRunning = (instanceId: string, running: Running | undefined) => void;

export interface RunningOptions extends Omit<Running, "trouble"> {
  readonly id: string;
  readonly run: RunState;
  readonly onRunning: OnRunning;
}

/** Tells `onRunning` of an app while the calling component is there. */
export function useRunning({ id, run, stop, fillScreen, onRunning }: RunningOptions): void {
  const alive = isAlive(run);
  const trouble = troubleOf(run);
  useEffect(() => {
    onRunning(id, { trouble, stop: alive ? stop : undefined, fillScreen: alive ? fillScreen : undefined });
  }, [id, alive, trouble, stop, fillScreen, onRunning]);
  useEffect(() => () => onRunning(id, undefined), [id, onRunning]);
}

function troubleOf(run: RunState): Trouble | undefined {
  if (isAlive(run)) return run.hang && "hangs";
  return run.kind;
}
