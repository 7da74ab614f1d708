import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Reached } from "../workspaces/index.ts";
import { mayReadEvent } from "./policy.ts";
import { pageOfLogBackwards } from "./store.ts";
import type { EventRow } from "./tables.ts";

/** How many events are gone through at once, and how many for one answer: others wait. */
const STRIDE = 500;
const MOST_EXAMINED = 10_000;

/**
 * The events of a resource that a principal who sees it may read, latest first, before a sequence. `next_before` is
 * where to go on: as long as it is there, older ones may follow, even after an empty page.
 */
export async function listLatestVisible(
  db: Kysely<Schema>,
  { principal, resource }: { principal: Principal; resource: Reached },
  query: { readonly before: number; readonly limit: number },
): Promise<{ events: EventRow[]; next_before?: number }> {
  const { workspace_id, resource_id } = resource;
  const events: EventRow[] = [];
  let { before } = query;
  for (let examined = 0; examined < MOST_EXAMINED;) {
    // The first look is for a reader who may read all of it.
    const limit = examined === 0 ? query.limit + 1 : STRIDE;
    const { rows } = await pageOfLogBackwards(db, { workspace_id, resource_id, before, limit });
    for (const row of rows) {
      if (!mayReadEvent(row, principal, resource)) continue;
      if (events.length === query.limit) return { events, next_before: before };
      events.push(row);
      before = row.sequence;
    }
    if (rows.length < limit) return { events };
    before = rows.at(-1)?.sequence ?? 0;
    examined += limit;
  }
  return { events, next_before: before };
}
