import { type Kysely, sql } from "kysely";
import { utf8Bytes } from "@anteroom/app-format";
import type { Schema } from "../db/schema.ts";
import { WORDS_BYTES } from "./comments.ts";
import type { AppRequestRow } from "./tables.ts";

type Db = Kysely<Schema>;
type OfProposal = Pick<AppRequestRow, "workspace_id" | "proposal_id">;

/** Requests that an agent reads with one proposal, the latest of them. */
const MOST_READ = 50;

/** What people asked of the agent of an app while it ran this proposal, the oldest first; as much as is read at once. */
export async function listRequests(db: Db, proposal: OfProposal): Promise<AppRequestRow[]> {
  const latest = await db
    .selectFrom("app_requests")
    .selectAll()
    .where("workspace_id", "=", proposal.workspace_id)
    .where("proposal_id", "=", proposal.proposal_id)
    .orderBy("position", "desc")
    .limit(MOST_READ)
    .execute();
  let bytes = 0;
  const beyond = latest.findIndex(({ body }) => (bytes += utf8Bytes(body)) > WORDS_BYTES);
  return latest.slice(0, beyond === -1 ? MOST_READ : beyond).toReversed();
}

/** The position of a proposal's latest request; 0 while there is none. */
export async function lastPosition(db: Db, proposal: OfProposal): Promise<number> {
  const { last } = await db
    .selectFrom("app_requests")
    .select(sql<number>`coalesce(max(position), 0)`.as("last"))
    .where("workspace_id", "=", proposal.workspace_id)
    .where("proposal_id", "=", proposal.proposal_id)
    .executeTakeFirstOrThrow();
  return last;
}

/** When a person sent requests about an app since a time, the oldest first. */
export async function listSentSince(
  db: Db,
  by: Pick<AppRequestRow, "workspace_id" | "instance_id" | "person_id">,
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("app_requests")
    .select("created_at")
    .where("workspace_id", "=", by.workspace_id)
    .where("instance_id", "=", by.instance_id)
    .where("person_id", "=", by.person_id)
    .where("created_at", ">", since)
    .orderBy("created_at")
    .execute();
  return rows.map(({ created_at }) => created_at);
}
