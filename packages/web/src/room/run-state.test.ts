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

  it("hangs until it answers, whatever else is heard of it", () => {
    const hang = { since: 1000, told: true };
    const hung = [told("running"), { type: "hangs", since: 1000 }] as const;
    expect(after(...hung)).toEqual({ kind: "running", hang });
    expect(after(...hung, { type: "answers" })).toEqual({ kind: "running" });
    expect(after({ type: "hangs", since: 1000 }, told("running"))).toEqual({ kind: "running", hang });
    expect(after({ type: "hangs", since: 1000 }, told({ failed: stopped })).kind).toBe("failed");
  });

  it("is told of as hanging unless the person waits, and again when it fails anew", () => {
    const waits = [told("running"), { type: "hangs", since: 1000 }, { type: "tell", told: false }] as const;
    expect(after(...waits)).toEqual({ kind: "running", hang: { since: 1000, told: false } });
    expect(after(...waits, { type: "tell", told: true })).toMatchObject({ hang: { told: true } });
    expect(after(...waits, { type: "answers" }, { type: "tell", told: true })).toEqual({ kind: "running" });
    expect(after(...waits, { type: "answers" }, { type: "hangs", since: 2000 })).toMatchObject({
      hang: { since: 2000, told: true },
    });
  });

  it("starts anew when it shared the process of one that was stopped", () => {
    expect(after(told("running"), { type: "hangs", since: 1000 }, told("starting"))).toEqual(STARTING);
    expect(after(told({ failed: stopped }), told("starting")).kind).toBe("failed");
  });
});
