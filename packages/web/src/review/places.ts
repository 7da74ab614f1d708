/** Where the card of a proposal is. */
export function proposalHref(proposalId: string): string {
  return `/connected/proposals/${encodeURIComponent(proposalId)}`;
}

export function roomHref(roomId: string): string {
  return `/rooms/${encodeURIComponent(roomId)}`;
}

/** The tab of an app in its Room. */
export function appHref(roomId: string, instanceId: string): string {
  return `${roomHref(roomId)}?app=${encodeURIComponent(instanceId)}`;
}
