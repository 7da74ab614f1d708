import type { Kysely } from "kysely";
import { prepare } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import { Refusal } from "../kernel/errors.ts";
import type { WriteTx } from "../kernel/write.ts";
import type { IdempotencyKeyRow } from "./tables.ts";

/** One use of a key: its scope is (connection, tool), and keys are compared byte for byte. */
export interface KeyUse {
  workspace_id: string;
  connection_id: string;
  tool: string;
  key: string;
  /** Hash of what the call means. */
  content: string;
}

type Scope = Omit<KeyUse, "content">;

const findKey = prepare((db, scope: Scope) =>
  db
    .selectFrom("idempotency_keys")
    .select(["content", "result_id"])
    .where("workspace_id", "=", scope.workspace_id)
    .where("connection_id", "=", scope.connection_id)
    .where("tool", "=", scope.tool)
    .where("key", "=", scope.key),
);

const insertKey = prepare((db, row: IdempotencyKeyRow) =>
  db.insertInto("idempotency_keys").values({
    workspace_id: row.workspace_id,
    connection_id: row.connection_id,
    tool: row.tool,
    key: row.key,
    content: row.content,
    result_id: row.result_id,
    created_at: row.created_at,
  }),
);

/**
 * What the first call with this key made, or undefined for a new key. The same key with another content
 * throws `conflict_idempotency` and changes nothing.
 */
export async function findReplay(db: Kysely<Schema>, use: KeyUse): Promise<string | undefined> {
  const row = (await findKey(db, use)).rows[0];
  if (!row) return undefined;
  if (row.content === use.content) return row.result_id;
  throw new Refusal({
    code: "conflict_idempotency",
    message: "This idempotency_key was used before for other content. Nothing was changed.",
    where: "idempotency_key",
    hint: "Derive the key from the content: a deliberate change gets a new key.",
  });
}

/** Ties a key to what its call made, in that call's own transaction: a refused call uses up no key. */
export async function keepKey(tx: WriteTx, use: KeyUse, result_id: string): Promise<void> {
  await insertKey(tx.db, { ...use, result_id, created_at: tx.now });
}
