import { normaliseName } from "@anteroom/app-format";
import { audit, type AuditAction } from "../audit/index.ts";
import { appendEvent, type EventType } from "../events/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { actorOf, type Reached, reachResource } from "../workspaces/index.ts";
import { mayChangeApps } from "./policy.ts";
import { findApp } from "./store.ts";
import type { AppRow } from "./tables.ts";
import { changeApp } from "./writes.ts";

export interface OnApp {
  readonly principal: PersonPrincipal;
  readonly room_id: string;
  readonly instance_id: string;
}

/**
 * An app, standing or removed, with its Room, for who may change it.
 * @throws Refusal `not_found` for who is not in the Room, `forbidden` for its other members
 */
export async function changeableApp(tx: WriteTx, on: OnApp): Promise<{ app: AppRow; room: Reached }> {
  const room = await reachResource(tx.db, on.principal, on.room_id);
  const app = room && (await findApp(tx.db, { ...room, room_id: on.room_id }, on.instance_id));
  if (!app) throw notFound("app");
  if (mayChangeApps(room, on.principal)) return { app, room };
  throw new Refusal({ code: "forbidden", message: "Only the Room's owner changes its apps." });
}

async function standingApp(tx: WriteTx, on: OnApp): Promise<{ app: AppRow; room: Reached }> {
  const found = await changeableApp(tx, on);
  if (found.app.removed_at !== null) throw notFound("app");
  return found;
}

interface AppChange {
  /** As it was before. */
  readonly app: AppRow;
  readonly room: Reached;
  readonly by: PersonPrincipal;
  readonly type: Extract<AuditAction & EventType, `app.${string}`>;
  /** What the event says besides which app it is, and what it is called now if that changed. */
  readonly data?: Readonly<Record<string, string | number>>;
  readonly detail: string;
}

/** Tells every member of the Room, and the audit log, what a person did to an app. */
export async function tellOfApp(tx: WriteTx, { app, room, by, ...change }: AppChange): Promise<void> {
  const { workspace_id, instance_id, name } = app;
  const actor = await actorOf(tx, by.person_id);
  await appendEvent(tx, {
    workspace_id,
    resource_id: room.resource_id,
    type: change.type,
    actor: { ...actor, kind: "person" },
    data: { instance_id, name, ...change.data },
  });
  await audit(tx, { workspace_id, actor, action: change.type, subject: name, detail: change.detail });
}

/** Gives an app another name; the name it has already changes nothing. The name first proposed leads to it still. */
export const renameAppWrite = defineWrite(
  "rooms.rename_app",
  async (tx, args: OnApp & { readonly name: string }) => {
    const { app, room } = await standingApp(tx, args);
    const { name, principal: by } = args;
    if (app.name === name) return {};
    await changeApp(tx, app, { name, name_key: normaliseName(name) });
    const data = { name, old_name: app.name };
    await tellOfApp(tx, { app, room, by, type: "app.renamed", data, detail: name });
    return {};
  },
);

/** Takes an app out of the launcher. Nothing is deleted: its versions stay, and one of them can be put back. */
export const removeAppWrite = defineWrite("rooms.remove_app", async (tx, args: OnApp) => {
  const { app, room } = await standingApp(tx, args);
  const { principal: by } = args;
  await changeApp(tx, app, { removed_at: tx.now, removed_by: by.person_id });
  await tellOfApp(tx, { app, room, by, type: "app.removed", detail: room.name });
  return {};
});
