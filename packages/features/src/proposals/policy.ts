import type { Principal } from "../kernel/principal.ts";

/** The Room's owner decides, as a person: no agent's token ever does. */
export function mayDecide(room: { owner_id: string }, principal: Principal): boolean {
  return principal.kind === "person" && room.owner_id === principal.person_id;
}

/** A proposal is its proposer's: every agent of the person who proposed it may read it, nobody else's. */
export function mayReadOwn(proposal: { person_id: string }, principal: Principal): boolean {
  return proposal.person_id === principal.person_id;
}

/** Who decides may let in what an agent of their own proposed, unless the workspace's policy forbids it. */
export function mayApprove(
  proposal: { person_id: string },
  principal: Principal,
  policy: { own_approvals: number },
): boolean {
  return policy.own_approvals === 1 || proposal.person_id !== principal.person_id;
}
