import { utf8Bytes } from "@anteroom/app-format";
import { bind, type Ports } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { OutputOf } from "../kernel/operation.ts";
import type { Principal } from "../kernel/principal.ts";
import { Waiting } from "../kernel/waiting.ts";
import { reachResource } from "../workspaces/index.ts";
import { type EventType, pollResourceEvents } from "./contract.ts";
import { mayReadEvent } from "./policy.ts";
import { lastSequence, pageOfLog } from "./store.ts";
import type { EventRow } from "./tables.ts";

type Page = OutputOf<typeof pollResourceEvents>;

const PAGE = 50;
/** UTF-8 bytes of events' data in one answer, which always holds one: members write into it, and an agent reads all. */
const PAGE_BYTES = 64 * 1024;
/** How many events are gone through at once while none of them is for the reader, and how many for one answer. */
const STRIDE = 500;
const MOST_EXAMINED = 10_000;

export interface EventQuery {
  readonly resource_id: string;
  readonly after_sequence: number;
  readonly limit: number;
}

/**
 * The events of a resource that a principal may read, oldest first. `next_sequence` is the last one
 * examined, so that a cursor moves past what the reader may not see and never guesses about gaps.
 * Throws `not_found` when the principal cannot (or can no longer) see the resource.
 */
export async function listVisibleEvents(
  ports: Pick<Ports, "store">,
  principal: Principal,
  query: EventQuery,
): Promise<Page> {
  const db = ports.store.read;
  const resource = await reachResource(db, principal, query.resource_id);
  if (!resource) throw notFound("resource");
  const { workspace_id, resource_id } = resource;
  const page = await pageOfLog(db, {
    workspace_id,
    resource_id,
    after: query.after_sequence,
    limit: query.limit + 1,
  });
  const mayRead = (row: EventRow) => mayReadEvent(row, principal, resource);
  const rows = fitting(page.rows.slice(0, query.limit), mayRead);
  return {
    events: rows.filter(mayRead).map((row) => eventAnswer(row)),
    next_sequence: rows.at(-1)?.sequence ?? query.after_sequence,
    has_more: page.rows.length > rows.length,
  };
}

/** The rows up to where those that are read would be too much for one answer. */
function fitting(rows: readonly EventRow[], mayRead: (row: EventRow) => boolean): readonly EventRow[] {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    if (!mayRead(row)) return false;
    const isFirst = bytes === 0;
    bytes += utf8Bytes(row.data);
    return !isFirst && bytes > PAGE_BYTES;
  });
  return beyond === -1 ? rows : rows.slice(0, beyond);
}

function eventAnswer(row: EventRow): Page["events"][number] {
  return {
    event_id: row.event_id,
    sequence: row.sequence,
    type: row.type as EventType,
    at: row.at,
    actor: { kind: row.actor_kind, name: row.actor_name },
    data: JSON.parse(row.data) as Record<string, unknown>,
    untrusted: true as const,
  };
}

/**
 * One look at the log: goes past what the reader may not read, so that an answer says either something, or
 * how far all was examined. In strides, whatever page was asked for, and not without end: others wait.
 */
async function look(ports: Ports, principal: Principal, query: EventQuery): Promise<Page> {
  const from = async (after_sequence: number, limit: number) =>
    await listVisibleEvents(ports, principal, { ...query, after_sequence, limit });
  let page = await from(query.after_sequence, query.limit);
  const end = page.next_sequence + MOST_EXAMINED;
  while (page.events.length === 0 && page.has_more && page.next_sequence < end) {
    page = await from(page.next_sequence, STRIDE);
    const [first] = page.events;
    if (first) page = await from(first.sequence - 1, query.limit);
  }
  return page;
}

/** A cursor ahead of the log came from somewhere else; taken as it is, it would wait for ever. */
async function refuseForeignCursor(ports: Ports, principal: Principal, query: EventQuery): Promise<void> {
  const resource = await reachResource(ports.store.read, principal, query.resource_id);
  if (!resource) throw notFound("resource");
  const last = await lastSequence(ports.store.read, resource.workspace_id, resource.resource_id);
  if (query.after_sequence <= last) return;
  throw new Refusal({
    code: "invalid_arguments",
    message: `after_sequence is beyond this log, whose last sequence is ${last}.`,
    where: "after_sequence",
    hint: "Pass next_sequence of the last answer, or 0 to read from the beginning.",
  });
}

export const eventBounds = [
  bind(pollResourceEvents, async (context, input) => {
    const { principal } = context;
    let query: EventQuery = { ...input, limit: input.limit ?? PAGE };
    await refuseForeignCursor(context, principal, query);
    return new Waiting<Page>({
      seconds: input.wait_seconds ?? 0,
      topics: [`resource:${input.resource_id}`],
      attempt: async (last) => {
        const page = await look(context, principal, query);
        if (page.events.length > 0 || page.has_more || last) return page;
        query = { ...query, after_sequence: page.next_sequence };
        return undefined;
      },
    });
  }),
];
