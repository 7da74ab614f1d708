import type { Member, WorkspaceSettings } from "../data/index.ts";

/** What the dialog of a deed with a member is given. */
export interface MemberDeedProps {
  readonly workspace: WorkspaceSettings;
  readonly member: Member;
  readonly onClose: () => void;
}
