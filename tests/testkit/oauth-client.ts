import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/**
 * What a coding agent keeps for its sign-in: a loopback address that the browser returns to, its registration
 * and its tokens. The official client does the rest by itself.
 */
export class LoopbackOAuth implements OAuthClientProvider, AsyncDisposable {
  readonly redirectUrl: string;
  readonly #server: Server;
  readonly #callback: Promise<URLSearchParams>;
  readonly #name: string;
  /** Where the client wants its person's browser to go. */
  authorizationUrl: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  private constructor(server: Server, callback: Promise<URLSearchParams>, name: string) {
    this.#server = server;
    this.#callback = callback;
    this.#name = name;
    this.redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  }

  static async open(name: string): Promise<LoopbackOAuth> {
    let returned: (parameters: URLSearchParams) => void;
    const callback = new Promise<URLSearchParams>((resolve) => (returned = resolve));
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      response.end("You can close this window.");
      if (url.pathname === "/callback") returned(url.searchParams);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LoopbackOAuth(server, callback, name);
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: this.#name,
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  /** What the browser brought back to the loopback address. */
  async callback(): Promise<URLSearchParams> {
    return await this.#callback;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
