import type { KeptFile } from "./reading.ts";
import { put, take, type Shelf } from "./shelf.ts";

/** Whose reading of which line of revisions: what one person read never counts for another. */
export interface ReadingKey {
  readonly personId: string;
  readonly lineId: string;
}

/** So many files of earlier revisions are remembered beside those that are shown. */
const EARLIER = 300;

/** Reads what was kept of a line's files; empty for nothing, and for what somebody else wrote there. */
export function keptReading(shelf: Shelf, key: ReadingKey): KeptFile[] {
  try {
    const value: unknown = JSON.parse(take(shelf, readingName(key)));
    return Array.isArray(value) ? value.filter(isKeptFile) : [];
  } catch {
    return [];
  }
}

/** Keeps what was read of all files shown, beside what is kept of other bytes; undefined takes it all away. */
export function keepReading(shelf: Shelf, key: ReadingKey, kept: readonly KeptFile[] | undefined): void {
  if (kept === undefined) return put(shelf, readingName(key), "");
  const earlier = keptReading(shelf, key).filter(
    (was) => !kept.some(({ path, sha256 }) => path === was.path && sha256 === was.sha256),
  );
  const read = kept.filter(({ marked, reached }) => marked || Object.keys(reached).length > 0);
  const all = [...read, ...earlier.slice(0, EARLIER)];
  put(shelf, readingName(key), all.length === 0 ? "" : JSON.stringify(all));
}

/** Whose reason for declining which proposal: another person at the same browser begins with none. */
export interface ReasonKey {
  readonly personId: string;
  readonly proposalId: string;
}

/** The reason that a person began to write for declining. */
export function keptReason(shelf: Shelf, key: ReasonKey): string {
  return take(shelf, reasonName(key));
}

export function keepReason(shelf: Shelf, key: ReasonKey, reason: string): void {
  put(shelf, reasonName(key), reason);
}

/** Whose answer to which comment. */
export interface ReplyKey {
  readonly personId: string;
  readonly commentId: string;
}

/** The answer that a person began to write in a thread. */
export function keptReply(shelf: Shelf, key: ReplyKey): string {
  return take(shelf, replyName(key));
}

export function keepReply(shelf: Shelf, key: ReplyKey, reply: string): void {
  put(shelf, replyName(key), reply);
}

function replyName({ personId, commentId }: ReplyKey): string {
  return `anteroom.reply.${personId}.${commentId}`;
}

function readingName({ personId, lineId }: ReadingKey): string {
  return `anteroom.read.${personId}.${lineId}`;
}

function reasonName({ personId, proposalId }: ReasonKey): string {
  return `anteroom.reason.${personId}.${proposalId}`;
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== "object" || value === null) return false;
  const { path, sha256, marked, reached }: Partial<Record<keyof KeptFile, unknown>> = value;
  return (
    typeof path === "string" &&
    typeof sha256 === "string" &&
    typeof marked === "boolean" &&
    typeof reached === "object" &&
    reached !== null &&
    Object.values(reached).every(isReached)
  );
}

function isReached(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => Number.isFinite(one) && one >= 0);
}
