import type { MessageKey } from "../messages/text.tsx";

export interface AuditWords {
  /** The sentence: `{actor}` did it to `{subject}`, and `{detail}` is what the log says besides. */
  readonly said: MessageKey;
  /** Instead, where the action was done to nothing that has a name. */
  readonly alone?: MessageKey;
  /** The detail stands after the sentence and not in it. */
  readonly after?: true;
}

/** What is said of each action. One that this page does not know is shown by its name. */
export const AUDIT_WORDS: Readonly<Record<string, AuditWords>> = {
  "workspace.renamed": { said: "audit.workspace-renamed" },
  "workspace.policy_set": { said: "audit.policy-set", alone: "audit.workspace-policy-set" },
  "member.joined": { said: "audit.member-joined", after: true },
  "member.role_changed": { said: "audit.member-role-changed" },
  "member.removed": { said: "audit.member-removed", after: true },
  "member.left": { said: "audit.member-left", after: true },
  "member.renamed": { said: "audit.member-renamed" },
  "invitation.made": { said: "audit.invitation-made-room", alone: "audit.invitation-made" },
  "invitation.revoked": { said: "audit.invitation-revoked-room", alone: "audit.invitation-revoked" },
  "project.created": { said: "audit.project-created", after: true },
  "room.created": { said: "audit.room-created", after: true },
  "room.transferred": { said: "audit.room-transferred" },
  "room.member_joined": { said: "audit.room-member-joined", after: true },
  "room.member_added": { said: "audit.room-member-added" },
  "room.member_removed": { said: "audit.room-member-removed" },
  "room.member_left": { said: "audit.room-member-left", after: true },
  "sign_in.reset_link_made": { said: "audit.reset-link-made", after: true },
  "sign_in.password_reset": { said: "audit.password-reset", after: true },
  "sign_in.password_changed": { said: "audit.password-changed", after: true },
  "sign_in.passkey_added": { said: "audit.passkey-added", after: true },
  "sign_in.passkey_removed": { said: "audit.passkey-removed", after: true },
  "sign_in.second_factor_added": { said: "audit.second-factor-added", after: true },
  "sign_in.second_factor_removed": { said: "audit.second-factor-removed", after: true },
  "sign_in.recovery_codes_renewed": { said: "audit.recovery-codes-renewed", after: true },
  "sign_in.recovery_code_used": { said: "audit.recovery-code-used", after: true },
  "sign_in.ended": { said: "audit.sign-ins-ended" },
  "sign_in.identity_linked": { said: "audit.identity-linked", after: true },
  "sign_in.identity_unlinked": { said: "audit.identity-unlinked", after: true },
  "connection.made": { said: "audit.connection-made", after: true },
  "connection.projects_changed": { said: "audit.connection-projects-changed", after: true },
  "connection.revoked": { said: "audit.connection-revoked", after: true },
  "connection.reuse_detected": { said: "audit.connection-reuse-detected", after: true },
  "app.approved": { said: "audit.app-approved" },
  "app.updated": { said: "audit.app-updated" },
  "app.declined": { said: "audit.app-declined" },
  "app.changes_requested": { said: "audit.app-changes-requested" },
  "app.previewed": { said: "audit.app-previewed" },
  "app.renamed": { said: "audit.app-renamed" },
  "app.moved": { said: "audit.app-moved" },
  "app.removed": { said: "audit.app-removed" },
  "app.reverted": { said: "audit.app-reverted" },
  "app.data_cleared": { said: "audit.data-cleared" },
  "app.data_restored": { said: "audit.data-restored" },
};
