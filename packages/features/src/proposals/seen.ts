import { Refusal } from "../kernel/errors.ts";
import type { InputOf } from "../kernel/operation.ts";
import { STATE_WORDS } from "./answers.ts";
import type { beginApproval, declineProposal } from "./review-contract.ts";
import type { ProposalRow } from "./tables.ts";

/** What the person saw on the card; a decision holds only if all of it is still so. */
export interface Seen {
  readonly proposal_id: string;
  readonly revision: number;
  readonly name: string;
  readonly digest: string;
  readonly runtime: string;
}

/** How an approval lets the code in: as a new app, or as the next version of the app that was seen. */
export type Way =
  | { readonly as: "create" }
  | { readonly as: "update"; readonly updates: { readonly instance_id: string; readonly digest: string } };

export function seenOf(input: InputOf<typeof declineProposal>): Seen {
  const { proposal_id, revision, name, digest, runtime } = input;
  return { proposal_id, revision, name, digest, runtime };
}

/** @throws Refusal `invalid_arguments` for an update that does not name its app, and for a new app that names one */
export function wayOf({
  as = "create",
  updates,
}: Pick<InputOf<typeof beginApproval>, "as" | "updates">): Way {
  if (as === "create" && !updates) return { as };
  if (as === "update" && updates) return { as, updates };
  throw new Refusal({
    code: "invalid_arguments",
    message: "An update names the app that it changes and the digest that runs there; a new app names none.",
    where: "updates",
  });
}

/**
 * @throws Refusal `conflict_state` for a proposal that was decided, or is not what was seen; `runtime` is the one
 * that the server would run the app on now
 */
export function refuseUnlessAsSeen(proposal: ProposalRow, seen: Seen, runtime: string): void {
  if (proposal.state !== "pending") {
    throw new Refusal({
      code: "conflict_state",
      message: `This proposal waits no more: ${STATE_WORDS[proposal.state]}. Nothing was decided now.`,
      where: "proposal_id",
    });
  }
  const changed = (
    [
      ["revision", proposal.revision, seen.revision],
      ["name", proposal.name, seen.name],
      ["digest", proposal.digest, seen.digest],
      ["runtime", runtime, seen.runtime],
    ] as const
  ).find(([, now, then]) => now !== then);
  if (changed) throw notAsSeen(changed[0]);
}

/** The answer where what a decision is about is no longer what the person saw. */
export function notAsSeen(where: string): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "What waits is not what you saw. Nothing was decided.",
    where,
    hint: "Open the card again and read it.",
  });
}
