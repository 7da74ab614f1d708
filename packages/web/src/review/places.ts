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

/** An app in a window of its own. */
export function appWindowHref(roomId: string, instanceId: string): string {
  return `${roomHref(roomId)}/apps/${encodeURIComponent(instanceId)}`;
}

/** What happened in a Room. */
export function roomHistoryHref(roomId: string): string {
  return `${roomHref(roomId)}/history`;
}

/** Every version of an app; with a proposal, the one that it let in beside the one that runs. */
export function appHistoryHref(roomId: string, instanceId: string, proposalId?: string): string {
  const app = `${roomHistoryHref(roomId)}/${encodeURIComponent(instanceId)}`;
  return proposalId === undefined ? app : `${app}/${encodeURIComponent(proposalId)}`;
}
