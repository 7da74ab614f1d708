import { sql } from "kysely";
import type { WriteTx } from "../kernel/write.ts";

/** Everything that is audited, past tense. */
export type AuditAction =
  | "workspace.renamed"
  | "workspace.policy_set"
  | "member.joined"
  | "member.role_changed"
  | "member.removed"
  | "member.left"
  | "member.renamed"
  | "invitation.made"
  | "invitation.revoked"
  | "project.created"
  | "room.created"
  | "room.transferred"
  | "room.member_joined"
  | "room.member_added"
  | "room.member_removed"
  | "room.member_left"
  | "sign_in.reset_link_made"
  | "sign_in.password_reset"
  | "sign_in.password_changed"
  | "sign_in.passkey_added"
  | "sign_in.passkey_removed"
  | "sign_in.second_factor_added"
  | "sign_in.second_factor_removed"
  | "sign_in.recovery_codes_renewed"
  | "sign_in.recovery_code_used"
  | "sign_in.ended"
  | "sign_in.identity_linked"
  | "sign_in.identity_unlinked"
  | "connection.made"
  | "connection.projects_changed"
  | "connection.revoked"
  | "connection.reuse_detected"
  | "app.approved"
  | "app.updated"
  | "app.declined"
  | "app.changes_requested"
  | "app.previewed"
  | "app.renamed"
  | "app.moved"
  | "app.removed"
  | "app.reverted"
  | "app.data_cleared"
  | "app.data_restored";

export interface AuditEntry {
  readonly workspace_id: string;
  readonly actor: {
    readonly kind: "person" | "agent" | "server";
    readonly id: string;
    readonly name: string;
  };
  readonly action: AuditAction;
  /** Who or what it was done to, by name. */
  readonly subject?: string;
  readonly detail?: string;
}

/** Appends to a workspace's audit log, in the transaction of the change it tells of. */
export async function audit(tx: WriteTx, entry: AuditEntry): Promise<void> {
  const { workspace_id, actor, action, subject = null, detail = null } = entry;
  const { last } = await tx.db
    .selectFrom("audit")
    .select(sql<number>`coalesce(max(sequence), 0)`.as("last"))
    .where("workspace_id", "=", workspace_id)
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto("audit")
    .values({
      workspace_id,
      sequence: last + 1,
      at: tx.now,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      action,
      subject,
      detail,
    })
    .execute();
}
