/** The browser-safe sum of the contracts: every operation, its types and the closed set of error codes. */
import * as auth from "./auth/contract.ts";
import * as events from "./events/contract.ts";
import type { InputOf, OperationShape, OutputOf } from "./kernel/operation.ts";
import * as proposals from "./proposals/contract.ts";
import * as rooms from "./rooms/contract.ts";
import * as workspaces from "./workspaces/contract.ts";

export { ERROR_CODES, type ErrorCode, type RefusalBody } from "./kernel/errors.ts";
export { SCOPES, type InputOf, type OutputOf, type Scope } from "./kernel/operation.ts";
export { EVENT_TYPES, type EventType } from "./events/contract.ts";

/** What agents may call, in the order in which tools/list names it. */
export const agentOperations = [
  auth.readConnection,
  workspaces.findResources,
  proposals.readRoom,
  rooms.listRoomApps,
  proposals.readRoomAppStatus,
  proposals.proposeRoomSnippetApp,
  proposals.readProposal,
  events.pollResourceEvents,
] as const satisfies readonly OperationShape[];

/** What people call from their browser. No token of an agent reaches any of these. */
export const personOperations = [
  auth.setUp,
  auth.signIn,
  auth.signOut,
  auth.acceptInvitation,
  auth.listConnections,
  auth.revokeConnection,
  workspaces.openHome,
  workspaces.createProject,
  workspaces.createRoom,
  workspaces.listRoomMembers,
  workspaces.addRoomMember,
  workspaces.removeRoomMember,
  workspaces.inviteToRoom,
  workspaces.readInvitation,
  rooms.openRoom,
  rooms.openApp,
  proposals.listNeedsApproval,
  proposals.openProposal,
  proposals.approveProposal,
  proposals.declineProposal,
] as const satisfies readonly OperationShape[];

type AgentOperation = (typeof agentOperations)[number];
type PersonOperation = (typeof personOperations)[number];
type Named<O extends OperationShape, Name extends string> = Extract<O, { name: Name }>;

export type AgentOperationName = AgentOperation["name"];
export type PersonOperationName = PersonOperation["name"];
/** The input and output of an operation by its name on the wire. */
export type OperationInput<Name extends AgentOperationName | PersonOperationName> = InputOf<
  Named<AgentOperation | PersonOperation, Name>
>;
export type OperationOutput<Name extends AgentOperationName | PersonOperationName> = OutputOf<
  Named<AgentOperation | PersonOperation, Name>
>;
