import { audit, type AuditAction, type AuditEntry } from "../audit/index.ts";
import type { WriteTx } from "../kernel/write.ts";
import { findPerson, listMemberships } from "../workspaces/index.ts";

/** The operator at the command line, who acts as nobody. */
export const OPERATOR: AuditEntry["actor"] = { kind: "server", id: "", name: "Command line" };

/**
 * Writes what was done about a person's own sign-in into the log of each workspace that the person belongs
 * to: it matters to all of them. For use inside a write.
 */
export async function auditPerson(
  tx: WriteTx,
  entry: {
    readonly person_id: string;
    readonly action: AuditAction;
    /** Who did it, if not the person. */
    readonly actor?: AuditEntry["actor"];
    readonly detail?: string;
  },
): Promise<void> {
  const { person_id, actor, ...what } = entry;
  const name = (await findPerson(tx.db, person_id))?.name ?? "";
  const who = actor
    ? ({ actor, subject: name } as const)
    : ({ actor: { kind: "person", id: person_id, name } } as const);
  for (const { workspace_id } of await listMemberships(tx.db, person_id)) {
    await audit(tx, { workspace_id, ...who, ...what });
  }
}
