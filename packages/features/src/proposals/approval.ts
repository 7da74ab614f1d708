import { hash } from "node:crypto";
import { approvalReceipt, type ApprovalFacts } from "./receipt.ts";
import type { Way } from "./seen.ts";
import type { ProposalRow } from "./tables.ts";

export type FilesSeen = ApprovalFacts["files_seen"];

/** A receipt as it was signed; `at` is the time that it says. */
export interface SignedReceipt {
  readonly text: string;
  readonly signature: string;
  readonly at: string;
}

interface Approving {
  readonly proposal: ProposalRow;
  readonly way: Way;
  readonly runtime: string;
  readonly files_seen: FilesSeen;
  /** The passkey's answer as it is kept, if there was one. */
  readonly assertion: string | undefined;
  readonly person: { readonly person_id: string; readonly name: string };
  readonly at: string;
}

/** The receipt of an approval: made before it, to be signed, and by the write again, from what is then so. */
export function receiptFor({ proposal, way, assertion, person, at, ...approving }: Approving): string {
  const { workspace_id, room_id, proposal_id, revision, name, kind, digest } = proposal;
  const updates = way.as === "update" ? way.updates : undefined;
  return approvalReceipt({
    workspace_id,
    room_id,
    instance_id: updates?.instance_id ?? proposal.instance_id,
    proposal_id,
    revision,
    name,
    kind,
    digest,
    runtime: approving.runtime,
    as: way.as,
    replaced: updates?.digest ?? null,
    decided_by: person,
    decided_at: at,
    own: proposal.person_id === person.person_id,
    files_seen: approving.files_seen,
    assertion: assertion === undefined ? null : hash("sha256", assertion),
  });
}
