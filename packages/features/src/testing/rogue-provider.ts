import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Claims = Readonly<Record<string, unknown>>;

/** A provider that answers whatever a test tells it to, and signs it as it is told. */
export class RogueProvider implements AsyncDisposable {
  readonly issuer: string;
  /** As ANTEROOM_EGRESS_ALLOW names it. */
  readonly place: string;
  readonly access_token = "access-token-of-the-rogue";
  /** Members of its metadata, besides those that are right. */
  metadata: Claims = {};
  /** What it says of the person in its ID token; those that are undefined are left out. */
  claims: Claims = {};
  /** What it says of the person at the userinfo endpoint. */
  userinfo: Claims = {};
  signs: "right" | "otherKey" | "none" | "secret" | "broken" = "right";
  /** The forms that came to the token endpoint. */
  redeemed: URLSearchParams[] = [];
  readonly #server: Server;
  readonly #key: KeyObject;
  readonly #jwk: object;

  private constructor(server: Server) {
    this.#server = server;
    this.place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.issuer = `http://${this.place}`;
    const { privateKey, publicKey } = newKey();
    this.#key = privateKey;
    this.#jwk = { ...publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "1" };
    server.on("request", (request, response) => {
      void (async () => {
        const form = new URLSearchParams(await text(request));
        const body = this.#bodyFor(request.url ?? "", form);
        response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
        response.end(JSON.stringify(body ?? {}));
      })();
    });
  }

  static async open(): Promise<RogueProvider> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new RogueProvider(server);
  }

  #bodyFor(path: string, form: URLSearchParams): object | undefined {
    const { issuer } = this;
    if (path === "/.well-known/openid-configuration") {
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        ...this.metadata,
      };
    }
    if (path === "/keys") return { keys: [this.#jwk] };
    if (path === "/userinfo") return { sub: this.claims["sub"], ...this.userinfo };
    if (path !== "/token") return undefined;
    this.redeemed.push(form);
    return {
      access_token: this.access_token,
      token_type: "Bearer",
      expires_in: 60,
      id_token: this.#idToken(),
    };
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: "anteroom", sub: "1", iat: now, exp: now + 60, ...this.claims };
    const alg = { none: "none", secret: "HS256" }[this.signs as string] ?? "ES256";
    const body = [{ alg, kid: "1" }, claims]
      .map((part) => encode(Buffer.from(JSON.stringify(part))))
      .join(".");
    if (this.signs === "none") return `${body}.`;
    if (this.signs === "secret")
      return `${body}.${createHmac("sha256", "secret").update(body).digest("base64url")}`;
    const key = this.signs === "otherKey" ? newKey().privateKey : this.#key;
    const signature = sign("sha256", Buffer.from(body), { key, dsaEncoding: "ieee-p1363" });
    if (this.signs === "broken") signature[0] = (signature[0] ?? 0) ^ 1;
    return `${body}.${encode(signature)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function newKey() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64url");
}
