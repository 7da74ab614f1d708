import type { AccountTables } from "../accounts/tables.ts";
import type { AppDataTables } from "../app-data/tables.ts";
import type { AuditTables } from "../audit/tables.ts";
import type { AuthTables } from "../auth/tables.ts";
import type { EventTables } from "../events/tables.ts";
import type { IdempotencyTables } from "../idempotency/tables.ts";
import type { ProposalTables } from "../proposals/tables.ts";
import type { RoomTables } from "../rooms/tables.ts";
import type { WorkspaceTables } from "../workspaces/tables.ts";

/** Every table of the database. */
export interface Schema
  extends
    WorkspaceTables,
    AccountTables,
    AuditTables,
    AuthTables,
    EventTables,
    IdempotencyTables,
    RoomTables,
    AppDataTables,
    ProposalTables {}
