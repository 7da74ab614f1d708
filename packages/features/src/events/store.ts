import type { Kysely } from "kysely";
import { prepare } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

interface Page {
  workspace_id: string;
  resource_id: string;
  after: number;
  limit: number;
}

/** The rows of a log after a sequence, oldest first, whoever may read them. */
export const pageOfLog = prepare((db, page: Page) =>
  db
    .selectFrom("events")
    .selectAll()
    .where("workspace_id", "=", page.workspace_id)
    .where("resource_id", "=", page.resource_id)
    .where("sequence", ">", page.after)
    .orderBy("sequence")
    .limit(page.limit),
);

/** The rows of a log before a sequence, latest first, whoever may read them. */
export const pageOfLogBackwards = prepare((db, page: Omit<Page, "after"> & { before: number }) =>
  db
    .selectFrom("events")
    .selectAll()
    .where("workspace_id", "=", page.workspace_id)
    .where("resource_id", "=", page.resource_id)
    .where("sequence", "<", page.before)
    .orderBy("sequence", "desc")
    .limit(page.limit),
);

const counterOf = prepare((db, args: { workspace_id: string; resource_id: string }) =>
  db
    .selectFrom("event_counters")
    .select("sequence")
    .where("workspace_id", "=", args.workspace_id)
    .where("resource_id", "=", args.resource_id),
);

/** The sequence of a resource's latest event; 0 while it has none. */
export async function lastSequence(db: Db, workspace_id: string, resource_id: string): Promise<number> {
  const found = await counterOf(db, { workspace_id, resource_id });
  return found.rows[0]?.sequence ?? 0;
}
