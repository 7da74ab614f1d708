import type { AppFailure, AppState } from "@anteroom/sandbox/host";

/** How an app stands on the page. */
export type RunState =
  | { readonly kind: "starting" }
  /** Still starting, and long enough to ask whether it hangs. */
  | { readonly kind: "slow" }
  | { readonly kind: "running" }
  | { readonly kind: "failed"; readonly failure: AppFailure }
  /** Not started, since it hung before, or stopped by the person. */
  | { readonly kind: "held"; readonly why: "hung-before" | "stopped" };

export type RunAction =
  | { readonly type: "told"; readonly state: AppState }
  | { readonly type: "waited" }
  | { readonly type: "stop" };

export function runReducer(run: RunState, action: RunAction): RunState {
  // What the frame of a failed or stopped app still says counts no more.
  if (run.kind === "failed" || run.kind === "held") return run;
  if (action.type === "stop") return { kind: "held", why: "stopped" };
  if (action.type === "waited") return run.kind === "starting" ? { kind: "slow" } : run;
  const { state } = action;
  if (state === "starting") return run;
  if (state === "running") return { kind: "running" };
  // After other failures the app goes on, and its frame tells of them below the app.
  return state.failed.stopped ? { kind: "failed", failure: state.failed } : run;
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
