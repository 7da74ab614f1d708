import { LIMITS } from "@anteroom/app-format";
import type { Ports } from "../kernel/context.ts";
import type { ProposalState } from "./contract.ts";
import type { ProposalRow } from "./tables.ts";

/** Where a person reviews a proposal. */
export function reviewUrl(origin: string, proposal_id: string): string {
  return `${origin}/connected/proposals/${proposal_id}`;
}

/** A proposal as its proposer reads it; `owner_id` is who decides in its Room. */
export function proposalAnswer(ports: Pick<Ports, "origin">, row: ProposalRow, owner_id: string) {
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
    findings_count: row.findings_count,
    revision: row.revision,
    ...(row.replaces !== null && { replaces: row.replaces }),
    review_url,
    next_step:
      row.state === "pending" && row.person_id !== owner_id
        ? othersDecide(review_url)
        : nextStep(row.state, review_url),
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

/** The same where the agent's person does not own the Room: the card opens for its owner alone. */
function othersDecide(review_url: string): string {
  return `Nothing runs yet. The Room's owner decides (read_room names the owner), and only the owner can open the card. End your turn and tell the person: "It waits for the Room's owner: ${review_url} (Connected → Needs your approval)." Do not poll. If you must wait, make one read_proposal call with wait_seconds 50.`;
}

/** Said when the same call comes again after its proposal has reached an end. */
export const AGAIN =
  " This answers an earlier call with the same content. To propose it again on purpose, use another idempotency_key.";

/** Said for a snippet of many files. */
export const ADVICE = `More than ${LIMITS.advise_repository_over_files} files are hard to review on a card. Keep snippets small, or split the app.`;
