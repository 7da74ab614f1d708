import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";

/** Entries of a workspace, newest first, before a sequence; `before` 0 begins at the newest. */
export async function pageOfAudit(
  db: Kysely<Schema>,
  page: { workspace_id: string; before: number; limit: number },
) {
  let query = db.selectFrom("audit").selectAll().where("workspace_id", "=", page.workspace_id);
  if (page.before > 0) query = query.where("sequence", "<", page.before);
  return await query.orderBy("sequence", "desc").limit(page.limit).execute();
}
