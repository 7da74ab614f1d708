import type { Proposal } from "../data/index.ts";
import { leftToRead, type Reading, type Unread } from "./reading.ts";

export type Decision = "approve" | "decline";

/** What the person does with a proposal in this page. */
export type Deciding =
  | { readonly step: "reading" }
  /** `asked`: the browser asks for the passkey that confirms it. */
  | { readonly step: "sending"; readonly decision: Decision; readonly asked?: true }
  | { readonly step: "failed"; readonly error: unknown }
  | { readonly step: "done"; readonly decision: Decision };

export type DecidingAction =
  | { readonly type: "send"; readonly decision: Decision }
  | { readonly type: "asked" }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "done" };

export const NOT_DECIDED: Deciding = { step: "reading" };

/** A decision is sent once: what comes while one is under way, or after it, changes nothing. */
export function decidingReducer(deciding: Deciding, action: DecidingAction): Deciding {
  if (action.type === "send") {
    const free = deciding.step === "reading" || deciding.step === "failed";
    return free ? { step: "sending", decision: action.decision } : deciding;
  }
  if (deciding.step !== "sending") return deciding;
  if (action.type === "asked") return { ...deciding, asked: true };
  return action.type === "done"
    ? { step: "done", decision: deciding.decision }
    : { step: "failed", error: action.error };
}

/** What the decision bar shows. */
export type BarState =
  | { readonly kind: "withheld"; readonly left: readonly Unread[]; readonly error?: unknown }
  | { readonly kind: "ready"; readonly error?: unknown }
  | { readonly kind: "sending"; readonly decision: Decision; readonly asked?: true }
  /** This person let it in, in this page, just now. */
  | { readonly kind: "let-in" }
  /** A newer revision stands in its place. `newer` is its id; `whileOpen`: it came while this was read. */
  | { readonly kind: "newer"; readonly newer?: string; readonly whileOpen: boolean }
  | { readonly kind: "decided"; readonly whileOpen: boolean; readonly here: boolean }
  /** The server now binds to something else than what is on the page. */
  | { readonly kind: "stale" };

export interface BarInput {
  /** The proposal as it was when this page first showed it; a decision is bound to it. */
  readonly shown: Proposal;
  /** The proposal as the server last told it. */
  readonly now: Proposal;
  readonly deciding: Deciding;
  readonly reading: Reading;
}

/** What becomes of a proposal by each decision. */
const WISHED = { approve: "approved", decline: "declined" } as const satisfies Record<
  Decision,
  Proposal["state"]
>;

/** The server tells the outcome of a decision to the whole page, often before it answers who decided. */
function canStillBe(wished: Proposal["state"], state: Proposal["state"]): boolean {
  return state === "pending" || state === wished;
}

/** What holds now: this person's own decision first, then the server's word, then the reading. */
export function barState({ shown, now, deciding, reading }: BarInput): BarState {
  if (deciding.step === "sending" && canStillBe(WISHED[deciding.decision], now.state)) {
    const { decision, asked } = deciding;
    return { kind: "sending", decision, ...(asked && { asked }) };
  }
  const here = deciding.step === "done";
  if (here && deciding.decision === "approve") return { kind: "let-in" };
  const whileOpen = shown.state === "pending";
  if (now.state === "superseded") {
    return {
      kind: "newer",
      whileOpen,
      ...(now.superseded_by === undefined ? {} : { newer: now.superseded_by }),
    };
  }
  if (here || now.state !== "pending") return { kind: "decided", whileOpen, here };
  if (!sameText(shown, now)) return { kind: "stale" };
  const failed = deciding.step === "failed" ? { error: deciding.error } : {};
  const left = leftToRead(reading);
  return left.length > 0 ? { kind: "withheld", left, ...failed } : { kind: "ready", ...failed };
}

/** What a decision on the shown proposal is bound to. */
export function boundTo(
  shown: Proposal,
): Pick<Proposal, "proposal_id" | "revision" | "name" | "digest" | "runtime"> {
  const { proposal_id, revision, name, digest, runtime } = shown;
  return { proposal_id, revision, name, digest, runtime };
}

function sameText(shown: Proposal, now: Proposal): boolean {
  return (
    shown.revision === now.revision &&
    shown.name === now.name &&
    shown.digest === now.digest &&
    shown.runtime === now.runtime
  );
}
