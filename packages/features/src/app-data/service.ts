import { utf8Bytes } from "@anteroom/app-format";
import { bind, type PersonContext, type Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import type { InputOf, OutputOf } from "../kernel/operation.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { changeableStandingApp, mayChangeApps, reachRoom, reachStandingApp } from "../rooms/index.ts";
import { spendChange, spendReplacement } from "./change-budget.ts";
import * as contract from "./contract.ts";
import { clearSharedDataWrite, type RestoreArgs, restoreSharedDataWrite } from "./owner-writes.ts";
import { bytesOf, refuseUnfitEntries, refuseUnfitKey, refuseUnfitValue } from "./policy.ts";
import { reachSharing } from "./reach.ts";
import * as store from "./store.ts";
import { deleteSharedValueWrite, setSharedValueWrite } from "./writes.ts";

type Page = OutputOf<typeof contract.readSharedData>;
type Changes = Awaited<ReturnType<typeof store.changesAfter>>["rows"];

/** UTF-8 bytes of keys and values, and values, in one answer; it always holds one. */
const PAGE_BYTES = 512 * 1024;
const PAGE_VALUES = 1000;

/** The version at which the data of each app stands, in a Room that this person is in. Throws `not_found`. */
export async function readSharedVersions(
  ports: Pick<Ports, "store">,
  principal: PersonPrincipal,
  room_id: string,
): Promise<ReadonlyMap<string, number>> {
  const { read } = ports.store;
  const { workspace_id } = await reachRoom(read, principal, room_id);
  return await store.findSharedVersions(read, { workspace_id, room_id });
}

async function readSharedData(context: PersonContext, input: InputOf<typeof contract.readSharedData>) {
  const { principal, store: db } = context;
  const { app } = await reachSharing(db.read, { ...input, principal });
  const { workspace_id, instance_id } = app;
  const { after } = input;
  const { rows } = await store.changesAfter(db.read, {
    workspace_id,
    instance_id,
    after,
    limit: PAGE_VALUES + 1,
  });
  const [first] = rows;
  if (!first) return { entries: [], version: 0, has_more: false, reset: after > 0 };
  const { last, reset_version } = first;
  return { ...pageOf(rows, last), reset: after > 0 && (after < reset_version || after > last) };
}

/** As much of what changed as goes into one answer. */
function pageOf(rows: Changes, last: number): Omit<Page, "reset"> {
  const entries: Page["entries"] = [];
  let bytes = 0;
  for (const { key, value, version } of rows) {
    if (key === null || version === null) continue;
    bytes += utf8Bytes(key) + utf8Bytes(value ?? "");
    const full = entries.length === PAGE_VALUES || (bytes > PAGE_BYTES && entries.length > 0);
    if (full) return { entries, version: entries.at(-1)?.version ?? last, has_more: true };
    entries.push({ key, version, ...(value !== null && { value }) });
  }
  return { entries, version: last, has_more: false };
}

/** What an app sends that is too much for it is refused before it is a write, and counted once it is known. */
async function setSharedValue(context: PersonContext, input: InputOf<typeof contract.setSharedValue>) {
  const { principal, store: db } = context;
  refuseUnfitKey(input.key);
  refuseUnfitValue(input.value);
  const { app } = await reachSharing(db.read, { ...input, principal });
  const bytes = bytesOf(input.key, input.value);
  spendChange(db, { ...principal, instance_id: app.instance_id, bytes });
  return await db.write(setSharedValueWrite, { ...input, principal });
}

async function deleteSharedValue(context: PersonContext, input: InputOf<typeof contract.deleteSharedValue>) {
  const { principal, store: db } = context;
  refuseUnfitKey(input.key);
  const { app } = await reachSharing(db.read, { ...input, principal });
  spendChange(db, { ...principal, instance_id: app.instance_id });
  return await db.write(deleteSharedValueWrite, { ...input, principal });
}

async function openSharedData(context: PersonContext, input: InputOf<typeof contract.openSharedData>) {
  const { principal, store: db } = context;
  const { app, room } = await reachStandingApp(db.read, { ...input, principal });
  const { keys, bytes } = await store.findState(db.read, app);
  const may_change = mayChangeApps(room, principal);
  const backups = may_change ? await store.listBackups(db.read, app, new Date().toISOString()) : [];
  return {
    keys,
    bytes,
    most_bytes: contract.SHARED_LIMITS.bytes,
    may_change,
    backups: backups.map(({ person_name: by, created_at: at, erase_at: until, ...backup }) => {
      return { ...backup, at, by, until };
    }),
  };
}

async function exportSharedData(context: PersonContext, input: InputOf<typeof contract.exportSharedData>) {
  const { principal, store: db } = context;
  const { app } = await changeableStandingApp(db.read, { ...input, principal });
  const entries = await store.readEntries(db.read, app);
  return { form: "anteroom.shared.1" as const, app: app.name, at: new Date().toISOString(), entries };
}

async function restoreSharedData(context: PersonContext, input: InputOf<typeof contract.restoreSharedData>) {
  const { principal, store: db } = context;
  const { backup_id, entries, ...app } = input;
  spendReplacement(db, principal);
  return await db.write(restoreSharedDataWrite, {
    ...app,
    principal,
    from: sourceOf({ backup_id, entries }),
  });
}

type Given = Pick<InputOf<typeof contract.restoreSharedData>, "backup_id" | "entries">;

function sourceOf({
  backup_id,
  entries,
}: { [Name in keyof Given]: Given[Name] | undefined }): RestoreArgs["from"] {
  if (backup_id !== undefined && entries === undefined) return { backup_id };
  if (entries === undefined || backup_id !== undefined) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "Name an earlier state, or give the values of an export: one of the two.",
      where: "backup_id",
    });
  }
  refuseUnfitEntries(entries);
  return { entries };
}

export const appDataBounds = [
  bind(contract.readSharedData, readSharedData),
  bind(contract.setSharedValue, setSharedValue),
  bind(contract.deleteSharedValue, deleteSharedValue),
  bind(contract.openSharedData, openSharedData),
  bind(contract.exportSharedData, exportSharedData),
  bind(contract.clearSharedData, async ({ store: db, principal }, input) => {
    spendReplacement(db, principal);
    return await db.write(clearSharedDataWrite, { ...input, principal });
  }),
  bind(contract.restoreSharedData, restoreSharedData),
];
