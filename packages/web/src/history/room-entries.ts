import type { RoomEntry } from "../data/apps.ts";
import { tellsOfApp } from "./entry-words.ts";

/** An app that was removed and does not stand again. */
export interface RemovedApp {
  readonly instance_id: string;
  readonly name: string;
  readonly by: string;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * The apps that were taken out of a Room, the latest first, as far as the entries tell (latest first too).
 * `standing` are the ids of those in the launcher now.
 */
export function removedApps(entries: readonly RoomEntry[], standing: readonly string[]): RemovedApp[] {
  const found = new Map<string, RemovedApp>();
  for (const { type, instance_id, name, actor, at } of entries) {
    if (type !== "app.removed" || instance_id === undefined) continue;
    if (standing.includes(instance_id) || found.has(instance_id)) continue;
    found.set(instance_id, { instance_id, name, by: actor.name, at });
  }
  return [...found.values()];
}

/**
 * The entries without the decisions that let an app in or updated it: the app's own entry tells of the same moment,
 * and every member sees that one.
 */
export function toldOnce(entries: readonly RoomEntry[]): RoomEntry[] {
  const told = new Set(
    entries.flatMap(({ type, proposal_id }) => (tellsOfApp(type) ? (proposal_id ?? []) : [])),
  );
  return entries.filter(
    ({ type, proposal_id = "" }) => type !== "proposal.approved" || !told.has(proposal_id),
  );
}
