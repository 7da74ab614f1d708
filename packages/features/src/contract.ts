/** The browser-safe sum of the contracts: every operation, its types and the closed set of error codes. */
import * as accounts from "./accounts/contract.ts";
import * as appData from "./app-data/contract.ts";
import * as auth from "./auth/contract.ts";
import * as events from "./events/contract.ts";
import type { InputOf, OperationShape, OutputOf } from "./kernel/operation.ts";
import * as history from "./proposals/history-contract.ts";
import * as apps from "./proposals/apps-contract.ts";
import * as proposals from "./proposals/contract.ts";
import * as review from "./proposals/review-contract.ts";
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
  proposals.withdrawProposal,
  proposals.replyToProposalComment,
  events.pollResourceEvents,
] as const satisfies readonly OperationShape[];

/** What people call from their browser. No token of an agent reaches any of these. */
export const personOperations = [
  accounts.setUp,
  accounts.readSetUp,
  accounts.listSignInWays,
  accounts.signIn,
  accounts.finishSignIn,
  accounts.beginPasskeySignIn,
  accounts.finishPasskeySignIn,
  accounts.signOut,
  accounts.acceptInvitation,
  accounts.readAccount,
  accounts.beginConfirmation,
  accounts.confirm,
  accounts.renamePerson,
  accounts.changePassword,
  accounts.beginAddPasskey,
  accounts.finishAddPasskey,
  accounts.renamePasskey,
  accounts.removePasskey,
  accounts.beginSecondFactor,
  accounts.finishSecondFactor,
  accounts.renewRecoveryCodes,
  accounts.removeSecondFactor,
  accounts.unlinkIdentity,
  accounts.endSignIn,
  accounts.endOtherSignIns,
  accounts.createResetLink,
  accounts.readReset,
  accounts.resetPassword,
  auth.listConnections,
  auth.revokeConnection,
  auth.changeConnectionProjects,
  workspaces.openHome,
  workspaces.createProject,
  workspaces.createRoom,
  workspaces.listRoomMembers,
  workspaces.addRoomMember,
  workspaces.removeRoomMember,
  workspaces.leaveRoom,
  workspaces.transferRoom,
  workspaces.inviteToRoom,
  workspaces.readInvitation,
  workspaces.readWorkspace,
  workspaces.renameWorkspace,
  workspaces.setWorkspacePolicy,
  workspaces.changeRole,
  auth.removeMember,
  auth.leaveWorkspace,
  workspaces.inviteToWorkspace,
  workspaces.revokeInvitation,
  workspaces.listAudit,
  rooms.openRoom,
  rooms.openApp,
  rooms.renameApp,
  rooms.moveApp,
  rooms.removeApp,
  appData.readSharedData,
  appData.setSharedValue,
  appData.deleteSharedValue,
  appData.openSharedData,
  appData.exportSharedData,
  appData.clearSharedData,
  appData.restoreSharedData,
  review.listNeedsApproval,
  review.openProposal,
  review.beginApproval,
  review.approveProposal,
  review.declineProposal,
  review.declineProposals,
  review.requestChanges,
  review.replyToComment,
  review.resolveComment,
  review.beginPreview,
  history.readAppHistory,
  history.compareVersions,
  history.revertApp,
  history.listRoomHistory,
  apps.sendToAgent,
  apps.copyApp,
  review.playSampleAgent,
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
