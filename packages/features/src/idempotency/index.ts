/** Idempotency keys, kept for ever: a retry finds what its first call made. */
export { findReplay, keepFurtherKey, keepKey, type KeyUse } from "./writes.ts";
