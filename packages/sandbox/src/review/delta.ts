import type { CapabilityUse, ScanReport } from "./report.ts";

/** A growth that a reader should know of before reading. */
const TIMES = 2;
const LEAST_BYTES = 8_192;
const LEAST_FILES = 5;

export interface Size {
  readonly files: number;
  readonly bytes: number;
}

/** How an app's code differs from its former version in what it uses or tries. */
export interface CapabilityDelta {
  /** Uses of which the former version has none; of a new app all. In the order of a report. */
  readonly added: readonly CapabilityUse[];
  /** Uses that are gone; their places are places of the former version. */
  readonly removed: readonly CapabilityUse[];
  /** Uses that stay, as they are now: how many there are may have changed. */
  readonly kept: readonly CapabilityUse[];
  /** The sizes, where the app has become more than twice as large, and not just a little. */
  readonly sizeJump: { readonly before: Size; readonly after: Size } | undefined;
}

/**
 * Compares two reports of the same rules (see SCAN_VERSION), by capability and name. Without a former one
 * everything is new.
 */
export function capabilityDelta(before: ScanReport | undefined, after: ScanReport): CapabilityDelta {
  const former = before?.capabilities ?? [];
  return {
    added: without(after.capabilities, former),
    removed: without(former, after.capabilities),
    kept: after.capabilities.filter((use) => has(former, use)),
    sizeJump: before === undefined ? undefined : sizeJump(sizeOf(before), sizeOf(after)),
  };
}

function without(uses: readonly CapabilityUse[], others: readonly CapabilityUse[]): CapabilityUse[] {
  return uses.filter((use) => !has(others, use));
}

function has(uses: readonly CapabilityUse[], { capability, name }: CapabilityUse): boolean {
  return uses.some((use) => use.capability === capability && use.name === name);
}

function sizeOf({ files }: ScanReport): Size {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function sizeJump(before: Size, after: Size): CapabilityDelta["sizeJump"] {
  const inBytes = after.bytes > TIMES * before.bytes && after.bytes - before.bytes >= LEAST_BYTES;
  const inFiles = after.files > TIMES * before.files && after.files - before.files >= LEAST_FILES;
  return inBytes || inFiles ? { before, after } : undefined;
}
