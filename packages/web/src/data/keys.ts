/** The names under which answers are kept; a shorter name stands for all that begin with it. */
export const keys = {
  home: ["home"],
  signedIn: ["signed-in"],
  account: ["account"],
  signInWays: ["sign-in-ways"],
  /** What a link can still do, by its secret. */
  setUp: (secret: string) => ["set-up", secret],
  reset: (secret: string) => ["reset", secret],
  confirmation: ["confirmation"],
  approvals: ["approvals"],
  proposals: ["proposal"],
  proposal: (proposalId: string) => ["proposal", proposalId],
  connections: ["connections"],
  rooms: ["room"],
  room: (roomId: string) => ["room", roomId],
  allMembers: ["members"],
  members: (roomId: string) => ["members", roomId],
  workspaces: ["workspace"],
  workspace: (workspaceId: string) => ["workspace", workspaceId],
  audits: ["audit"],
  audit: (workspaceId: string) => ["audit", workspaceId],
  /** The code of one revision of an app never changes, so live updates leave it alone. */
  app: (roomId: string, instanceId: string, revision: number) => ["app", roomId, instanceId, `${revision}`],
  histories: ["history"],
  /** What happened in a Room, and in front of it all of its apps' histories. */
  history: (roomId: string) => ["history", roomId],
  appHistory: (roomId: string, instanceId: string) => ["history", roomId, instanceId],
  allSharedData: ["shared-data"],
  /** How much an app keeps for its Room, and what of it can be brought back. */
  sharedData: (roomId: string, instanceId: string) => ["shared-data", roomId, instanceId],
  /** How much an app keeps for this person on this device. */
  deviceData: (roomId: string, instanceId: string) => ["device-data", roomId, instanceId],
  comparison: (roomId: string, instanceId: string, proposalId: string) => [
    "history",
    roomId,
    instanceId,
    proposalId,
  ],
  invitation: (secret: string) => ["invitation", secret],
  consent: (uid: string) => ["consent", uid],
} as const;
