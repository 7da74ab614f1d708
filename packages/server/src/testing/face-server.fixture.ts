import type { AgentPrincipal } from "@anteroom/features/kernel/principal";
import type { Bound, Ports } from "@anteroom/features/kernel/context";
import { bind } from "@anteroom/features/kernel/context";
import { Refusal } from "@anteroom/features/kernel/errors";
import { defineOperation } from "@anteroom/features/kernel/operation";
import { TryLimit } from "@anteroom/features/kernel/try-limit";
import { Waiting } from "@anteroom/features/kernel/waiting";
import { AppHosts } from "../app-hosts.ts";
import { createApp } from "../app.ts";
import { SignInCookie } from "../cookie.ts";
import type { LiveParts, LiveSource } from "../faces/live.ts";
import type { WebApp } from "../faces/pages.ts";
import { CallNotes } from "../call-notes.ts";
import { Holder } from "../holder.ts";
import { Hub } from "../hub.ts";
import { KnownCallers } from "../known-callers.ts";
import { listen } from "../listen.ts";
import { createLog } from "../log.ts";
import { createOperations } from "../operations.ts";
import { OpenLimit, RateLimit } from "../rate.ts";
import type { Runtimes } from "../runtime.ts";
import { Site } from "../site.ts";

export const READER = "token-of-a-reader";
export const WRITER = "token-of-a-writer";
export const COOKIE = "secret-of-a-sign-in-0";
/** A sign-in whose last confirmation is long ago. */
export const STALE = "secret-of-a-stale-sign-in";
export const DEVICE = "device-of-the-owner";
export const PROOF = "proof-of-hash-of-secret-of-a-sign-in-0";

export interface FaceServerOptions {
  readonly bounds: readonly Bound[];
  readonly perMinute?: number;
  readonly triesPerMinute?: number;
  readonly changesPerMinute?: number;
  readonly strangersPerMinute?: number;
  readonly openCalls?: number;
  readonly web?: WebApp;
  /** The pattern of hosts for apps. */
  readonly apps?: string;
  readonly source?: Partial<LiveSource>;
  readonly ports?: Partial<Ports>;
}

/** The faces over a real node:http server, with keys in memory instead of a database. */
export async function startFaceServer(options: FaceServerOptions) {
  const { bounds, perMinute = 0, triesPerMinute = 1000, web, source, ports } = options;
  const { strangersPerMinute = 0, openCalls = 0, apps } = options;
  const tokens = new Map<string, AgentPrincipal>([
    [READER, agent("conn_reader", ["osfoundry:read"])],
    [WRITER, agent("conn_writer", ["osfoundry:read", "osfoundry:write"])],
  ]);
  const signIns = new Map([
    [COOKIE, "pers_owner"],
    [STALE, "pers_owner"],
  ]);
  let listener: ReturnType<typeof createApp>["listener"] = () => undefined;
  const listening = await listen((request, response) => listener(request, response), {
    hosts: ["127.0.0.1"],
    port: 0,
  });
  const origin = `http://localhost:${listening.port}`;
  const site = new Site(origin, {
    trustProxy: false,
    apps: apps === undefined ? undefined : new AppHosts(apps),
  });
  const hub = new Hub();
  const holder = new Holder(hub);
  const lines: string[] = [];
  const parts: LiveParts = {
    ports: { origin, server: { name: "anteroom", version: "9.9.9" }, sha256: hashOf, ...ports } as Ports,
    operations: createOperations(bounds, { checkOutput: true }),
    doors: {
      bearer: async (secret) => tokens.get(secret),
      browser: async (secret) => {
        const person_id = signIns.get(secret);
        if (person_id === undefined) return undefined;
        return {
          principal: { kind: "person", person_id },
          sign_in_id: hashOf(secret),
          sign_in_hash: hashOf(secret),
          confirmed_at: secret === STALE ? "2026-01-01T00:00:00.000Z" : new Date().toISOString(),
        };
      },
      proof: (id) => `proof-of-${id}`,
      proofHolds: (id, proof) => proof === `proof-of-${id}`,
      device: (value) => (value === DEVICE ? "pers_owner" : undefined),
    },
    cookie: new SignInCookie(site),
    holder,
    notes: new CallNotes({ write: async () => undefined, onError: () => undefined }),
    rate: new RateLimit(perMinute),
    changes: new RateLimit(options.changesPerMinute ?? 0),
    open: new OpenLimit(openCalls),
    callers: new KnownCallers(),
    ...(strangersPerMinute > 0 && { strangers: new TryLimit({ most: strangersPerMinute, seconds: 60 }) }),
    tries: new TryLimit({ most: triesPerMinute, seconds: 60 }),
    site,
    log: createLog("debug", { write: (line: string) => void lines.push(line) }),
    hub,
    source: { ...NO_ROOMS, ...source },
  };
  const runtimes = { serve: async () => false } as unknown as Runtimes;
  const auth = { handles: () => false, handle: async () => undefined };
  const app = createApp({ parts, auth, providers: auth, runtimes, web });
  listener = app.listener;
  return {
    origin,
    port: listening.port,
    parts,
    tokens,
    signIns,
    /** What was logged, one JSON line each. */
    lines,
    async [Symbol.asyncDispose]() {
      const drained = listening.close();
      await app.close();
      await drained;
    },
  };
}

