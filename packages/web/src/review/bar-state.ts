import type { PersonInputs } from "@anteroom/client";
import type { Proposal } from "../data/index.ts";
import { leftToRead, type Reading, type Unread } from "./reading.ts";

/** How an approval lets the code in: as an app of its own, or as the next version of the one that stands. */
export type ApproveAs = "create" | "update";
export type Decision = ApproveAs | "decline" | "request";

/** What the person does with a proposal in this page. */
export type Deciding =
  | { readonly step: "reading" }
  /** `asked`: the browser asks for the passkey that confirms it. */
  | { readonly step: "sending"; readonly decision: Decision; readonly asked?: true }
  | { readonly step: "failed"; readonly error: unknown }
  /** `instanceId`: the app that an approval made or updated. */
  | { readonly step: "done"; readonly decision: Decision; readonly instanceId?: string };

export type DecidingAction =
  | { readonly type: "send"; readonly decision: Decision }
  | { readonly type: "asked" }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "done"; readonly instanceId?: string };

export const NOT_DECIDED: Deciding = { step: "reading" };

/** A decision is sent once: what comes while one is under way, or after it, changes nothing. */
export function decidingReducer(deciding: Deciding, action: DecidingAction): Deciding {
  if (action.type === "send") {
    const free = deciding.step === "reading" || deciding.step === "failed";
    return free ? { step: "sending", decision: action.decision } : deciding;
  }
  if (deciding.step !== "sending") return deciding;
  if (action.type === "asked") return { ...deciding, asked: true };
  if (action.type === "failed") return { step: "failed", error: action.error };
  const { decision } = deciding;
  return {
    step: "done",
    decision,
    ...(action.instanceId !== undefined && { instanceId: action.instanceId }),
  };
}

/** What the decision bar shows. */
export type BarState =
  | { readonly kind: "withheld"; readonly left: readonly Unread[]; readonly error?: unknown }
  | { readonly kind: "ready"; readonly error?: unknown }
  /** What is stored is not what was proposed: there is nothing to read, and all that can be done is to decline. */
  | { readonly kind: "damaged"; readonly error?: unknown }
  | { readonly kind: "sending"; readonly decision: Decision; readonly asked?: true }
  /** This person let it in, in this page, just now. */
  | { readonly kind: "let-in"; readonly as: ApproveAs; readonly instanceId: string }
  /** A newer revision stands in its place. `newer` is its id; `whileOpen`: it came while this was read. */
  | { readonly kind: "newer"; readonly newer?: string; readonly whileOpen: boolean }
  /** It waits no more: decided, asked to change, or taken back. `here`: by this person, in this page, so. */
  | { readonly kind: "decided"; readonly whileOpen: boolean; readonly here?: "decline" | "request" }
  /** It waits, for somebody else. */
  | { readonly kind: "theirs" }
  /** The server now binds to something else than what is on the page: the code, or the app it would update. */
  | { readonly kind: "stale"; readonly what: "code" | "app" };

export interface BarInput {
  /** The proposal as it was when this page first showed it; a decision is bound to it. */
  readonly shown: Proposal;
  /** The proposal as the server last told it. */
  readonly now: Proposal;
  readonly deciding: Deciding;
  readonly reading: Reading;
}

/** What becomes of a proposal by each decision. */
const WISHED = {
  create: "approved",
  update: "approved",
  decline: "declined",
  request: "changes_requested",
} as const satisfies Record<Decision, Proposal["state"]>;

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
  const done = deciding.step === "done" ? deciding : undefined;
  if (done?.decision === "create" || done?.decision === "update") {
    return { kind: "let-in", as: done.decision, instanceId: done.instanceId ?? shown.instance_id };
  }
  const here = done?.decision;
  // What was asked for here has come: it is nothing that happened behind the reader's back.
  const whileOpen = shown.state === "pending" && here === undefined;
  if (now.state === "superseded") {
    return {
      kind: "newer",
      whileOpen,
      ...(now.superseded_by === undefined ? {} : { newer: now.superseded_by }),
    };
  }
  if (here) return { kind: "decided", whileOpen, here };
  if (now.state !== "pending") return { kind: "decided", whileOpen };
  if (!now.may_decide) return { kind: "theirs" };
  if (!sameText(shown, now)) return { kind: "stale", what: "code" };
  if (!sameApp(shown, now)) return { kind: "stale", what: "app" };
  const failed = deciding.step === "failed" ? { error: deciding.error } : {};
  if (now.damaged) return { kind: "damaged", ...failed };
  const left = leftToRead(reading);
  return left.length > 0 ? { kind: "withheld", left, ...failed } : { kind: "ready", ...failed };
}

/** What a decision on the shown proposal is bound to, whatever is decided. */
export function boundTo(
  shown: Proposal,
): Pick<Proposal, "proposal_id" | "revision" | "name" | "digest" | "runtime"> {
  const { proposal_id, revision, name, digest, runtime } = shown;
  return { proposal_id, revision, name, digest, runtime };
}

/** What an approval is bound to besides: the app that it updates, as it was seen. */
export function approvalOf(
  { updates }: Pick<Proposal, "updates">,
  as: ApproveAs,
): Pick<PersonInputs["approve_proposal"], "as" | "updates"> {
  if (as === "create" || updates === undefined) return { as: "create" };
  return { as, updates: { instance_id: updates.instance_id, digest: updates.digest } };
}

/** Whether the app that would be updated is the one that was compared with. */
function sameApp({ updates: was }: Proposal, { updates: is }: Proposal): boolean {
  return was?.instance_id === is?.instance_id && was?.digest === is?.digest;
}

function sameText(shown: Proposal, now: Proposal): boolean {
  return (
    shown.revision === now.revision &&
    shown.name === now.name &&
    shown.digest === now.digest &&
    shown.runtime === now.runtime
  );
}
