import { type Kysely, sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { AppRow } from "../rooms/index.ts";
import type { DecisionRow, ProposalRow } from "./tables.ts";

/** An app that stands in a launcher, with all that its approval left; a part that is missing is undefined. */
export interface StandingApp {
  readonly app: AppRow;
  readonly workspace_name: string;
  readonly room_name: string;
  readonly proposal: ProposalRow | undefined;
  readonly decision: DecisionRow | undefined;
  /** The stored files, as JSON. */
  readonly files: string | undefined;
}

/** The standing apps of every Room, or of those with this name or id. */
export async function listStandingApps(db: Kysely<Schema>, room?: string): Promise<StandingApp[]> {
  // Nothing but the app itself is joined inward: whatever lacks a part must be told of, not left out.
  const apps = await db
    .selectFrom("apps as a")
    .leftJoin("resources as r", (join) =>
      join.onRef("r.workspace_id", "=", "a.workspace_id").onRef("r.resource_id", "=", "a.room_id"),
    )
    .leftJoin("workspaces as w", "w.workspace_id", "a.workspace_id")
    .selectAll("a")
    .select(["r.name as room_name", "w.name as workspace_name"])
    .where("a.removed_at", "is", null)
    .$if(room !== undefined, (query) =>
      query.where((eb) => eb.or([eb("r.name", "=", room ?? ""), eb("a.room_id", "=", room ?? "")])),
    )
    .orderBy("w.created_at")
    .orderBy("r.created_at")
    .orderBy("a.room_id")
    .orderBy("a.position")
    .execute();
  return await Promise.all(
    apps.map(async ({ room_name, workspace_name, ...app }) => ({
      app,
      room_name: room_name ?? app.room_id,
      workspace_name: workspace_name ?? app.workspace_id,
      ...(await leftBy(db, app)),
    })),
  );
}

async function leftBy(db: Kysely<Schema>, { workspace_id, proposal_id, digest }: AppRow) {
  const [proposal, decision, source] = await Promise.all([
    db
      .selectFrom("proposals")
      .selectAll()
      .where("workspace_id", "=", workspace_id)
      .where("proposal_id", "=", proposal_id)
      .executeTakeFirst(),
    db
      .selectFrom("decisions")
      .selectAll()
      .where("workspace_id", "=", workspace_id)
      .where("proposal_id", "=", proposal_id)
      .where("state", "=", "approved")
      .executeTakeFirst(),
    db
      .selectFrom("sources")
      .select("files")
      .where("workspace_id", "=", workspace_id)
      .where("digest", "=", digest)
      .executeTakeFirst(),
  ]);
  return { proposal, decision, files: source?.files };
}

/** Whether there is a Room of this name or id. */
export async function hasRoom(db: Kysely<Schema>, room: string): Promise<boolean> {
  const found = await db
    .selectFrom("resources")
    .select("resource_id")
    .where((eb) => eb.or([eb("name", "=", room), eb("resource_id", "=", room)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** When this installation began to keep receipts: a later approval without one lost it. */
export async function receiptsSince(db: Kysely<Schema>): Promise<string> {
  const applied = await sql<{ applied_at: string }>`
    select applied_at from schema_migrations where name = '0005-review'`.execute(db);
  return applied.rows[0]?.applied_at ?? "";
}
