import { hash } from "node:crypto";
import { join } from "node:path";
import * as features from "@anteroom/features";
import { agentOperations, personOperations } from "@anteroom/features/contract";
import type { Bound, Ports, Store } from "@anteroom/features/kernel/context";
import type { OperationShape } from "@anteroom/features/kernel/operation";
import { topicOf } from "@anteroom/features/kernel/signal";
import { TryLimit } from "@anteroom/features/kernel/try-limit";
import { appHostsFor } from "./app-hosts.ts";
import type { Config, Secrets } from "./config.ts";
import { CallNotes } from "./call-notes.ts";
import { SignInCookie } from "./cookie.ts";
import { type Database, openDatabase } from "./database/index.ts";
import { createFetchOutside } from "./egress.ts";
import type { LiveParts, LiveSource } from "./faces/live.ts";
import type { Doors } from "./faces/parts.ts";
import { Holder } from "./holder.ts";
import { Hub } from "./hub.ts";
import { KnownCallers } from "./known-callers.ts";
import type { Logger } from "./log.ts";
import { createOperations } from "./operations.ts";
import { createPasswords } from "./passwords.ts";
import { OpenLimit, RateLimit } from "./rate.ts";
import { openReceiptKey } from "./receipt-key.ts";
import { BUILT, RUNTIMES, Runtimes } from "./runtime.ts";
import { SampleAgent } from "./sample-agent.ts";
import { SetUpLink } from "./set-up.ts";
import { Site } from "./site.ts";
import { readScan } from "./scan.ts";
import { SourceChecker } from "./source-checker.ts";
import { SERVER } from "./version.ts";

/** How often one address may call each operation that needs no sign-in; enough for an office behind one. */
const TRIES_A_MINUTE = 60;

/** Agents may call so much more often than people may change things. */
const CALLS_FOR_A_CHANGE = 5;
/** How often it is looked whether another process wrote, in milliseconds. */
const OTHERS_MS = 1000;
/** How often it is looked what is to be erased, in milliseconds. */
const ERASE_MS = 24 * 3600 * 1000;

export interface WiringOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly origin: string;
  readonly log: Logger;
  readonly demo: boolean;
  readonly checkOutput: boolean;
}

export interface Wiring extends AsyncDisposable {
  readonly parts: LiveParts;
  readonly runtimes: Runtimes;
  readonly setUp: SetUpLink;
}

