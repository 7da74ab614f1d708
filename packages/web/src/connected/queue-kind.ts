import type { ApprovalRow } from "../data/index.ts";

/** Whether a proposal would make a new app or update one; and, beside that, whether it answers comments. */
export const QUEUE_KINDS = ["new", "update", "answers"] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

export function isOfKind(row: ApprovalRow, kind: QueueKind): boolean {
  if (kind === "answers") return row.answers !== undefined;
  return (row.updates === undefined) === (kind === "new");
}
