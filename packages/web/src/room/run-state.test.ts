import { describe, expect, it } from "vitest";
import type { AppFailure } from "@anteroom/sandbox/host";
import { runReducer, type RunAction, type RunState } from "./run-state.ts";

const STARTING: RunState = { kind: "starting" };
const stopped: AppFailure = { code: "draw", stopped: true, problems: [{ message: "boom" }] };
const passing: AppFailure = { code: "run", stopped: false, problems: [{ message: "late" }] };

const told = (state: Extract<RunAction, { type: "told" }>["state"]): RunAction => ({ type: "told", state });
const after = (...actions: RunAction[]): RunState => actions.reduce(runReducer, STARTING);

describe("an app on the page", () => {
  it("runs once it has drawn, however slowly it started", () => {
    expect(after({ type: "waited" })).toEqual({ kind: "slow" });
    expect(after({ type: "waited" }, told("running"))).toEqual({ kind: "running" });
    expect(after(told("running"), { type: "waited" })).toEqual({ kind: "running" });
  });

  it("is replaced by its failure when nothing of it is left", () => {
    expect(after(told("running"), told({ failed: stopped }))).toEqual({ kind: "failed", failure: stopped });
    expect(after(told({ failed: stopped }), told("running"))).toEqual({ kind: "failed", failure: stopped });
  });

  it("goes on after a failure that did not stop it", () => {
    expect(after(told("running"), told({ failed: passing }))).toEqual({ kind: "running" });
  });

  it("stays stopped once the person stopped it", () => {
    const held = { kind: "held", why: "stopped" };
    expect(after({ type: "waited" }, { type: "stop" })).toEqual(held);
    expect(after({ type: "stop" }, told("running"))).toEqual(held);
  });
});
