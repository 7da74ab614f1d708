/** Workspaces, people, projects, and who may see what is seated in a project. */
export { cleanName, workspaceBounds } from "./service.ts";
export {
  findOpenInvitation,
  findPerson,
  isMember,
  listMemberships,
  listMyProjects,
  listMyResources,
  type Reached,
  reachResource,
} from "./store.ts";
export {
  DEMO,
  invitationOver,
  joinByInvitation,
  makePerson,
  makeWorkspace,
  seedDemoWrite,
} from "./writes.ts";
import * as own from "./writes.ts";

export const workspaceWrites = [
  own.createProjectWrite,
  own.createRoomWrite,
  own.addRoomMemberWrite,
  own.removeRoomMemberWrite,
  own.inviteToRoomWrite,
  own.seedDemoWrite,
];
