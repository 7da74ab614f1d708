import { useCallback, useEffect, useReducer, type Dispatch } from "react";
import { hangOf, runReducer, type RunAction, type RunState } from "./run-state.ts";

/** After so long without an answer an app counts as one that hangs. */
const SILENCE_MS = 3000;
/** So long a person who waits hears nothing more of it. */
const WAIT_MS = 30_000;

export interface RunStanding {
  readonly run: RunState;
  readonly dispatch: Dispatch<RunAction>;
  /** As openApp calls it. */
  readonly onAnswering: (answering: boolean) => void;
  /** The person waits for an app that hangs. */
  readonly wait: () => void;
}

/** How one run of an app stands, by what its frame says, and by what the person does about it. */
export function useRunState(first: () => RunState): RunStanding {
  const [run, dispatch] = useReducer(runReducer, undefined, first);
  const waits = hangOf(run)?.told === false;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => dispatch({ type: "tell", told: true }), WAIT_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  const onAnswering = useCallback((answering: boolean) => {
    dispatch(answering ? { type: "answers" } : { type: "hangs", since: Date.now() - SILENCE_MS });
  }, []);
  const wait = useCallback(() => dispatch({ type: "tell", told: false }), []);
  return { run, dispatch, onAnswering, wait };
}
