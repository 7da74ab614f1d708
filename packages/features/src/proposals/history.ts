import { type EventType, listLatestVisible } from "../events/index.ts";
import { bind, type PersonContext } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import type { InputOf, OutputOf } from "../kernel/operation.ts";
import {
  approvalAnswer,
  type AppRow,
  filesOfSource,
  findApp,
  findSource,
  mayChangeApps,
  reachRoom,
} from "../rooms/index.ts";
import { findPerson, type Reached } from "../workspaces/index.ts";
import { notAsApproved, revertAppWrite } from "./history-writes.ts";
import * as contract from "./history-contract.ts";
import * as store from "./history-store.ts";

type Entry = OutputOf<typeof contract.listRoomHistory>["entries"][number];
type Version = Awaited<ReturnType<typeof store.listVersions>>[number];
type EventRow = Awaited<ReturnType<typeof listLatestVisible>>["events"][number];

const PAGE = 50;

interface OnApp {
  readonly room_id: string;
  readonly instance_id: string;
}

/** An app in a Room that this person sees: a removed one is there for who can put it back. Throws `not_found`. */
async function reachApp(context: PersonContext, on: OnApp): Promise<{ app: AppRow; room: Reached }> {
  const db = context.store.read;
  const room = await reachRoom(db, context.principal, on.room_id);
  const app = await findApp(db, { ...room, room_id: on.room_id }, on.instance_id);
  const shown = app && (app.removed_at === null || mayChangeApps(room, context.principal));
  if (!shown) throw notFound("app");
  return { app, room };
}

async function readAppHistory(context: PersonContext, input: InputOf<typeof contract.readAppHistory>) {
  const db = context.store.read;
  const { app, room } = await reachApp(context, input);
  const { removed_at, removed_by } = app;
  // Nothing is signed here: any text tells this installation's key, by which its receipts are checked.
  const { public_key } = context.signReceipt("");
  const [versions, remover] = await Promise.all([
    store.listVersions(db, app),
    removed_by === null ? undefined : findPerson(db, removed_by),
  ]);
  return {
    instance_id: app.instance_id,
    name: app.name,
    may_change: mayChangeApps(room, context.principal),
    versions: versions.map((version) => ({
      proposal_id: version.proposal_id,
      revision: version.revision,
      digest: version.digest,
      runtime: version.runtime,
      client_name: version.client_name,
      person_name: version.proposer_name,
      approved: approvalAnswer(version),
      current: removed_at === null && version.proposal_id === app.proposal_id,
      ...receiptOf(version, public_key),
    })),
    ...(removed_at !== null && { removed: { by: remover?.name ?? "", at: removed_at } }),
  };
}

function receiptOf({ receipt, signature }: Pick<Version, "receipt" | "signature">, public_key: string) {
  if (receipt === null || signature === null) return {};
  return { receipt: { text: receipt, signature, public_key } };
}

async function compareVersions(context: PersonContext, input: InputOf<typeof contract.compareVersions>) {
  const { app } = await reachApp(context, input);
  const db = context.store.read;
  const to = await store.findVersion(db, app, input.proposal_id);
  if (!to) throw notFound("version");
  const [before, after] = await Promise.all([
    approvedFiles(context, app),
    approvedFiles(context, { ...app, ...to }),
  ]);
  const paths = new Set([...before.keys(), ...after.keys()]);
  const different = [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
  return {
    from: versionAnswer(app),
    to: versionAnswer(to),
    files: different.map((path) => {
      const [was, is] = [before.get(path), after.get(path)];
      return { path, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
    }),
    same_count: paths.size - different.length,
  };
}

async function approvedFiles(context: PersonContext, version: { workspace_id: string; digest: string }) {
  const source = await findSource(context.store.read, version.workspace_id, version.digest);
  const files = filesOfSource(source?.files, version.digest);
  if (!files) throw notAsApproved();
  return files;
}

function versionAnswer({
  proposal_id,
  revision,
  digest,
}: Pick<AppRow, "proposal_id" | "revision" | "digest">) {
  return { proposal_id, revision, digest };
}

async function listRoomHistory(context: PersonContext, input: InputOf<typeof contract.listRoomHistory>) {
  const { principal } = context;
  const db = context.store.read;
  const room = await reachRoom(db, principal, input.room_id);
  const { events, next_before } = await listLatestVisible(
    db,
    { principal, resource: room },
    { before: input.before ?? Number.MAX_SAFE_INTEGER, limit: input.limit ?? PAGE },
  );
  const told = events.map((event) => ({ event, data: JSON.parse(event.data) as Told }));
  const proposal_ids = new Set(told.flatMap(({ data }) => data.proposal_id ?? []));
  const rows = await store.listToldOf(db, room.workspace_id, [...proposal_ids]);
  const byId = new Map(rows.map((row) => [row.proposal_id, row]));
  return {
    room: { room_id: room.resource_id, name: room.name },
    entries: told.map(({ event, data }) => entryOf(event, data, byId.get(data.proposal_id ?? ""))),
    ...(next_before !== undefined && { next_before }),
  };
}

/** What the data of an event may say of what it tells of. */
interface Told {
  readonly proposal_id?: string;
  readonly instance_id?: string;
  readonly name?: string;
  readonly old_name?: string;
  readonly revision?: number;
  readonly digest?: string;
}

/** Events that tell of an approved version, which has a receipt. */
const APPROVING: ReadonlySet<string> = new Set<EventType>([
  "proposal.approved",
  "app.created",
  "app.updated",
  "app.reverted",
]);

type ToldOf = Awaited<ReturnType<typeof store.listToldOf>>[number];

/** Who may read an event may read of its proposal what is told here: private events are for its own people. */
function entryOf(event: EventRow, data: Told, proposal: ToldOf | undefined): Entry {
  const { proposal_id, old_name } = data;
  const instance_id = data.instance_id ?? proposal?.instance_id;
  const revision = data.revision ?? proposal?.revision;
  const digest = data.digest ?? proposal?.digest;
  const declined = event.type === "proposal.declined" ? proposal?.reason : null;
  return {
    sequence: event.sequence,
    type: event.type,
    at: event.at,
    actor: { kind: event.actor_kind, name: event.actor_name },
    name: data.name ?? proposal?.name ?? "",
    ...(proposal_id !== undefined && { proposal_id }),
    ...(instance_id !== undefined && { instance_id }),
    ...(revision !== undefined && { revision }),
    ...(digest !== undefined && { digest }),
    ...(old_name !== undefined && { old_name }),
    ...(typeof declined === "string" && { reason: declined }),
    ...(APPROVING.has(event.type) && typeof proposal?.receipt === "string" && { receipt: true }),
  };
}

export const historyBounds = [
  bind(contract.readAppHistory, readAppHistory),
  bind(contract.compareVersions, compareVersions),
  bind(contract.revertApp, async ({ store: db, principal }, input) => {
    return await db.write(revertAppWrite, { ...input, principal });
  }),
  bind(contract.listRoomHistory, listRoomHistory),
];
