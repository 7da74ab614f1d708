import type { SharedExport } from "../../data/apps.ts";
import { plainName } from "../../parts/download.ts";

/** A file of this size holds more than any app may keep. */
export const FILE_AT_MOST = 16 * 1024 * 1024;

type Entries = SharedExport["entries"];

/** The text of a file that holds what an app keeps. */
export function exportFile(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function exportFileName(app: string, of: "own" | "shared"): string {
  return `${plainName(app)}-${of}.json`;
}

/** What an exported file would put in the place of an app's shared data; undefined for any other file. */
export function readSharedExport(text: string): Entries | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("form" in value) || !("entries" in value)) {
    return undefined;
  }
  const { form, entries } = value;
  if (form !== "anteroom.shared.1" || typeof entries !== "object" || entries === null) return undefined;
  const all = Object.entries(entries);
  const texts = all.filter((one): one is [string, string] => typeof one[1] === "string");
  return texts.length === all.length ? Object.fromEntries(texts) : undefined;
}
