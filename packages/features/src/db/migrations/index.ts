import type { Kysely } from "kysely";
import * as story from "./0001-story.ts";
import * as doors from "./0002-doors.ts";
import * as tasks from "./0003-tasks.ts";
import * as scans from "./0004-scans.ts";
import * as review from "./0005-review.ts";
import * as apps from "./0006-apps.ts";

interface Migration {
  up(db: Kysely<never>): Promise<void>;
}

/** All migrations by number and name, in the order in which they run. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-story": story,
  "0002-doors": doors,
  "0003-tasks": tasks,
  "0004-scans": scans,
  "0005-review": review,
  "0006-apps": apps,
};
