import { createHash, randomBytes } from "node:crypto";
import type { SignedIn } from "./house.ts";

/** A server by the address that people and clients know. */
export interface Place {
  readonly origin: string;
}

/** A browser: keeps cookies by their path, follows nothing by itself. */
export class Visitor {
  readonly #house: Place;
  readonly #signedIn: (SignedIn & { readonly cookie?: string }) | undefined;
  readonly #jar = new Map<string, { path: string; value: string }>();
  readonly #address = randomAddress();

  /** `cookie` is the sign-in's as a real server names it. */
  constructor(house: Place, signedIn?: SignedIn & { readonly cookie?: string }) {
    this.#house = house;
    this.#signedIn = signedIn;
  }

  /** The Set-Cookie lines so far. */
  readonly cookieLines: string[] = [];

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(new URL(url, this.#house.origin), {
      redirect: "manual",
      headers: {
        cookie: this.#cookiesFor(url),
        accept: "text/html",
        "x-forwarded-for": this.#address,
        ...headers,
      },
    });
    this.#keep(response);
    return response;
  }

  /** What the page's script sends; headers given here win. */
  async post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(new URL(path, this.#house.origin), {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        origin: this.#house.origin,
        cookie: this.#cookiesFor(path),
        "anteroom-proof": this.#signedIn?.proof ?? "",
        ...headers,
      },
    });
  }

  #cookiesFor(url: string): string {
    const { pathname } = new URL(url, this.#house.origin);
    const kept = [...this.#jar].filter(
      ([, { path }]) => pathname === path || pathname.startsWith(`${path}/`),
    );
    const pairs = kept.map(([key, { value }]) => `${key.split(" ")[0]}=${value}`);
    if (this.#signedIn) pairs.push(this.#signedIn.cookie ?? `signin=${this.#signedIn.secret}`);
    return pairs.join("; ");
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      this.cookieLines.push(line);
      const [pair = ""] = line.split(";");
      const path = /; path=([^;]*)/i.exec(line)?.[1] ?? "/";
      const at = pair.indexOf("=");
      this.#jar.set(`${pair.slice(0, at)} ${path}`, { path, value: pair.slice(at + 1) });
    }
  }
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
}

/** A coding agent as an OAuth client. */
export class Client {
  readonly #house: Place;
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirect: string;
  readonly verifier = randomBytes(32).toString("base64url");
  registration: Record<string, unknown> = {};

  constructor(house: Place, registration: Record<string, unknown>, redirect: string) {
    this.#house = house;
    this.registration = registration;
    this.id = String(registration["client_id"]);
    this.secret = registration["client_secret"] as string | undefined;
    this.redirect = redirect;
  }

  static async register(house: Place, metadata: Record<string, unknown> = {}): Promise<Client> {
    const redirect_uris = (metadata["redirect_uris"] as string[] | undefined) ?? [
      "http://127.0.0.1/callback",
    ];
    const response = await register(house, {
      client_name: "Test agent",
      token_endpoint_auth_method: "none",
      ...metadata,
      redirect_uris,
    });
    if (response.status !== 201) throw new Error(`register answered ${response.status}`);
    const body = (await response.json()) as Record<string, unknown>;
    return new Client(house, body, redirect_uris[0] ?? "");
  }

  /** The address to which the client sends its person; undefined leaves a parameter out. */
  authorizeUrl(changes: Record<string, string | undefined> = {}): string {
    const parameters: Record<string, string | undefined> = {
      response_type: "code",
      client_id: this.id,
      redirect_uri: this.redirect,
      state: "st4te",
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...changes,
    };
    const given = Object.entries(parameters).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    return `/authorize?${new URLSearchParams(given).toString()}`;
  }

  async token(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(`${this.#house.origin}/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: this.id, ...form }),
      headers,
    });
  }

  async exchange(code: string, changes: Record<string, string> = {}): Promise<Response> {
    return await this.token({
      grant_type: "authorization_code",
      code,
      redirect_uri: this.redirect,
      code_verifier: this.verifier,
      ...changes,
    });
  }

  async refresh(refresh_token: string, changes: Record<string, string> = {}): Promise<Response> {
    return await this.token({ grant_type: "refresh_token", refresh_token, ...changes });
  }
}

/** An address in a network of its own, so that the limits of one do not stop a whole test. */
function randomAddress(): string {
  return `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
}

export async function register(house: Place, metadata: unknown, from?: string): Promise<Response> {
  const address = from ?? randomAddress();
  return await fetch(`${house.origin}/register`, {
    method: "POST",
    body: JSON.stringify(metadata),
    headers: { "content-type": "application/json", "x-forwarded-for": address },
  });
}

export interface Consent {
  readonly client_name: string;
  readonly client_verified: boolean;
  readonly client_host?: string;
  readonly redirect_host?: string;
  readonly loopback?: boolean;
  readonly device?: true;
  readonly user_code?: string;
  readonly scopes: string[];
  readonly held_scopes: string[];
  readonly person: { name: string; email: string };
  readonly workspaces: {
    workspace_id: string;
    name: string;
    projects: { project_id: string; name: string }[];
  }[];
}

/** Goes from the client's link to the consent page; returns that page's path. */
export async function arrive(visitor: Visitor, url: string): Promise<string> {
  const response = await visitor.get(url);
  const location = response.headers.get("location") ?? "";
  if (response.status !== 303) throw new Error(`authorize answered ${response.status}`);
  return new URL(location, "http://any.test").pathname;
}

/** Lets the client in to everything it could be seated in; returns what the client's address is called with. */
export async function letIn(visitor: Visitor, url: string): Promise<URL> {
  const page = await arrive(visitor, url);
  const consent = (await (await visitor.post(`${page}/read`)).json()) as Consent;
  const [workspace] = consent.workspaces;
  const decided = await visitor.post(`${page}/decide`, {
    allow: true,
    workspace_id: workspace?.workspace_id,
    project_ids: workspace?.projects.map(({ project_id }) => project_id),
  });
  const { redirect_to } = (await decided.json()) as { redirect_to: string };
  const back = await visitor.get(redirect_to);
  return new URL(back.headers.get("location") ?? "");
}

/** The whole way: a registered client's first tokens. */
export async function connect(
  visitor: Visitor,
  client: Client,
  changes: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const back = await letIn(visitor, client.authorizeUrl(changes));
  const response = await client.exchange(back.searchParams.get("code") ?? "");
  if (response.status !== 200) throw new Error(`token answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Tokens;
}
