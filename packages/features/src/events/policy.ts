import type { Principal } from "../kernel/principal.ts";

/**
 * May this principal, who can see the resource, read this event? A private one (about a proposal) is for the
 * proposer's own agents, and for the person who may decide (wire/ours.md, "Event types"). The owner's agents
 * decide nothing, so another person's proposals are not theirs to read.
 */
export function mayReadEvent(
  event: { private_to: string | null },
  principal: Principal,
  resource: { owner_id: string },
): boolean {
  if (event.private_to === null || event.private_to === principal.person_id) return true;
  return principal.kind === "person" && resource.owner_id === principal.person_id;
}
