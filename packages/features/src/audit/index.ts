/** The audit log of each workspace: what was done that matters for its safety, by whom. */
export { pageOfAudit } from "./store.ts";
export { audit, type AuditAction, type AuditEntry } from "./writes.ts";
