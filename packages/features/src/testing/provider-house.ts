import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFetchOutside } from "../../../server/src/egress.ts";
import { authenticateBrowser, createProviderHttp, proofFor, type ProviderHttp } from "../accounts/index.ts";
import type { IdentityProvider, Ports } from "../kernel/context.ts";
import { House, OWNER } from "./house.ts";
import { RogueProvider } from "./rogue-provider.ts";

/** The doors for companies' providers over a house's store, with a provider that does as a test tells it. */
export class ProviderHouse implements AsyncDisposable {
  readonly house: House;
  readonly rogue: RogueProvider;
  /** What the operator set up for the provider, as of the last `restart`. */
  provider: { -readonly [Key in keyof IdentityProvider]: IdentityProvider[Key] };
  readonly errors: unknown[] = [];
  readonly #disposables: AsyncDisposable;
  #doors: ProviderHttp;
  #colleagues = 0;

  private constructor(house: House, rogue: RogueProvider, disposables: AsyncDisposable) {
    this.house = house;
    this.rogue = rogue;
    this.#disposables = disposables;
    this.provider = providerOf(rogue);
    this.#doors = this.#openDoors();
  }

  static async open(): Promise<ProviderHouse> {
    await using opening = new AsyncDisposableStack();
    const rogue = opening.use(await RogueProvider.open());
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const house = opening.use(await House.open({ origin }));
    opening.defer(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    const opened = new ProviderHouse(house, rogue, opening.move());
    server.on("request", (req, res) => {
      if (opened.#doors.handles(new URL(req.url ?? "", origin).pathname)) void opened.#doors.handle(req, res);
      else res.writeHead(404).end();
    });
    return opened;
  }

  get origin(): string {
    return this.house.origin;
  }

  /** Forgets what the provider was told to do and what the server knows of it, as a restart would. */
  restart(): void {
    Object.assign(this.rogue, { metadata: {}, claims: {}, userinfo: {}, signs: "right", redeemed: [] });
    this.provider = providerOf(this.rogue);
    this.errors.length = 0;
    this.#doors = this.#openDoors();
  }

  /** What the provider says of somebody whom nobody here knows yet. */
  colleague() {
    this.#colleagues += 1;
    const sub = `colleague-${this.#colleagues}`;
    return { sub, email: `${sub}@rogue.example.test`, email_verified: true, name: "Ann" };
  }

  tab(): Tab {
    return new Tab(this);
  }

  /** The owner's browser, a moment after signing in. */
  async ownersTab(): Promise<Tab> {
    const kept: { secret?: string } = {};
    await this.house.call("sign_in", { email: OWNER.email, password: OWNER.password }, kept);
    const tab = this.tab();
    tab.jar.set("signin", kept.secret ?? "");
    return tab;
  }

  async people() {
    return await this.house.ports.store.read.selectFrom("persons").selectAll().execute();
  }

  async identitiesOf(subject: string) {
    const { read } = this.house.ports.store;
    return await read.selectFrom("identities").selectAll().where("subject", "=", subject).execute();
  }

  /** What somebody did, by the audit log. */
  async auditedOf(person_id: string | undefined): Promise<string[]> {
    const entries = await this.house.ports.store.read.selectFrom("audit").selectAll().execute();
    return entries.filter(({ actor_id }) => actor_id === person_id).map(({ action }) => action);
  }

  #openDoors(): ProviderHttp {
    const unreachable = { ...this.provider, provider_id: "other", issuer: "https://other.example.test" };
    const ports: Ports = {
      ...this.house.ports,
      identityProviders: [this.provider, unreachable],
      fetchOutside: createFetchOutside({ allow: [this.rogue.place] }),
    };
    const cookieOf = (header: string | undefined) => /(?:^|; )signin=([\w.-]+)/.exec(header ?? "")?.[1] ?? "";
    return createProviderHttp({
      ports,
      authenticate: async (req) => await authenticateBrowser(ports, cookieOf(req.headers.cookie)),
      browserOf: (req, res, signIn) => ({
        signIn: (secret, { sign_in_id }) => {
          res.appendHeader("set-cookie", `signin=${secret}; Path=/`);
          return proofFor(this.house.proofKey, sign_in_id);
        },
        confirm: () => undefined,
        signOut: () => undefined,
        keepDevice: () => undefined,
        ...(signIn && { sign_in_hash: signIn.sign_in_hash }),
        user_agent: "Test browser",
        address: String(req.headers["x-address"] ?? "127.0.0.1"),
      }),
      onError: (error) => this.errors.push(error),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#disposables[Symbol.asyncDispose]();
  }
}

function providerOf(rogue: RogueProvider) {
  return {
    provider_id: "rogue",
    name: "Rogue",
    issuer: rogue.issuer,
    client_id: "anteroom",
    client_secret: "secret",
    domains: ["rogue.example.test"],
    joins: "member",
  } as const;
}

/** A browser that keeps cookies and goes where it is sent only when told to. */
export class Tab {
  readonly jar = new Map<string, string>();
  readonly #doors: ProviderHouse;

  constructor(doors: ProviderHouse) {
    this.#doors = doors;
  }

  get secret(): string {
    return this.jar.get("signin") ?? "";
  }

  /** Goes to an address of ours; returns where that leads, without our origin. */
  async go(path: string, headers: Record<string, string> = {}): Promise<string> {
    const { origin } = this.#doors;
    const cookie = Array.from(this.jar, (pair) => pair.join("=")).join("; ");
    const response = await fetch(origin + path, { redirect: "manual", headers: { cookie, ...headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return (response.headers.get("location") ?? "").replace(origin, "");
  }

  /** Presses "Sign in with Rogue"; returns what the provider is asked. */
  async begin(query = "", headers: Record<string, string> = {}): Promise<URLSearchParams> {
    const location = await this.go(`/sign-in/with/rogue?${query}`, headers);
    if (!location.startsWith(this.#doors.rogue.issuer)) throw new Error(`led to ${location}`);
    return new URL(location).searchParams;
  }

  /** Presses "Link" on the account page. */
  async link(): Promise<URLSearchParams> {
    return await this.begin("return=/account&link=1", { "sec-fetch-site": "same-origin" });
  }

  /** Comes back with a code, for which the provider then says this. */
  async comeBack(
    asked: URLSearchParams,
    claims: Record<string, unknown> = {},
    changes: Record<string, string> = {},
  ): Promise<string> {
    const { rogue } = this.#doors;
    rogue.claims = { nonce: asked.get("nonce"), ...claims };
    const answer = { code: "c", state: asked.get("state") ?? "", iss: rogue.issuer, ...changes };
    return await this.go(`/sign-in/callback/rogue?${new URLSearchParams(answer).toString()}`);
  }

  async unlink(identity: { readonly identity_id: string } | undefined): Promise<void> {
    const input = { identity_id: identity?.identity_id ?? "" };
    await this.#doors.house.call("unlink_identity", input, { secret: this.secret });
  }

  async signInAs(claims: Record<string, unknown>): Promise<string> {
    return await this.comeBack(await this.begin("return=/rooms/r"), claims);
  }

  /** Who is signed in in this tab. */
  async person(): Promise<string | undefined> {
    return (await authenticateBrowser(this.#doors.house.ports, this.secret))?.principal.person_id;
  }
}
