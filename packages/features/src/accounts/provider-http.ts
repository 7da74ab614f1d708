import type { IncomingMessage, ServerResponse } from "node:http";
import type { Browser, Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { newSecret } from "../kernel/ids.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import type { BrowserSignIn } from "./browser-sign-in.ts";
import { deviceKey, readDevice } from "./device.ts";
import { startSignIn } from "./let-in.ts";
import { isConfirmed } from "./policy.ts";
import { Cancelled, type Checks, ProviderClient } from "./provider-client.ts";
import { ProviderCookie } from "./provider-cookie.ts";
import {
  doubtAbout,
  emailOf,
  nameOf,
  type ProviderProblem,
  readPlace,
  type Vouched,
} from "./provider-policy.ts";
import { comeInByProviderWrite, linkIdentityWrite, type Outcome } from "./provider-writes.ts";
import { issueTicket, readTicket, type Ticket } from "./tickets.ts";

export interface ProviderHttpOptions {
  readonly ports: Ports;
  /** Who is signed in in the browser that sent this request, if anybody. */
  readonly authenticate: (req: IncomingMessage) => Promise<BrowserSignIn | undefined>;
  /** The browser on the other side. */
  readonly browserOf: (
    req: IncomingMessage,
    res: ServerResponse,
    signIn: BrowserSignIn | undefined,
  ) => Browser;
  /** Told of what failed here; the browser learns no more than that it did. */
  readonly onError: (error: unknown) => void;
}

export interface ProviderHttp {
  /** Whether requests for this path, given without its query, belong here. */
  handles(path: string): boolean;
  /** Answers one request; never rejects. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

const PATH = /^\/sign-in\/(with|callback)\/([a-z0-9-]{1,32})$/;
/** How long a person may take at the provider. */
const VISIT_SECONDS = 600;
/** For each address: every visit may make the server ask a provider. */
const TRIES = { most: 60, seconds: 60 };

/**
 * Signing in by a company's provider, and linking one to an account: `GET /sign-in/with/<provider_id>` sends
 * the browser there, `GET /sign-in/callback/<provider_id>` takes it back. Whatever fails ends on a page of ours
 * with one of the words of ProviderProblem.
 */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { ports } = options;
  const visits = new ProviderVisits(options);
  return {
    handles: (path) => PATH.test(path),
    async handle(req, res) {
      const [path = "", query = ""] = (req.url ?? "").split(/\?(.*)/s);
      const [, step, provider_id = ""] = PATH.exec(path) ?? [];
      if (req.method !== "GET") return void res.writeHead(405, { allow: "GET" }).end();
      const visit = { req, res, query, provider_id };
      const place = await (step === "with" ? visits.begin(visit) : visits.finish(visit)).catch(
        (error: unknown) => {
          options.onError(error);
          return problemPage("failed");
        },
      );
      const location = new URL(place, ports.origin).href;
      const headers = { location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
      res.writeHead(303, headers).end();
    },
  };
}

interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly query: string;
  readonly provider_id: string;
}

class ProviderVisits {
  readonly #options: ProviderHttpOptions;
  readonly #cookie: ProviderCookie;
  readonly #tries = new TryLimit(TRIES);
  readonly #clients: ReadonlyMap<string, ProviderClient>;

  constructor(options: ProviderHttpOptions) {
    const { ports } = options;
    this.#options = options;
    this.#cookie = new ProviderCookie(ports.origin);
    this.#clients = new Map(
      ports.identityProviders.map((provider) => [provider.provider_id, new ProviderClient(ports, provider)]),
    );
  }

  /** Where a browser goes that wants to sign in, or to link: the provider's page, or back with a problem. */
  async begin({ req, res, query, provider_id }: Visit): Promise<string> {
    const { ports } = this.#options;
    const wanted = new URLSearchParams(query);
    const place = readPlace(wanted.get("return"), ports.origin);
    const links = wanted.get("link") === "1";
    const from = req.headers["sec-fetch-site"];
    // A foreign page may show our sign-in page, and no more: what it began could end in its own author's account.
    if (!links && (from === "cross-site" || from === "same-site")) return signInPage(place);
    const signIn = await this.#options.authenticate(req);
    if (links) {
      // Only by a press on our own page, which every browser tells: what is linked opens the account ever after.
      if (from !== "same-origin") return withProblem(place, "failed");
      if (!signIn) return signInPage(place);
      if (!isConfirmed(signIn.confirmed_at)) return withProblem(place, "confirm");
    }
    const client = this.#clients.get(provider_id);
    if (!client || (await this.#isTooMany(req, res, signIn))) return problemAt({ place, links }, "failed");
    const verifier = newSecret();
    const claims = {
      provider_id,
      verifier,
      place,
      ...(links && signIn && { person_id: signIn.principal.person_id }),
    };
    const { text, ticket } = await issueTicket(ports, { kind: "provider", seconds: VISIT_SECONDS, claims });
    try {
      const { href } = await client.begin(checksOf(ticket));
      res.appendHeader("set-cookie", this.#cookie.set(text, VISIT_SECONDS));
      return href;
    } catch (error) {
      this.#options.onError(error);
      return problemAt({ place, links }, "failed");
    }
  }

  /** Where a browser goes that a provider sent back: where it wanted to be, or back with a problem. */
  async finish({ req, res, query, provider_id }: Visit): Promise<string> {
    const { ports } = this.#options;
    const ticket = await readTicket(ports, "provider", this.#cookie.read(req));
    const client = this.#clients.get(provider_id);
    // An answer that this browser did not ask for, of this provider, leaves what it did ask for alone.
    const asked = ticket?.claims["provider_id"] === provider_id && new URLSearchParams(query).get("state");
    if (!ticket || !client || asked !== checksOf(ticket).state) return problemPage("expired");
    const { place = "/", person_id } = ticket.claims;
    const links = person_id !== undefined;
    const signIn = await this.#options.authenticate(req);
    if (await this.#isTooMany(req, res, signIn)) return problemAt({ place, links }, "failed");
    res.appendHeader("set-cookie", this.#cookie.set("", 0));
    const outcome = await this.#settle({ client, ticket, query, signIn });
    if ("problem" in outcome) return problemAt({ place, links }, outcome.problem);
    if (!links) {
      const context = { ...ports, browser: this.#options.browserOf(req, res, signIn) };
      await startSignIn(context, { person_id: outcome.person_id, way: "provider" });
    }
    return place;
  }

  async #settle(asked: Asked): Promise<Outcome> {
    try {
      const vouched = await asked.client.finish(asked.query, checksOf(asked.ticket));
      return await (asked.ticket.claims["person_id"] === undefined
        ? this.#comeIn(asked, vouched)
        : this.#link(asked, vouched));
    } catch (error) {
      if (error instanceof Cancelled) return { problem: "cancelled" };
      if (error instanceof Refusal && error.body.code === "wrong_credentials") return { problem: "expired" };
      this.#options.onError(error);
      return { problem: "failed" };
    }
  }

  async #comeIn({ client: { provider }, ticket }: Asked, vouched: Vouched): Promise<Outcome> {
    const doubt = doubtAbout(provider, vouched);
    return await this.#options.ports.store.write(comeInByProviderWrite, {
      ...identityOf(provider, vouched),
      ticket: ticket.spending,
      ...(doubt && { doubt }),
      email_key: emailOf(vouched)?.email_key ?? "",
      name: nameOf(vouched),
      ...(provider.joins && { joins: provider.joins }),
    });
  }

  /** For the person who began it, who must be the one that is signed in still. */
  async #link({ client: { provider }, ticket, signIn }: Asked, vouched: Vouched): Promise<Outcome> {
    const { person_id } = ticket.claims;
    if (person_id === undefined || signIn?.principal.person_id !== person_id) return { problem: "expired" };
    return await this.#options.ports.store.write(linkIdentityWrite, {
      ...identityOf(provider, vouched),
      ticket: ticket.spending,
      person_id,
      by: signIn.sign_in_hash,
    });
  }

  /** A browser in which somebody signed in before is counted as that person's, so that no stranger uses up its tries. */
  async #isTooMany(
    req: IncomingMessage,
    res: ServerResponse,
    signIn: BrowserSignIn | undefined,
  ): Promise<boolean> {
    const browser = this.#options.browserOf(req, res, signIn);
    const known = readDevice(await deviceKey(this.#options.ports), browser.device);
    return this.#tries.take(known?.person_id ?? browser.address) > 0;
  }
}

interface Asked {
  readonly client: ProviderClient;
  readonly ticket: Ticket;
  readonly query: string;
  readonly signIn: BrowserSignIn | undefined;
}

/** The state is the ticket's hash: whoever sees it in an address cannot make the cookie of it. */
function checksOf({ nonce, claims, spending }: Ticket): Checks {
  return { state: spending.ticket_hash, nonce, verifier: claims["verifier"] ?? "" };
}

function identityOf(provider: ProviderClient["provider"], vouched: Vouched) {
  const { provider_id, name } = provider;
  const { issuer, subject } = vouched;
  return { provider_id, provider_name: name, issuer, subject, email: emailOf(vouched)?.email ?? "" };
}

function signInPage(place: string): string {
  return `/sign-in?${new URLSearchParams({ return: place }).toString()}`;
}

function problemPage(problem: ProviderProblem, place = "/"): string {
  return `/sign-in?${new URLSearchParams({ problem, return: place }).toString()}`;
}

/** Who links is told on the page that began it, who signs in on the sign-in page. */
function problemAt(
  from: { readonly place: string; readonly links: boolean },
  problem: ProviderProblem,
): string {
  return from.links ? withProblem(from.place, problem) : problemPage(problem, from.place);
}

function withProblem(place: string, problem: ProviderProblem): string {
  const url = new URL(place, "http://any.test");
  url.searchParams.set("problem", problem);
  return url.pathname + url.search + url.hash;
}
