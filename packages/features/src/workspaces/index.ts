/** Workspaces, people, projects, and who may see what is seated in a project. */
export { joinByInvitation, joinWorkspace } from "./invitation-writes.ts";
export { findOpenInvitation, invitationOver } from "./invitations.ts";
export { dropMember, type Leaving } from "./member-writes.ts";
export { cleanName, tidyName } from "./names.ts";
export { manages as mayReset } from "./policy.ts";
export { actorOf } from "./seating.ts";
export { workspaceBounds } from "./service.ts";
export {
  findPerson,
  isMember,
  listMemberships,
  listMyProjects,
  listMyResources,
  type Reached,
  reachResource,
} from "./store.ts";
export { DEMO, makePerson, makeWorkspace, seedDemoWrite } from "./writes.ts";
import * as invitations from "./invitation-writes.ts";
import * as members from "./member-writes.ts";
import * as rooms from "./room-writes.ts";
import * as own from "./writes.ts";

export const workspaceWrites = [
  own.createProjectWrite,
  own.createRoomWrite,
  own.renameWorkspaceWrite,
  own.setWorkspacePolicyWrite,
  own.seedDemoWrite,
  rooms.addRoomMemberWrite,
  rooms.removeRoomMemberWrite,
  rooms.leaveRoomWrite,
  rooms.transferRoomWrite,
  invitations.inviteToRoomWrite,
  invitations.inviteToWorkspaceWrite,
  invitations.revokeInvitationWrite,
  members.changeRoleWrite,
];