/** Opens what requests are served with, and ties it together. @throws CannotOpenError, NoRuntimeError */
export async function openWiring({
  config,
  secrets,
  origin,
  log,
  ...options
}: WiringOptions): Promise<Wiring> {
  await using opening = new AsyncDisposableStack();
  const apps = appHostsFor(origin, config.apps_origin);
  const site = new Site(origin, { trustProxy: config.trust_proxy, apps });
  const runtimes = await Runtimes.open({ built: BUILT, kept: join(config.data, RUNTIMES), origin });
  const hub = new Hub();
  const database = opening.use(
    await openDatabase({
      folder: config.data,
      lock: true,
      onSignals: (signals) => {
        for (const signal of signals) hub.publish(topicOf(signal));
      },
      onError: (error) => log.error({ err: error }, "database"),
    }),
  );
  opening.defer(followOthers(database, hub));
  opening.defer(eraseEachDay(database.store, log));
  const checker = opening.use(new SourceChecker());
  const holder = new Holder(hub);
  const notes = opening.use(
    new CallNotes({
      write: (calls) => database.store.write(features.noteCallsWrite, calls),
      onError: (error) => log.warn({ err: error }, "it was not noted who called"),
    }),
  );
  const setUp = new SetUpLink();
  const ports: Ports = {
    store: database.store,
    origin,
    server: SERVER,
    runtime: runtimes.info,
    keepRuntime: () => runtimes.keep(),
    checkFiles: (files, caller) => checker.check(files, caller),
    readScan,
    sha256: (text) => hash("sha256", text),
    signReceipt: openReceiptKey(config.data),
    playSampleAgent: (principal, room_id) => sample.play(principal, room_id),
    pendingLimit: config.pending_limit,
    demo: options.demo,
    heldCalls: (subject) => holder.count(subject),
    openCalls: (connection_id) => hub.count(`connection:${connection_id}`),
    fetchOutside: createFetchOutside({ allow: config.egress_allow }),
    clientMetadata: config.client_metadata,
    identityProviders: secrets.identity_providers,
    ...createPasswords(),
    claimSetUp: (secret) => setUp.claim(secret),
  };
  const operations = createOperations(inOrder(features.bounds), options);
  const sample = opening.use(new SampleAgent({ ports, operations: operations.agent, hub, notes, log }));
  await sample.begin();
  const parts: LiveParts = {
    ports,
    operations,
    doors: await createDoors(ports),
    cookie: new SignInCookie(site),
    holder,
    notes,
    rate: new RateLimit(config.rate_per_minute),
    changes: new RateLimit(config.rate_per_minute / CALLS_FOR_A_CHANGE),
    open: new OpenLimit(config.open_calls),
    callers: new KnownCallers(),
    ...(config.rate_per_address > 0 && {
      strangers: new TryLimit({ most: config.rate_per_address, seconds: 60 }),
    }),
    tries: new TryLimit({ most: TRIES_A_MINUTE, seconds: 60 }),
    site,
    log,
    hub,
    source: createSource(ports),
  };
  const opened = opening.move();
  return { parts, runtimes, setUp, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Every operation of the contract in its order, which is the order of tools/list. @throws Error where one is not bound. */
function inOrder(bounds: readonly Bound[]): readonly Bound[] {
  const byOperation = new Map<OperationShape, Bound>(bounds.map((bound) => [bound.operation, bound]));
  return [...agentOperations, ...personOperations].map((operation) => {
    const bound = byOperation.get(operation);
    if (!bound) throw new Error(`${operation.name} has no handler.`);
    return bound;
  });
}

async function createDoors(ports: Ports): Promise<Doors> {
  const key = await features.serverKey(ports.store, "proof");
  const deviceKey = await features.deviceKey(ports);
  return {
    bearer: (secret) => features.authenticateBearer(ports, secret),
    browser: (secret) => features.authenticateBrowser(ports, secret),
    proof: (sign_in_id) => features.proofFor(key, sign_in_id),
    proofHolds: (sign_in_id, proof) => features.proofHolds(key, sign_in_id, proof),
    device: (value) => features.readDevice(deviceKey, value)?.person_id,
  };
}

function createSource(ports: Ports): LiveSource {
  const { read } = ports.store;
  return {
    rooms: async ({ person_id }) => {
      const mine = await features.listMyResources(read, person_id);
      return await Promise.all(
        mine.map(async ({ workspace_id, resource_id }) => ({
          resource_id,
          last_sequence: await features.lastSequence(read, workspace_id, resource_id),
          shared: await features.findSharedVersions(read, { workspace_id, room_id: resource_id }),
        })),
      );
    },
    events: (principal, query) => features.listVisibleEvents(ports, principal, query),
    shared: (principal, room_id) => features.readSharedVersions(ports, principal, room_id),
  };
}

/** Wakes everybody when another process wrote: its changes come without signals. */
function followOthers(database: Database, hub: Hub): () => void {
  let seen = database.dataVersion();
  const timer = setInterval(() => {
    const now = database.dataVersion();
    if (now !== seen) hub.publishAll();
    seen = now;
  }, OTHERS_MS);
  return () => clearInterval(timer);
}

/** Erases now and each day what is due, in writes that let others in between. */
function eraseEachDay(store: Store, log: Logger): () => void {
  const erase = async () => {
    while ((await store.write(features.eraseDueWrite, undefined)).more);
  };
  const look = () => void erase().catch((error: unknown) => log.error({ err: error }, "nothing was erased"));
  look();
  const timer = setInterval(look, ERASE_MS);
  return () => clearInterval(timer);
}
