import type { Configuration, CustomFetch } from "openid-client";
import type { IdentityProvider, Ports } from "../kernel/context.ts";
import type { Vouched } from "./provider-policy.ts";

/** Loaded when somebody first signs in by a provider: most servers have none. */
const openidClient = () => import("openid-client");

/** How long what a provider says of itself is kept, in milliseconds. Its keys are kept for a shorter time. */
const KEPT_MS = 3_600_000;
const SCOPE = "openid email profile";
/** OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255;

/** What ties a provider's answer to one sign-in in one browser. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE, RFC 7636. */
  readonly verifier: string;
}

/** The person said no at the provider. */
export class Cancelled extends Error {}

/** Talks OpenID Connect with one company's provider: code flow with PKCE, state and nonce, signatures checked. */
export class ProviderClient {
  readonly provider: IdentityProvider;
  /** Where the browser comes back to. */
  readonly #redirectUri: string;
  readonly #ports: Pick<Ports, "fetchOutside">;
  #found: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined;

  constructor(ports: Pick<Ports, "origin" | "fetchOutside">, provider: IdentityProvider) {
    this.provider = provider;
    this.#redirectUri = `${ports.origin}/sign-in/callback/${provider.provider_id}`;
    this.#ports = ports;
  }

  /** The provider's page that a browser goes to. Rejects with what went wrong. */
  async begin({ state, nonce, verifier }: Checks): Promise<URL> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openidClient();
    const page = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    if (!["https:", new URL(this.provider.issuer).protocol].includes(page.protocol)) {
      throw new Error("The provider's page for signing in is no https address.");
    }
    return page;
  }

  /**
   * Whom the provider vouches for in its answer, the query with which a browser came back. Its tokens are used
   * here and kept nowhere. @throws Cancelled, and whatever else went wrong
   */
  async finish(query: string, { state, nonce, verifier }: Checks): Promise<Vouched> {
    const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo } = await openidClient();
    const configuration = await this.#configuration();
    const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    }).catch((error: unknown) => {
      const saidNo = error instanceof AuthorizationResponseError && error.error === "access_denied";
      throw saidNo ? new Cancelled() : error;
    });
    const claims = tokens.claims();
    if (!claims) throw new Error("The provider signed nothing.");
    // Many put what the scopes ask for there alone (OpenID Connect Core 1.0, section 5.4).
    const asks =
      claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return vouchedIn({ ...more, ...claims });
  }

  async #configuration(): Promise<Configuration> {
    const now = Date.now();
    if (!this.#found || now - this.#found.at > KEPT_MS) {
      const configuration = this.#discover();
      const found = { configuration, at: now };
      this.#found = found;
      configuration.catch(() => {
        if (this.#found === found) this.#found = undefined;
      });
    }
    return await this.#found.configuration;
  }

  async #discover(): Promise<Configuration> {
    const oidc = await openidClient();
    const { issuer, client_id, client_secret } = this.provider;
    const [basic, post] = [oidc.ClientSecretBasic(client_secret), oidc.ClientSecretPost(client_secret)];
    const plain = new URL(issuer).protocol === "http:";
    const outside: CustomFetch = async (url, init) =>
      await this.#ports.fetchOutside(url, init as RequestInit);
    return await oidc.discovery(
      new URL(issuer),
      client_id,
      {},
      (server, ...rest) => {
        const known = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
        return (known.includes("client_secret_basic") ? basic : post)(server, ...rest);
      },
      {
        // Without it a signature would not be looked at where TLS shows who speaks.
        execute: [oidc.enableNonRepudiationChecks, ...(plain ? [oidc.allowInsecureRequests] : [])],
        [oidc.customFetch]: outside,
      },
    );
  }
}

function vouchedIn(claims: Readonly<Record<string, unknown>> & { iss: string; sub: string }): Vouched {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  if (claims.sub === "" || claims.sub.length > LONGEST_SUBJECT) {
    throw new Error("The provider's id of the person is empty or too long.");
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text(claims["email"]),
    // Nothing but true itself: some send words.
    email_verified: claims["email_verified"] === true,
    name: text(claims["name"]),
  };
}
