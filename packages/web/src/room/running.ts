import { useEffect } from "react";
import { hangOf, isAlive, type RunState } from "./run-state.ts";

/** An app that is on the page, for what stands around its place. */
export interface Running {
  /** Whether it answers no more. */
  readonly hangs: boolean;
  readonly stop: () => void;
  /** Gives it the whole screen; undefined where the browser has no way to. */
  readonly fillScreen: (() => void) | undefined;
}

/** Hears of an app when it comes onto the page, hangs, answers again, and goes (undefined). It stays the same. */
export type OnRunning = (instanceId: string, running: Running | undefined) => void;

export interface RunningOptions extends Omit<Running, "hangs"> {
  readonly id: string;
  readonly run: RunState;
  readonly onRunning: OnRunning;
}

/** Tells `onRunning` of an app while the calling component is there. */
export function useRunning({ id, run, stop, fillScreen, onRunning }: RunningOptions): void {
  const alive = isAlive(run);
  const hangs = hangOf(run) !== undefined;
  useEffect(() => {
    onRunning(id, alive ? { hangs, stop, fillScreen } : undefined);
  }, [id, alive, hangs, stop, fillScreen, onRunning]);
  useEffect(() => () => onRunning(id, undefined), [id, onRunning]);
}
