import { LIMITS } from "@anteroom/app-format";
import type { Ports } from "../kernel/context.ts";
import type { ProposalState } from "./contract.ts";
import type { ProposalRow } from "./tables.ts";

/** Where a person reviews a proposal. */
function reviewUrl(origin: string, proposal_id: string): string {
  return `${origin}/connected/proposals/${proposal_id}`;
}

/** A proposal as its proposer reads it. */
export function proposalAnswer(ports: Pick<Ports, "origin">, row: ProposalRow) {
  const review_url = reviewUrl(ports.origin, row.proposal_id);
  return {
    proposal_id: row.proposal_id,
    instance_id: row.instance_id,
    room_id: row.room_id,
    kind: row.kind,
    name: row.name,
    state: row.state,
    digest: row.digest,
    files_count: row.files_count,
    bytes: row.bytes,
    revision: row.revision,
    ...(row.replaces !== null && { replaces: row.replaces }),
    review_url,
    next_step: nextStep(row.state, review_url),
    created_at: row.created_at,
  };
}

/** What the agent should do now; written by this server alone, so no other party's words stand in it. */
function nextStep(state: ProposalState, review_url: string): string {
  switch (state) {
    case "pending":
      return `Nothing runs yet. End your turn and tell the person: "Please review it at ${review_url} (approve it under Connected → Needs your approval) and tell me." Do not poll. If you must wait, make one read_proposal call with wait_seconds 50.`;
    case "approved":
      return "The app is a tab in the Room for every member. There is nothing more to do.";
    case "declined":
      return "A person declined it; a reason stands in decision.reason of read_proposal. Ask the person before you propose again.";
    case "superseded":
      return "A newer revision of yours replaced this one. Read that one instead.";
  }
}

/** Said when the same call comes again after its proposal has reached an end. */
export const AGAIN =
  " This answers an earlier call with the same content. To propose it again on purpose, use another idempotency_key.";

/** Said for a snippet of many files. */
export const ADVICE = `More than ${LIMITS.advise_repository_over_files} files are hard to review on a card. Keep snippets small, or split the app.`;
