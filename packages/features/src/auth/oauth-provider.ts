import { generateKeyPairSync } from "node:crypto";
import type { EventEmitter } from "node:events";
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type ResourceServer,
} from "oidc-provider";
import { serverKey } from "../accounts/index.ts";
import type { Ports } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import { SCOPES } from "../kernel/operation.ts";
import { findPerson } from "../workspaces/index.ts";
import { oidcAdapter } from "./oauth-adapter.ts";
import { errorPage, PAGE_HEADERS } from "./oauth-page.ts";
import { LIFETIMES, resourceOf } from "./policy.ts";
import { grantStands } from "./store.ts";

export interface ProviderOptions {
  readonly ports: Pick<Ports, "store" | "origin">;
  readonly onError: (error: unknown) => void;
}

/**
 * The authorization server. It believes the host and scheme that oauth-request.ts writes into each request,
 * and takes requests as oauth-tolerance.ts leaves them.
 */
export async function createProvider({ ports, onError }: ProviderOptions): Promise<Provider> {
  const names = cookieNames(ports.origin);
  const provider = new Provider(ports.origin, {
    ...rulesOf(ports),
    adapter: oidcAdapter(ports),
    cookies: { names, keys: [await serverKey(ports.store, "oauth_cookies")] },
    jwks: { keys: [JSON.parse(await serverKey(ports.store, "oauth_signing", newSigningKey)) as JWK] },
  });
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => onError(error));
  // The declared events leave Koa's own out.
  const application: EventEmitter = provider;
  application.on("error", onError);
  // Of a client's secret only the hash is stored; comparing hashes tells nothing about the secret.
  provider.Client.prototype.compareClientSecret = function (actual) {
    return secretHash(actual) === this.clientSecret;
  };
  provider.use(async (ctx, next) => {
    await next();
    const cookies = ctx.response.headers["set-cookie"];
    // The authorization server's own sign-ins are never kept, so nobody needs their cookie.
    if (Array.isArray(cookies)) {
      ctx.set(
        "set-cookie",
        cookies.filter((cookie) => !cookie.startsWith(names.session)),
      );
    }
    const body: unknown = ctx.body;
    if (typeof body !== "object" || body === null) return;
    // In the metadata: other modes answer by a page or out of a server's sight, other scopes mean nothing.
    if ("response_modes_supported" in body) {
      Object.assign(body, { response_modes_supported: ["query"], scopes_supported: SCOPES });
    }
    // A client that reads its registration has its secret; all that could be shown is the hash.
    if (ctx.method === "GET" && "client_secret" in body) delete body.client_secret;
  });
  return provider;
}

/** Ports share one cookie jar, so on plain HTTP (a person's own machine) the names hold the port. */
function cookieNames(origin: string) {
  const { protocol, port } = new URL(origin);
  const name = (what: string) =>
    protocol === "https:" ? `__Secure-anteroom-${what}` : `anteroom-${what}-${port || "80"}`;
  return { session: name("oauth"), interaction: name("consent"), resume: name("resume") };
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "1" });
}

/** Every request of a client is decided anew by the person, whatever the same client was given before. */
const ALWAYS_ASK = new interactionPolicy.Prompt(
  { name: "consent", requestable: true },
  new interactionPolicy.Check(
    "undecided",
    "the person has to decide",
    "interaction_required",
    (ctx) => ctx.oidc.result?.consent === undefined,
  ),
);

function rulesOf({ store, origin }: Pick<Ports, "store" | "origin">): Configuration {
  return {
    routes: {
      authorization: "/authorize",
      token: "/token",
      registration: "/register",
      revocation: "/revoke",
      jwks: "/jwks",
    },
    scopes: [...SCOPES],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    formats: { bitsOfOpaqueRandomness: 256 },
    ttl: {
      AccessToken: LIFETIMES.access_token,
      AuthorizationCode: LIFETIMES.code,
      Grant: LIFETIMES.grant,
      IdToken: LIFETIMES.access_token,
      Interaction: LIFETIMES.consent,
      RefreshToken: LIFETIMES.refresh_token,
      Session: LIFETIMES.consent,
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    // A client that gives back one token has left: the whole connection ends.
    revokeGrantPolicy: () => true,
    interactions: { policy: [ALWAYS_ASK], url: (_ctx, interaction) => `/consent/${interaction.uid}` },
    async findAccount(_ctx, person_id, token) {
      const known = token?.grantId
        ? await grantStands(store.read, token.grantId)
        : (await findPerson(store.read, person_id)) !== undefined;
      return known ? { accountId: person_id, claims: () => ({ sub: person_id }) } : undefined;
    },
    renderError(ctx, out) {
      ctx.set(PAGE_HEADERS);
      ctx.body = errorPage(out.error);
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: oneResource(resourceOf(origin)),
    },
  };
}

/** Tokens are for one resource, asked for by name or by default. */
function oneResource(resource: string) {
  return {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo(_ctx: unknown, asked: string): ResourceServer {
      if (asked !== resource) throw new errors.InvalidTarget();
      return { scope: SCOPES.join(" "), audience: resource, accessTokenFormat: "opaque" };
    },
  };
}
