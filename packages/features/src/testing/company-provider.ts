import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider, { type Configuration, type JWK } from "oidc-provider";

/** Somebody who has an account at a company's provider. */
export interface Colleague {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface CompanyProviderOptions {
  readonly colleagues: Readonly<Record<string, Colleague>>;
  /** Whether what the scopes ask for stands in the ID token already, and not at the userinfo endpoint alone. */
  readonly claimsInToken?: boolean;
}

const ACCOUNT_PAGE = `<!doctype html><title>Company</title>
<form method="post">
  <label>Name <input name="name"></label>
  <button>Yes</button> <button name="no">No</button>
</form>`;

/** A company's real OpenID Connect provider, on a free loopback port, with a plain account page of its own. */
export class CompanyProvider implements AsyncDisposable {
  readonly issuer: string;
  /** As ANTEROOM_EGRESS_ALLOW names it. */
  readonly place: string;
  readonly client_id = "anteroom";
  readonly client_secret = randomBytes(16).toString("hex");
  readonly colleagues: Record<string, Colleague>;
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #options: CompanyProviderOptions;
  #provider: Provider | undefined;

  private constructor(server: Server, options: CompanyProviderOptions) {
    this.#server = server;
    this.#options = options;
    this.colleagues = { ...options.colleagues };
    this.place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.issuer = `http://${this.place}`;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async open(options: CompanyProviderOptions): Promise<CompanyProvider> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new CompanyProvider(server, options);
  }

  /** Registers the server under test as the client `provider_id`, by the address that browsers come back to. */
  trust(origin: string, provider_id: string): void {
    const provider = new Provider(this.issuer, {
      ...this.#configuration(),
      clients: [
        {
          client_id: this.client_id,
          client_secret: this.client_secret,
          redirect_uris: [`${origin}/sign-in/callback/${provider_id}`],
        },
      ],
    });
    provider.on("server_error", (_ctx, error) => {
      throw error;
    });
    this.#provider = provider;
  }

  #configuration(): Configuration {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "1" } as JWK;
    return {
      jwks: { keys: [key] },
      cookies: { keys: [randomBytes(16).toString("hex")] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      conformIdTokenClaims: this.#options.claimsInToken !== true,
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: 600,
        Interaction: 600,
        Session: 3600,
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/account/${uid}` },
      findAccount: (_ctx, name) =>
        this.colleagues[name] && {
          accountId: name,
          claims: () => ({ sub: name, ...this.colleagues[name] }),
        },
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split("?")[0] ?? "";
    this.asked.push(path);
    const provider = this.#provider;
    if (!provider) return void response.writeHead(503).end();
    if (!path.startsWith("/account/")) return await provider.callback()(request, response);
    if (request.method !== "POST") {
      response.setHeader("content-type", "text/html");
      return void response.end(ACCOUNT_PAGE);
    }
    await this.#decide(provider, request, response);
  }

  /** The account page's form: a name signs in and agrees, `no` goes back without. */
  async #decide(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const accountId = form.get("name") ?? "";
    if (form.has("no") || !this.colleagues[accountId]) {
      return await provider.interactionFinished(request, response, { error: "access_denied" });
    }
    const grant = new provider.Grant({ accountId, clientId: this.client_id });
    grant.addOIDCScope("openid email profile");
    await provider.interactionFinished(request, response, {
      login: { accountId },
      consent: { grantId: await grant.save() },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