const NO_ROOMS: LiveSource = {
  rooms: async () => [],
  events: async (_, { after_sequence }) => ({ events: [], next_sequence: after_sequence, has_more: false }),
  shared: async () => new Map(),
};

export type FaceServer = Awaited<ReturnType<typeof startFaceServer>>;

function agent(connection_id: string, scopes: AgentPrincipal["scopes"]): AgentPrincipal {
  return {
    kind: "agent",
    workspace_id: "ws_1",
    connection_id,
    person_id: "pers_1",
    client_name: "Test",
    scopes,
  };
}

function hashOf(text: string): string {
  return `hash-of-${text}`;
}

const anything = { type: "object" } as const;

/** Says back what it was told, and by whom. */
export const echo = bind(
  defineOperation({
    name: "echo",
    audience: "agent",
    scope: "osfoundry:read",
    description: "Says back what it was told.",
    input: {
      type: "object",
      properties: {
        text: { type: "string", maxLength: 200 },
        times: { type: "integer", minimum: 1, maximum: 5 },
      },
      required: ["text"],
      additionalProperties: false,
    },
    output: {
      type: "object",
      properties: { said: { type: "string" }, label: { type: "string" } },
      required: ["said"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }),
  async ({ principal }, { text, times = 1 }) => ({
    said: text.repeat(times),
    ...(principal.label !== undefined && { label: principal.label }),
  }),
);

/** Fails as it is told to. */
export const fail = bind(
  defineOperation({
    name: "fail",
    audience: "agent",
    scope: "osfoundry:write",
    description: "Fails.",
    input: {
      type: "object",
      properties: { how: { enum: ["refuse", "break"] } },
      required: ["how"],
      additionalProperties: false,
    },
    output: anything,
    annotations: { readOnlyHint: false },
  }),
  async (_, { how }): Promise<Record<string, never>> => {
    if (how === "break") throw new Error("a secret of the server's own");
    throw new Refusal({ code: "conflict_state", message: "Not now.", where: "how", hint: "Later." });
  },
);

/** Waits until a note is posted under its topic. */
export function waitingOn(answer: () => { note: string } | undefined) {
  return bind(
    defineOperation({
      name: "wait",
      audience: "agent",
      scope: "osfoundry:read",
      description: "Waits.",
      input: {
        type: "object",
        properties: { wait_seconds: { type: "integer", minimum: 0, maximum: 50 } },
        additionalProperties: false,
      },
      output: { type: "object", properties: { note: { type: "string" } }, required: ["note"] },
      annotations: { readOnlyHint: true },
    }),
    async (_, { wait_seconds }) =>
      new Waiting({
        seconds: wait_seconds ?? 0,
        topics: ["resource:room_1"],
        subject: "subject_1",
        attempt: async (last) => answer() ?? (last ? { note: "nothing came" } : undefined),
      }),
  );
}
