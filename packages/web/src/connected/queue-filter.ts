import type { ApprovalRow } from "../data/index.ts";
import { isOfKind, QUEUE_KINDS, type QueueKind } from "./queue-kind.ts";

/** What of the queue is shown. An empty text, Room or kind stands for all. */
export interface QueueFilter {
  readonly text: string;
  /** A Room's id. */
  readonly room: string;
  readonly kind: QueueKind | "";
  /** Only those with findings. */
  readonly findings: boolean;
}

export const NO_FILTER: QueueFilter = { text: "", room: "", kind: "", findings: false };

/** From so many rows on it is offered to filter them. */
const HANDFUL = 6;

/** Reads a filter from a page's query. What it does not know filters nothing. */
export function readFilter(search: string): QueueFilter {
  const query = new URLSearchParams(search);
  const kind = query.get("kind");
  return {
    text: query.get("q") ?? "",
    room: query.get("room") ?? "",
    kind: QUEUE_KINDS.find((one) => one === kind) ?? "",
    findings: query.has("findings"),
  };
}

/** The query that keeps a filter; empty for none. */
export function writeFilter({ text, room, kind, findings }: QueueFilter): string {
  const query = new URLSearchParams();
  if (text !== "") query.set("q", text);
  if (room !== "") query.set("room", room);
  if (kind !== "") query.set("kind", kind);
  if (findings) query.set("findings", "1");
  return query.toString();
}

export function isFiltering(filter: QueueFilter): boolean {
  return writeFilter(filter) !== "";
}

/** Whether the filter is shown at all: a few rows are read faster than filtered. */
export function showsFilter(rows: readonly ApprovalRow[], filter: QueueFilter): boolean {
  return rows.length >= HANDFUL || isFiltering(filter);
}

/** The rows that a filter leaves. Each word of its text stands in the name, the Room, the client or the person. */
export function filterRows(rows: readonly ApprovalRow[], filter: QueueFilter): readonly ApprovalRow[] {
  const words = plain(filter.text).split(/\s+/u);
  return rows.filter((row) => {
    const said = plain([row.name, row.room.name, row.client_name, row.person_name].join("\n"));
    return (
      words.every((word) => said.includes(word)) &&
      (filter.room === "" || row.room.room_id === filter.room) &&
      (filter.kind === "" || isOfKind(row, filter.kind)) &&
      (!filter.findings || row.findings_count > 0)
    );
  });
}

function plain(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase().trim();
}
