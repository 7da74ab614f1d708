import type { Kysely } from "kysely";
import * as story from "./0001-story.ts";

interface Migration {
  up(db: Kysely<never>): Promise<void>;
}

/** All migrations by number and name, in the order in which they run. */
export const migrations: Readonly<Record<string, Migration>> = { "0001-story": story };
