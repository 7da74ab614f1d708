import { bind, type PersonContext, type Ports } from "../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../kernel/cursor.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { InputOf } from "../kernel/operation.ts";
import type { Principal } from "../kernel/principal.ts";
import { tidyName } from "../workspaces/index.ts";
import { moveAppWrite, removeAppWrite, renameAppWrite } from "./app-writes.ts";
import * as contract from "./contract.ts";
import { grantsOf, mayChangeApps } from "./policy.ts";
import { reachRoom, reachStandingApp } from "./reach.ts";
import { filesOfSource } from "./source.ts";
import * as store from "./store.ts";

const PAGE = 20;
/** Tabs in one Room as a person sees them; far beyond what a tab bar can show. */
const TABS = 500;

async function openRoom(ports: Ports, principal: Principal, room_id: string) {
  const db = ports.store.read;
  const room = await reachRoom(db, principal, room_id);
  const key = { workspace_id: room.workspace_id, room_id };
  const [apps, members_count, { project_id, name: project_name, sample_agent }] = await Promise.all([
    store.pageOfApps(db, { ...key, after: 0, limit: TABS }),
    store.countMembers(db, key),
    store.findProject(db, room.workspace_id, room.project_id),
  ]);
  const you = room.owner_id === principal.person_id;
  return {
    room_id,
    name: room.name,
    project: { project_id, name: project_name },
    owner: { name: room.owner_name, you },
    members_count,
    runtime: ports.runtime.version,
    apps: apps.rows.map(({ instance_id, name, revision, created_at }) => ({
      instance_id,
      name,
      revision,
      created_at,
    })),
    sample_agent: you && sample_agent === 1,
  };
}

/**
 * The code behind a digest, computed anew: what runs is byte for byte what was approved, or nothing. With it what a
 * scan showed that it uses, as far as that can be read.
 */
async function approvedCode(ports: Ports, workspace_id: string, digest: string) {
  const source = await store.findSource(ports.store.read, workspace_id, digest);
  const files = filesOfSource(source?.files, digest);
  if (!files) {
    throw new Refusal({
      code: "conflict_state",
      message: "The stored code of this app is not the code that was approved, so it does not run.",
      hint: "Restore the data folder from a backup, or have the app proposed and approved again.",
    });
  }
  const report = source?.scan ?? null;
  const scan = report === null ? undefined : ports.readScan(report, files.keys());
  return {
    files: Object.fromEntries(files),
    uses: scan?.capabilities.map(({ capability, name }) => ({ capability, name })) ?? [],
  };
}

async function openApp(context: PersonContext, input: InputOf<typeof contract.openApp>) {
  const { principal, store: db } = context;
  const { app, room } = await reachStandingApp(db.read, { ...input, principal });
  const approval = await store.findApproval(db.read, room.workspace_id, app.proposal_id);
  if (!approval) throw notFound("app");
  return {
    instance_id: app.instance_id,
    name: app.name,
    revision: app.revision,
    digest: app.digest,
    runtime: app.runtime,
    ...(await approvedCode(context, room.workspace_id, app.digest)),
    grants: grantsOf(app),
    approved: approvalAnswer(approval),
    may_change: mayChangeApps(room, principal),
  };
}

/** An approval as it is stored; `files_seen` is a JSON array of { path, how }. */
interface Approval {
  readonly person_name: string;
  readonly decided_at: string;
  readonly files_seen: string;
  readonly assertion: string | null;
}

/** By whom an approval was made, having read what, and whether a passkey confirmed it. */
export function approvalAnswer(approval: Approval) {
  const read = JSON.parse(approval.files_seen) as { how: string }[];
  const marked = read.filter((file) => file.how === "marked").length;
  return {
    by: approval.person_name,
    at: approval.decided_at,
    files_seen: read.length - marked,
    files_marked: marked,
    passkey: approval.assertion !== null,
  };
}

export const roomBounds = [
  bind(contract.listRoomApps, async ({ store: { read }, principal }, input) => {
    const after = input.cursor === undefined ? 0 : decodeCursor(input.cursor);
    const limit = input.limit ?? PAGE;
    const { workspace_id } = await reachRoom(read, principal, input.room_id);
    const page = await store.pageOfApps(read, {
      workspace_id,
      room_id: input.room_id,
      after,
      limit: limit + 1,
    });
    const rows = page.rows.slice(0, limit);
    const last = rows.at(-1);
    return {
      apps: rows.map((row) => ({
        instance_id: row.instance_id,
        name: row.name,
        kind: row.kind,
        launcher: { state: "available" as const },
        version: row.revision,
        created_at: row.created_at,
      })),
      ...(last && page.rows.length > limit && { next_cursor: encodeCursor(last.position) }),
    };
  }),
  bind(
    contract.openRoom,
    async (context, input) => await openRoom(context, context.principal, input.room_id),
  ),
  bind(contract.openApp, openApp),
  bind(contract.renameApp, async ({ store: db, principal }, input) => {
    const name = tidyName(input.name, "name");
    return await db.write(renameAppWrite, { ...input, name, principal });
  }),
  bind(contract.moveApp, async ({ store: db, principal }, input) => {
    return await db.write(moveAppWrite, { ...input, principal });
  }),
  bind(contract.removeApp, async ({ store: db, principal }, input) => {
    return await db.write(removeAppWrite, { ...input, principal });
  }),
];
