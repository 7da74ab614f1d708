/** OAuth, and the connections that act for people. */
import * as oidc from "./oidc-writes.ts";
import * as own from "./writes.ts";

export { addressOf } from "./address-limit.ts";
export { issueApiToken, type IssuedApiToken, type WantedApiToken } from "./api-token.ts";
export { authenticateBearer } from "./bearer.ts";
export { MCP_PATH, resourceMetadataOf } from "./policy.ts";
export { authBounds } from "./service.ts";

export const authWrites = [
  own.letInWrite,
  own.issueTokenWrite,
  own.revokeConnectionWrite,
  own.endGrantWrite,
  oidc.saveOidcItemWrite,
  oidc.consumeOidcItemWrite,
  oidc.removeOidcItemWrite,
];
