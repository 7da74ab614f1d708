import type { AppFailure, AppState } from "@anteroom/sandbox/host";

/** An app that answers no more, as in an endless loop. */
export interface Hang {
  /** When it was last known to answer, in ms since the epoch. */
  readonly since: number;
  /** Whether it is told; not while the person waits. */
  readonly told: boolean;
}

/** An app whose frame is on the page. */
export interface Alive {
  /** slow: still starting, after so long that it is worth a word. */
  readonly kind: "starting" | "slow" | "running";
  readonly hang?: Hang;
}

/** How an app stands on the page. */
export type RunState =
  | Alive
  | { readonly kind: "failed"; readonly failure: AppFailure }
  /** Not started, since it hung before, or stopped by the person. */
  | { readonly kind: "held"; readonly why: "hung-before" | "stopped" };

export type RunAction =
  | { readonly type: "told"; readonly state: AppState }
  | { readonly type: "answers" }
  /** `since` as in Hang. */
  | { readonly type: "hangs"; readonly since: number }
  /** It is to be told, or the person waits for it to answer. */
  | { readonly type: "tell"; readonly told: boolean }
  | { readonly type: "waited" }
  | { readonly type: "stop" };

export function runReducer(run: RunState, action: RunAction): RunState {
  // What the frame of a failed or stopped app still says counts no more.
  if (!isAlive(run)) return run;
  switch (action.type) {
    case "told":
      return afterTold(run, action.state);
    case "answers":
      return run.hang ? { kind: run.kind } : run;
    case "hangs":
      return { ...run, hang: { since: action.since, told: true } };
    case "tell":
      return run.hang ? { ...run, hang: { ...run.hang, told: action.told } } : run;
    case "waited":
      return run.kind === "starting" ? { ...run, kind: "slow" } : run;
    case "stop":
      return { kind: "held", why: "stopped" };
  }
}

function afterTold(run: Alive, state: AppState): RunState {
  // Told again, when it had to be started anew.
  if (state === "starting") return { kind: "starting" };
  if (state === "running") return { ...run, kind: "running" };
  // After other failures the app goes on, and its frame tells of them below the app.
  return state.failed.stopped ? { kind: "failed", failure: state.failed } : run;
}

export function isAlive(run: RunState): run is Alive {
  return run.kind !== "failed" && run.kind !== "held";
}

/** How an app hangs; undefined for one that answers, or is not on the page. */
export function hangOf(run: RunState): Hang | undefined {
  return isAlive(run) ? run.hang : undefined;
}

/** What failed in the same way at the same place is one mishap, however often it comes. */
export function withMishap(
  before: readonly AppFailure[],
  { code, stopped, problems }: AppFailure,
): readonly AppFailure[] {
  const known = before.some(({ code: was, problems: [other] }) => {
    const [one] = problems;
    const isSamePlace = other.file === one.file && other.line === one.line;
    return was === code && isSamePlace && other.message === one.message;
  });
  return known ? before : [...before, { code, stopped, problems }];
}
