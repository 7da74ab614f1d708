import { prepare } from "../db/prepared.ts";
import type { WriteTx } from "../kernel/write.ts";
import type { AppRow, SourceRow } from "./tables.ts";

const insertSource = prepare((db, row: SourceRow) =>
  db
    .insertInto("sources")
    .values({ workspace_id: row.workspace_id, digest: row.digest, files: row.files, scan: row.scan })
    .onConflict((conflict) => conflict.columns(["workspace_id", "digest"]).doNothing()),
);

/** Keeps a set of files by its digest; kept already, it changes nothing. */
export async function keepSource(tx: WriteTx, source: SourceRow): Promise<void> {
  await insertSource(tx.db, source);
}

/** Puts an app into the launcher. Called only by the one function that decides a proposal. */
export async function insertApp(tx: WriteTx, app: Omit<AppRow, "created_at">): Promise<void> {
  await tx.db
    .insertInto("apps")
    .values({ ...app, created_at: tx.now })
    .execute();
}
