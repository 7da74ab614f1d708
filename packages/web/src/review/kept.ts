import type { KeptReading } from "./reading.ts";
import { put, take, type Shelf } from "./shelf.ts";

/** Whose reading of which text: marks of one person, proposal or revision never count for another. */
export interface ReadingKey {
  readonly personId: string;
  readonly proposalId: string;
  readonly digest: string;
}

/** Reads what was kept of a reading; empty for nothing, and for what somebody else wrote there. */
export function keptReading(shelf: Shelf, key: ReadingKey): KeptReading {
  try {
    const value: unknown = JSON.parse(take(shelf, readingName(key)));
    return Array.isArray(value) ? value.filter(isKeptFile) : [];
  } catch {
    return [];
  }
}

export function keepReading(shelf: Shelf, key: ReadingKey, kept: KeptReading): void {
  put(shelf, readingName(key), kept.length === 0 ? "" : JSON.stringify(kept));
}

/** The reason that a person began to write for declining. */
export function keptReason(shelf: Shelf, proposalId: string): string {
  return take(shelf, reasonName(proposalId));
}

export function keepReason(shelf: Shelf, proposalId: string, reason: string): void {
  put(shelf, reasonName(proposalId), reason);
}

function readingName({ personId, proposalId, digest }: ReadingKey): string {
  return `anteroom.read.${personId}.${proposalId}.${digest}`;
}

function reasonName(proposalId: string): string {
  return `anteroom.reason.${proposalId}`;
}

function isKeptFile(value: unknown): value is KeptReading[number] {
  if (!Array.isArray(value)) return false;
  const [path, line, marked]: unknown[] = value;
  return (
    typeof path === "string" && Number.isSafeInteger(line) && Number(line) >= 0 && typeof marked === "boolean"
  );
}
