import { LIMITS } from "@anteroom/app-format";
import type { Ports } from "../kernel/context.ts";
import type { ProposalState } from "./contract.ts";
import type { ProposalRow } from "./tables.ts";

/** Where a person reviews a proposal. */
export function reviewUrl(origin: string, proposal_id: string): string {
  return `${origin}/connected/proposals/${proposal_id}`;
}

/** Where a proposal stands, as a part of a sentence. */
export const STATE_WORDS: Readonly<Record<ProposalState, string>> = {
  pending: "it waits for a decision",
  approved: "it was approved",
  declined: "it was declined",
  changes_requested: "changes were asked for",
  superseded: "a newer revision took its place",
  withdrawn: "it was taken back",
};

/** What is known beside a proposal's row. */
interface Beside {
  /** Who decides in its Room. */
  readonly owner_id: string;
  /** Its approval changed an app that stood. */
  readonly updated: boolean;
  /** People of the Room ask something of who made the app. */
  readonly asked?: boolean;
}

/** A proposal as its proposer reads it. */
export function proposalAnswer(ports: Pick<Ports, "origin">, row: ProposalRow, beside: Beside) {
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
    next_step: nextStep(row, beside, review_url),
    created_at: row.created_at,
  };
}

/** What the agent should do now; written by this server alone, so no other party's words stand in it. */
function nextStep(row: ProposalRow, { owner_id, updated, asked }: Beside, review_url: string): string {
  switch (row.state) {
    case "pending":
      return row.person_id === owner_id ? ownDecides(review_url) : othersDecide(review_url);
    case "approved": {
      const stands = updated
        ? "The app is updated for every member of the Room."
        : "The app is a tab in the Room for every member.";
      return `${stands} ${asked ? ASKED : "There is nothing more to do."}`;
    }
    case "declined":
      return "A person declined it; a reason stands in decision.reason of read_proposal. Ask the person before you propose again.";
    case "changes_requested":
      return "A person asks for changes: the comments stand in decision.comments of read_proposal. Change the files, and propose again under the same name and another idempotency_key: it becomes the next revision. Answer comments by reply_to_proposal_comment.";
    case "superseded":
      return "A newer revision of yours replaced this one. Read that one instead.";
    case "withdrawn":
      return "You took it back; nobody decides on it any more. There is nothing more to do.";
  }
}

/** The words themselves stand beside, as data: they are no instruction of this server. */
const ASKED =
  "People of the Room ask for a change or tell of a failure: see requests. Show them to your person, who decides what you propose next.";

function ownDecides(review_url: string): string {
  return `Nothing runs yet. End your turn and tell the person: "Please review it at ${review_url} (approve it under Connected → Needs your approval) and tell me." Do not poll. If you must wait, make one read_proposal call with wait_seconds 50.`;
}

/** The same where the agent's person does not own the Room: the owner alone can decide. */
function othersDecide(review_url: string): string {
  return `Nothing runs yet. The Room's owner decides (read_room names the owner). End your turn and tell the person: "It waits for the Room's owner: ${review_url} (Connected → Needs your approval)." Do not poll. If you must wait, make one read_proposal call with wait_seconds 50.`;
}

/** Said when the same call comes again after its proposal has reached an end. */
export const AGAIN =
  " This answers an earlier call with the same content. To propose it again on purpose, use another idempotency_key.";

/** Said for a snippet of many files. */
export const ADVICE = `More than ${LIMITS.advise_repository_over_files} files are hard to review on a card. Keep snippets small, or split the app.`;
