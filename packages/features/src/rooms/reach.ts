import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { PersonPrincipal, Principal } from "../kernel/principal.ts";
import { type Reached, reachResource } from "../workspaces/index.ts";
import { mayChangeApps } from "./policy.ts";
import { findApp } from "./store.ts";
import type { AppRow } from "./tables.ts";

type Db = Kysely<Schema>;

/** A person, and the app that is meant. */
export interface OnApp {
  readonly principal: PersonPrincipal;
  readonly room_id: string;
  readonly instance_id: string;
}

export interface ReachedApp {
  readonly app: AppRow;
  readonly room: Reached;
}

/** The Room if this principal may see it; throws `not_found` otherwise. */
export async function reachRoom(db: Db, principal: Principal, room_id: string): Promise<Reached> {
  const room = await reachResource(db, principal, room_id);
  if (!room) throw notFound("Room");
  return room;
}

/** An app, standing or removed, with its Room, for who is in that Room; throws `not_found` otherwise. */
async function reachApp(db: Db, on: OnApp): Promise<ReachedApp> {
  const room = await reachResource(db, on.principal, on.room_id);
  const app = room && (await findApp(db, { ...room, room_id: on.room_id }, on.instance_id));
  if (!app) throw notFound("app");
  return { app, room };
}

/** The same, of which only an app that stands is there. */
export async function reachStandingApp(db: Db, on: OnApp): Promise<ReachedApp> {
  const found = await reachApp(db, on);
  if (found.app.removed_at !== null) throw notFound("app");
  return found;
}

/**
 * An app, standing or removed, with its Room, for who may change it.
 * @throws Refusal `not_found` for who is not in the Room, `forbidden` for its other members
 */
export async function changeableApp(db: Db, on: OnApp): Promise<ReachedApp> {
  const found = await reachApp(db, on);
  if (mayChangeApps(found.room, on.principal)) return found;
  throw new Refusal({ code: "forbidden", message: "Only the Room's owner changes its apps." });
}

/** The same, of which only an app that stands is there. */
export async function changeableStandingApp(db: Db, on: OnApp): Promise<ReachedApp> {
  const found = await changeableApp(db, on);
  if (found.app.removed_at !== null) throw notFound("app");
  return found;
}
