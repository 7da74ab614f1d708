import type { AuthTables } from "../auth/tables.ts";
import type { EventTables } from "../events/tables.ts";
import type { IdempotencyTables } from "../idempotency/tables.ts";
import type { ProposalTables } from "../proposals/tables.ts";
import type { RoomTables } from "../rooms/tables.ts";
import type { WorkspaceTables } from "../workspaces/tables.ts";

/** Every table of the database. */
export interface Schema
  extends WorkspaceTables, AuthTables, EventTables, IdempotencyTables, RoomTables, ProposalTables {}
