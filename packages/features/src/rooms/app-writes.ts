import { normaliseName } from "@anteroom/app-format";
import { audit, type AuditAction } from "../audit/index.ts";
import { appendEvent, type EventType } from "../events/index.ts";
import { notFound } from "../kernel/errors.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { actorOf, type Reached } from "../workspaces/index.ts";
import { changeableStandingApp, type OnApp } from "./reach.ts";
import { listPlaces } from "./store.ts";
import type { AppRow } from "./tables.ts";
import { changeApp } from "./writes.ts";

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
    const { app, room } = await changeableStandingApp(tx.db, args);
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
  const { app, room } = await changeableStandingApp(tx.db, args);
  const { principal: by } = args;
  await changeApp(tx, app, { removed_at: tx.now, removed_by: by.person_id });
  await tellOfApp(tx, { app, room, by, type: "app.removed", detail: room.name });
  return {};
});

/**
 * Puts an app behind another one, or to the front. Only the apps between the two places change theirs, with each
 * other: so whatever is created later, or put back, still finds a place of its own.
 */
export const moveAppWrite = defineWrite(
  "rooms.move_app",
  async (tx, args: OnApp & { readonly after?: string }) => {
    const { app, room } = await changeableStandingApp(tx.db, args);
    const apps = await listPlaces(tx.db, app);
    const others = apps.filter(({ instance_id }) => instance_id !== app.instance_id);
    const before = others.findIndex(({ instance_id }) => instance_id === args.after);
    if (args.after !== undefined && before === -1) throw notFound("app");
    const moved = others.toSpliced(before + 1, 0, app).flatMap(({ instance_id, position: old }, index) => {
      const position = apps[index]?.position ?? old;
      return position === old ? [] : [{ ...app, instance_id, position }];
    });
    if (moved.length === 0) return {};
    // Out of the way first: no two apps of a Room share a place, not even for a moment.
    for (const one of moved) await changeApp(tx, one, { position: -one.position });
    for (const one of moved) await changeApp(tx, one, { position: one.position });
    await tellOfApp(tx, { app, room, by: args.principal, type: "app.moved", detail: room.name });
    return {};
  },
);
