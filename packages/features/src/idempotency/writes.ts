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

/** Keys that are kept for one thing: an agent that takes another key for each try leaves no more than these. */
const MOST_KEYS = 20;

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

const keysOf = prepare((db, made: { workspace_id: string; connection_id: string; result_id: string }) =>
  db
    .selectFrom("idempotency_keys")
    .select("key")
    .where("workspace_id", "=", made.workspace_id)
    .where("connection_id", "=", made.connection_id)
    .where("result_id", "=", made.result_id)
    .limit(MOST_KEYS),
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

/** Ties a further key to what stands already, unless a connection brought too many for it: those count as new. */
export async function keepFurtherKey(tx: WriteTx, use: KeyUse, result_id: string): Promise<void> {
  const { workspace_id, connection_id } = use;
  const { rows } = await keysOf(tx.db, { workspace_id, connection_id, result_id });
  if (rows.length < MOST_KEYS) await keepKey(tx, use, result_id);
}
