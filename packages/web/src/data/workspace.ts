import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { PersonOutputs } from "@anteroom/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { useDeed, type Deed } from "./mutations.ts";

export type WorkspaceSettings = PersonOutputs["read_workspace"];
export type Member = WorkspaceSettings["members"][number];
export type Role = WorkspaceSettings["your_role"];
export type OpenInvitation = WorkspaceSettings["invitations"][number];
export type AuditEntry = PersonOutputs["list_audit"]["entries"][number];

/** A workspace with its people, open invitations and policies, and what this person may do there. */
export function useWorkspace(workspaceId: string): UseQueryResult<WorkspaceSettings> {
  return useQuery({
    queryKey: keys.workspace(workspaceId),
    queryFn: ({ signal }) => client.call("read_workspace", { workspace_id: workspaceId }, { signal }),
  });
}

/** What was done in a workspace, newest first, by pages: `fetchNextPage` adds what is older. */
export function useAudit(workspaceId: string) {
  return useInfiniteQuery({
    queryKey: keys.audit(workspaceId),
    queryFn: ({ pageParam, signal }) =>
      client.call(
        "list_audit",
        { workspace_id: workspaceId, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
}

const changedIn = ({ workspace_id }: { readonly workspace_id: string }) => [
  keys.workspace(workspace_id),
  keys.audit(workspace_id),
];

/** Renames a workspace. */
export const useRenameWorkspace = (): Deed<"rename_workspace"> =>
  useDeed("rename_workspace", (input) => [...changedIn(input), keys.home]);

/** Sets for how long a decision's passkey confirmation holds. */
export const useSetWorkspacePolicy = (): Deed<"set_workspace_policy"> =>
  useDeed("set_workspace_policy", changedIn);

/** Gives a member another role; `conflict_state` if nobody would own the workspace any more. */
export const useChangeRole = (): Deed<"change_role"> =>
  useDeed("change_role", (input) => [...changedIn(input), keys.home]);

/** Takes a member out of a workspace; Rooms pass to the successor. */
export const useRemoveMember = (): Deed<"remove_member"> =>
  useDeed("remove_member", (input) => [...changedIn(input), keys.allMembers, keys.rooms]);

/** Leaves a workspace; Rooms pass to the successor. `conflict_state` for its last owner. */
export const useLeaveWorkspace = (): Deed<"leave_workspace"> =>
  useDeed("leave_workspace", () => [keys.home, keys.connections, keys.approvals]);

/** Makes a link into a workspace that is shown once. */
export const useInviteToWorkspace = (): Deed<"invite_to_workspace"> =>
  useDeed("invite_to_workspace", changedIn);

/** Ends an invitation that nobody used yet. */
export const useRevokeInvitation = (): Deed<"revoke_invitation"> => useDeed("revoke_invitation", changedIn);

/** Makes a link, shown once, by which a member sets a new password. */
export const useCreateResetLink = (): Deed<"create_reset_link"> => useDeed("create_reset_link", changedIn);

/** Makes a link into a Room that is shown once. */
export const useInviteToRoom = (): Deed<"invite_to_room"> =>
  useDeed("invite_to_room", () => [keys.workspaces, keys.audits]);

/** Leaves a Room. */
export const useLeaveRoom = (): Deed<"leave_room"> => useDeed("leave_room", () => [keys.home]);

/** Hands a Room to another person of its workspace, who decides from then on. */
export const useTransferRoom = (): Deed<"transfer_room"> =>
  useDeed("transfer_room", (input) => [
    keys.members(input.room_id),
    keys.room(input.room_id),
    keys.approvals,
    keys.proposals,
    keys.workspaces,
  ]);

/** Seats a connection of this person in other projects, from its next call on. */
export const useChangeConnectionProjects = (): Deed<"change_connection_projects"> =>
  useDeed("change_connection_projects", () => [keys.connections]);
