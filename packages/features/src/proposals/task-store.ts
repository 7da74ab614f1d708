import type { Kysely } from "kysely";
import { prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { TaskRow } from "./tables.ts";

type TaskKey = Pick<TaskRow, "workspace_id" | "connection_id" | "task_id">;

const byId = prepareRemembered((db, args: TaskKey) =>
  db
    .selectFrom("tasks")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("task_id", "=", args.task_id)
    .where("connection_id", "=", args.connection_id),
);

/** A task of a connection; another connection's is as unknown as one that never was. */
export async function findTask(db: Kysely<Schema>, key: TaskKey): Promise<TaskRow | undefined> {
  return (await byId(db, key)).rows[0];
}
