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
  /** An app's code never changes under its id, so live updates leave it alone. */
  app: (roomId: string, instanceId: string) => ["app", roomId, instanceId],
  invitation: (secret: string) => ["invitation", secret],
  consent: (uid: string) => ["consent", uid],
} as const;
