import { useState, type ReactNode } from "react";
import { Pair } from "../app/form.tsx";
import { useHome, useInviteToWorkspace, type WorkspaceSettings } from "../data/index.ts";
import { DaysSelect, FIRST_DAYS, LinkOnce, ROLE_NAMES, ROLE_WORDS } from "../members/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, Select } from "../parts/index.ts";

const ROLES = ["member", "guest"] as const;
/** A link can be passed on, so only an owner makes one that gives a say over others. */
const ROLES_OF_OWNER = ["admin", ...ROLES] as const;
type InvitedRole = (typeof ROLES_OF_OWNER)[number];

export interface InviteDialogProps {
  readonly workspace: WorkspaceSettings;
  readonly onClose: () => void;
}

/** Makes a link by which one person joins the workspace, and a Room: the first one unless another or none is chosen. */
export function InviteDialog({ workspace, onClose }: InviteDialogProps): ReactNode {
  const text = useText();
  const invite = useInviteToWorkspace();
  const roles: readonly InvitedRole[] = workspace.your_role === "owner" ? ROLES_OF_OWNER : ROLES;
  const [role, setRole] = useState<InvitedRole>("member");
  const [days, setDays] = useState(FIRST_DAYS);
  const rooms = useRooms(workspace.workspace_id);
  const [chosenRoom, setRoom] = useState<string>();
  const room = chosenRoom ?? rooms[0]?.value ?? "";
  const made = invite.data;

  function make(): void {
    const { workspace_id } = workspace;
    invite.mutate({ workspace_id, role, days, ...(room !== "" && { room_id: room }) });
  }
  return (
    <Dialog
      title={text("workspace.invite-title", { workspace: workspace.name })}
      isOpen
      onOpenChange={onClose}
      size="wide"
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text(made ? "workspace.invite-done" : "workspace.back")}
          </Button>
          <Button kind={made ? "plain" : "door"} icon="link" busy={invite.isPending} onPress={make}>
            {text(made ? "invite.another" : "invite.make")}
          </Button>
        </>
      }
    >
      <Pair>
        <Select
          label={text("invite.role")}
          hint={text(ROLE_WORDS[role])}
          value={role}
          onChange={(chosen) => setRole(roles.find((one) => one === chosen) ?? role)}
          options={roles.map((value) => ({ value, label: text(ROLE_NAMES[value]) }))}
        />
        <DaysSelect value={days} onChange={setDays} />
      </Pair>
      <Select
        label={text("workspace.invite-room")}
        hint={room === "" && role === "guest" ? text("workspace.invite-guest-room") : undefined}
        value={room}
        onChange={setRoom}
        options={[{ value: "", label: text("workspace.invite-no-room") }, ...rooms]}
      />
      <div role="status">
        {made ? <LinkOnce link={made.link} label={text("invite.link")} expiresAt={made.expires_at} /> : null}
      </div>
      {invite.error ? <Failure error={invite.error} /> : null}
    </Dialog>
  );
}

/** The Rooms of the workspace that this person is in, named with their projects. */
function useRooms(workspaceId: string): { value: string; label: string }[] {
  const text = useText();
  const projects = useHome().data?.workspaces.find((one) => one.workspace_id === workspaceId)?.projects ?? [];
  return projects.flatMap((project) =>
    project.rooms.map((room) => ({
      value: room.room_id,
      label: text("workspace.invite-room-in", { room: room.name, project: project.name }),
    })),
  );
}
