import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hash as argon2, verify } from "@node-rs/argon2";
import { openTestStore, type TestStore } from "../../../../tests/testkit/store.ts";
import type { Browser, OpenContext, Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { authenticateBrowser, proofFor, proofHolds, serverKey } from "../accounts/index.ts";
import { createAuthHttp } from "../auth/http.ts";
import { bounds } from "../index.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import { receiptSigner } from "./receipt-signer.ts";

export const OWNER = {
  workspace_name: "Workshop",
  name: "Owner",
  email: "Owner@example.test",
  password: "correct horse battery",
} as const;

/** What a browser keeps after signing in. */
export interface SignedIn {
  readonly secret: string;
  readonly proof: string;
}

/** What one browser holds between its calls. */
export interface Kept {
  secret?: string;
  proof?: string;
  device?: string;
}

/** A store, the ports over it, and the doors of this feature on a free loopback port. */
export class House implements AsyncDisposable {
  readonly #disposables: AsyncDisposable;
  readonly opened: TestStore;
  readonly ports: Ports;
  /** Where it listens. */
  readonly address: string;
  readonly proofKey: string;
  readonly errors: unknown[];
  /** Makes the doors anew over the same store, as after a restart of the process. */
  readonly restart: () => Promise<void>;

  private constructor(parts: {
    disposables: AsyncDisposable;
    opened: TestStore;
    ports: Ports;
    address: string;
    proofKey: string;
    errors: unknown[];
    restart: () => Promise<void>;
  }) {
    this.#disposables = parts.disposables;
    this.opened = parts.opened;
    this.ports = parts.ports;
    this.address = parts.address;
    this.proofKey = parts.proofKey;
    this.errors = parts.errors;
    this.restart = parts.restart;
  }

  /**
   * `origin` is the address that people and clients know, if it is not the one that is listened on; `ports` is
   * what the server lends otherwise than usual.
   */
  static async open(options: { readonly origin?: string; readonly ports?: Partial<Ports> } = {}) {
    await using opening = new AsyncDisposableStack();
    const opened = opening.use(await openTestStore());
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    opening.defer(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const origin = options.origin ?? address;
    const ports = { ...portsOver(opened, origin), ...options.ports };
    const proofKey = await serverKey(opened.store, "proof");
    const errors: unknown[] = [];
    const makeDoors = async () =>
      await createAuthHttp({
        ports,
        trustProxy: true,
        onError: (error) => errors.push(error),
        authenticate: async (req) => await authenticateBrowser(ports, signInCookie(req)),
        guard: (req, signIn) => {
          const proof = String(req.headers["anteroom-proof"]);
          const own = req.headers.origin === origin;
          if (!own || (signIn && !proofHolds(proofKey, signIn.sign_in_id, proof))) {
            throw new Refusal({ code: "forbidden", message: "Not a page of ours." });
          }
        },
      });
    let doors = await makeDoors();
    server.on("request", (req, res) => {
      if (doors.handles((req.url ?? "").split("?")[0] ?? "")) void doors.handle(req, res);
      else res.writeHead(404).end("the server's own page");
    });
    const restart = async () => {
      doors = await makeDoors();
    };
    const disposables = opening.move();
    return new House({ disposables, opened, ports, address, proofKey, errors, restart });
  }

  get origin(): string {
    return this.ports.origin;
  }

  /** Calls a person's operation as one browser would; what the browser keeps is written into `kept`. */
  async call<T = Record<string, unknown>>(name: string, input: object, kept: Kept = {}): Promise<T> {
    const bound = bounds.find(({ operation }) => operation.name === name);
    const signIn = kept.secret === undefined ? undefined : await authenticateBrowser(this.ports, kept.secret);
    const browser: Browser = {
      signIn: (secret, { sign_in_id }) => {
        kept.secret = secret;
        kept.proof = proofFor(this.proofKey, sign_in_id);
        return kept.proof;
      },
      confirm: (secret) => {
        kept.secret = `${kept.secret?.split(".")[0]}.${secret}`;
      },
      signOut: () => {
        delete kept.secret;
      },
      ...(signIn && { sign_in_hash: signIn.sign_in_hash }),
      ...(signIn?.confirmation_hash !== undefined && { confirmation_hash: signIn.confirmation_hash }),
      user_agent: "Test browser",
      address: "127.0.0.1",
      ...(kept.device !== undefined && { device: kept.device }),
      keepDevice: (value) => {
        kept.device = value;
      },
    };
    const context: OpenContext = { ...this.ports, browser, ...(signIn && { principal: signIn.principal }) };
    return (await bound?.handler(context as never, input as never)) as T;
  }

  /** Makes the owner; returns what the owner's browser keeps. */
  async setUp(): Promise<SignedIn & { device: string; person_id: string }> {
    const kept: Kept = {};
    const made = await this.call<{ person: PersonPrincipal }>("set_up", { secret: "set-up", ...OWNER }, kept);
    const { secret = "", proof = "", device = "" } = kept;
    return { secret, proof, device, person_id: made.person.person_id };
  }

  /** An invitation to the first Room; returns the link's secret. */
  async invite(): Promise<string> {
    const { resource_id, workspace_id, owner_id } = await this.ports.store.read
      .selectFrom("resources")
      .selectAll()
      .executeTakeFirstOrThrow();
    const secret = newSecret();
    this.sql(
      "insert into invitations values (?, ?, ?, ?, 'member', ?, '2026-01-01', '2999-01-01', null)",
      workspace_id,
      secret,
      secretHash(secret),
      resource_id,
      owner_id,
    );
    return secret;
  }

  /** What the audit log of the first workspace holds, the oldest first. */
  async audited() {
    return await this.ports.store.read
      .selectFrom("audit")
      .select(["actor_name as by", "action", "subject", "detail"])
      .orderBy("sequence")
      .execute();
  }

  /** Changes rows behind the server's back, for what no operation does yet. */
  sql(statement: string, ...values: string[]): void {
    const db = new DatabaseSync(join(this.opened.folder, "anteroom.sqlite"), { timeout: 5000 });
    db.prepare(statement).run(...values);
    db.close();
  }

  /** Every byte in the data folder, as text. */
  stored(): string {
    return readdirSync(this.opened.folder)
      .map((name) => readFileSync(join(this.opened.folder, name), "latin1"))
      .join("");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#disposables[Symbol.asyncDispose]();
  }
}

function signInCookie(req: IncomingMessage): string {
  return /(?:^|; )signin=([\w.-]+)/.exec(req.headers.cookie ?? "")?.[1] ?? "";
}

function portsOver(opened: TestStore, origin: string): Ports {
  let claimed = false;
  return {
    store: opened.store,
    origin,
    server: { name: "anteroom", version: "0.0.0" },
    runtime: { version: "r1", entry: "src/App.tsx", packages: [], storage: "none", blocked: [], offers: [] },
    keepRuntime: async () => undefined,
    checkFiles: async () => ({ diagnostics: [] }),
    readScan: () => undefined,
    sha256: secretHash,
    signReceipt: receiptSigner(),
    pendingLimit: 20,
    demo: false,
    heldCalls: () => 0,
    openCalls: () => 0,
    fetchOutside: async () => await Promise.reject(new Error("nothing outside is known here")),
    clientMetadata: false,
    identityProviders: [],
    // The real algorithm at its cheapest.
    hashPassword: async (password) => await argon2(password, { memoryCost: 64, timeCost: 1, parallelism: 1 }),
    verifyPassword: async (hash, password) => await verify(hash, password),
    claimSetUp: (secret) => {
      if (secret !== "set-up" || claimed) return undefined;
      claimed = true;
      return () => {
        claimed = false;
      };
    },
  };
}
