/** OAuth, and the connections that act for people. */
import * as calls from "./call-writes.ts";
import * as ending from "./ending.ts";
import * as oidc from "./oidc-writes.ts";
import * as requests from "./request-writes.ts";
import * as own from "./writes.ts";

export { addressOf, networkOf } from "./address.ts";
export { issueApiToken, type IssuedApiToken, type WantedApiToken } from "./api-token.ts";
export { authenticateBearer } from "./bearer.ts";
export { type NotedCalls, noteCallsWrite } from "./call-writes.ts";
export { MCP_PATH, MOST_AGENTS, originAsCalled, resourceMetadataOf } from "./policy.ts";
export { isSampleAgent, listSampleAgents, seatSampleAgent } from "./sample-agent.ts";
export { authBounds } from "./service.ts";

export const authWrites = [
  own.issueTokenWrite,
  own.changeProjectsWrite,
  requests.letInWrite,
  requests.turnAwayWrite,
  ending.revokeConnectionWrite,
  ending.endGrantWrite,
  ending.endClientWrite,
  ending.endMembershipWrite,
  calls.noteCallsWrite,
  oidc.saveOidcItemWrite,
  oidc.consumeOidcItemWrite,
  oidc.removeOidcItemWrite,
];
