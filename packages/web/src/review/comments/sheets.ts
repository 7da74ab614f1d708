import { put, take, type Shelf } from "../shelf.ts";
import type { Draft, DraftPlace, Words } from "./drafts.ts";

/** What a person wrote about one revision and did not send. */
export interface Sheet {
  readonly proposal_id: string;
  readonly digest: string;
  readonly revision: number;
  readonly drafts: readonly Draft[];
  /** What is to be said of the whole when the drafts are sent. */
  readonly note: string;
}

/** Whose drafts of which line of revisions: they wait there for the next one. */
export interface SheetsKey {
  readonly personId: string;
  readonly lineId: string;
}

/** Reads what was kept; empty for nothing, and without what somebody else wrote there. */
export function keptSheets(shelf: Shelf, key: SheetsKey): readonly Sheet[] {
  return readSheets(take(shelf, sheetsName(key)));
}

export function keepSheets(shelf: Shelf, key: SheetsKey, sheets: readonly Sheet[]): void {
  const worth = sheets.filter(({ drafts, note }) => drafts.length > 0 || note !== "");
  put(shelf, sheetsName(key), worth.length === 0 ? "" : JSON.stringify(worth));
}

export function sheetsName({ personId, lineId }: SheetsKey): string {
  return `anteroom.drafts.${personId}.${lineId}`;
}

/** Sheets out of what was kept as text. */
export function readSheets(text: string): readonly Sheet[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.flatMap((one) => sheetOf(one) ?? []) : [];
  } catch {
    return [];
  }
}

function sheetOf(value: unknown): Sheet | undefined {
  if (!isObject(value)) return undefined;
  const { proposal_id, digest, revision, drafts, note } = value;
  if (typeof proposal_id !== "string" || typeof digest !== "string" || !isLine(revision)) return undefined;
  if (!Array.isArray(drafts) || typeof note !== "string") return undefined;
  return { proposal_id, digest, revision, drafts: drafts.flatMap((one) => draftOf(one) ?? []), note };
}

function draftOf(value: unknown): Draft | undefined {
  if (!isObject(value) || !isLine(value["id"])) return undefined;
  const place = placeOf(value["place"]);
  const [saved, writing] = [wordsOf(value["saved"]), wordsOf(value["writing"])];
  if (value["place"] !== undefined && place === undefined) return undefined;
  if (saved === undefined && writing === undefined) return undefined;
  return { id: value["id"], ...(place && { place }), ...(saved && { saved }), ...(writing && { writing }) };
}

function placeOf(value: unknown): DraftPlace | undefined {
  if (!isObject(value)) return undefined;
  const { file, line, end_line, quote } = value;
  if (typeof file !== "string" || typeof quote !== "string") return undefined;
  if (!isLine(line) || !isLine(end_line) || end_line < line) return undefined;
  return { file, line, end_line, quote };
}

function wordsOf(value: unknown): Words | undefined {
  if (!isObject(value) || typeof value["body"] !== "string") return undefined;
  const { body, suggestion } = value;
  return { body, ...(typeof suggestion === "string" && { suggestion }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
