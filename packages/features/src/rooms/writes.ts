import { prepare } from "../db/prepared.ts";
import type { WriteTx } from "../kernel/write.ts";
import type { AppRow, SourceRow } from "./tables.ts";

const insertSource = prepare((db, row: SourceRow) =>
  db
    .insertInto("sources")
    .values({ workspace_id: row.workspace_id, digest: row.digest, files: row.files, scan: row.scan })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "digest"])
        .doUpdateSet((eb) => ({
          files: eb.ref("excluded.files"),
          scan: eb.fn.coalesce("excluded.scan", "sources.scan"),
        }))
        .where((eb) =>
          eb.or([
            eb("sources.files", "!=", eb.ref("excluded.files")),
            eb("excluded.scan", "is distinct from", eb.ref("sources.scan")),
          ]),
        ),
    ),
);

/**
 * Keeps a set of files by its digest. Kept already, what was damaged is mended, and the scan is the latest that there
 * is: the approval that follows is by what that one showed.
 */
export async function keepSource(tx: WriteTx, source: SourceRow): Promise<void> {
  await insertSource(tx.db, source);
}

/** Puts an app into the launcher. Called only by the one function that decides a proposal. */
export async function insertApp(
  tx: WriteTx,
  app: Omit<AppRow, "created_at" | "removed_at" | "removed_by">,
): Promise<void> {
  await tx.db
    .insertInto("apps")
    .values({ ...app, created_at: tx.now, removed_at: null, removed_by: null })
    .execute();
}

/** Which app is meant. */
type AppKey = Pick<AppRow, "workspace_id" | "room_id" | "instance_id">;

/** Lets an app run another approved version; one that was removed stands again. Its name and place stay. */
export async function updateApp(
  tx: WriteTx,
  app: AppKey & Pick<AppRow, "proposal_id" | "revision" | "digest" | "runtime" | "grants">,
): Promise<void> {
  const { proposal_id, revision, digest, runtime, grants } = app;
  const version = { proposal_id, revision, digest, runtime, grants };
  await changeApp(tx, app, { ...version, removed_at: null, removed_by: null });
}

export async function changeApp(tx: WriteTx, app: AppKey, change: Partial<AppRow>): Promise<void> {
  await tx.db
    .updateTable("apps")
    .set(change)
    .where("workspace_id", "=", app.workspace_id)
    .where("room_id", "=", app.room_id)
    .where("instance_id", "=", app.instance_id)
    .execute();
}
