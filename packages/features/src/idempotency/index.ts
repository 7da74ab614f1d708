/** Idempotency keys, kept for ever: a retry finds what its first call made. */
export { findReplay, keepKey, type KeyUse } from "./writes.ts";
