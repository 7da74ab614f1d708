/** What each idempotency key stands for; its scope is (connection, tool). */

export interface IdempotencyKeyRow {
  workspace_id: string;
  connection_id: string;
  tool: string;
  key: string;
  /** Hash of the call's meaning; the same key with another one is a conflict. */
  content: string;
  /** The id of what the first call made. */
  result_id: string;
  created_at: string;
}

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeyRow;
}
