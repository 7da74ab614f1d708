/** People, their sign-ins, and the connections that act for them. */
import * as oidc from "./oidc-writes.ts";
import * as own from "./writes.ts";

export { addressOf } from "./address-limit.ts";
export { issueApiToken, type IssuedApiToken, type WantedApiToken } from "./api-token.ts";
export { MCP_PATH, resourceMetadataOf } from "./policy.ts";
export { authenticateBearer, authenticateBrowser, type BrowserSignIn } from "./principals.ts";
export { proofFor, proofHolds, serverKey } from "./server-key.ts";
export { authBounds, createOwner } from "./service.ts";
export { hasPeople } from "./store.ts";

export const authWrites = [
  own.setUpWrite,
  own.acceptInvitationWrite,
  own.signInWrite,
  own.signOutWrite,
  own.letInWrite,
  own.issueTokenWrite,
  own.revokeConnectionWrite,
  own.endGrantWrite,
  own.keepServerKeyWrite,
  oidc.saveOidcItemWrite,
  oidc.consumeOidcItemWrite,
  oidc.removeOidcItemWrite,
];
