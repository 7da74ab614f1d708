import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { Refusal } from "../kernel/errors.ts";
import { grantsOf, type OnApp, type ReachedApp, reachStandingApp } from "../rooms/index.ts";

/**
 * A standing app that was approved with shared data, for every member of its Room.
 * @throws Refusal `not_found` for who is not in the Room, `forbidden` for an app that was approved without
 */
export async function reachSharing(db: Kysely<Schema>, on: OnApp): Promise<ReachedApp> {
  const reached = await reachStandingApp(db, on);
  if (grantsOf(reached.app).includes("shared")) return reached;
  throw new Refusal({
    code: "forbidden",
    message: "This app was not approved with data for the whole Room, so it keeps none.",
    where: "instance_id",
    hint: "An app whose code uses `shared` of @anteroom/app says so on its card, and has it once that is approved.",
  });
}
