/** A growth that a reader should know of before reading. */
const TIMES = 2;
const LEAST_BYTES = 8_192;
const LEAST_FILES = 5;

export interface Size {
  readonly files: number;
  readonly bytes: number;
}

/** How an app's code differs from its former version in what it uses or tries. */
export interface CapabilityDelta<Use> {
  /** Uses of which the former version has none. In the order of a report. */
  readonly added: readonly Use[];
  /** Uses that are gone; their places are places of the former version. */
  readonly removed: readonly Use[];
  /** Uses that stay, as they are now: how many there are may have changed. */
  readonly kept: readonly Use[];
}

interface Named {
  readonly capability: string;
  readonly name: string;
}

/** Compares what two reports of the same rules (see SCAN_VERSION) tell of capabilities, by capability and name. */
export function capabilityDelta<Use extends Named>(
  before: readonly Use[],
  after: readonly Use[],
): CapabilityDelta<Use> {
  return {
    added: after.filter((use) => !has(before, use)),
    removed: before.filter((use) => !has(after, use)),
    kept: after.filter((use) => has(before, use)),
  };
}

function has(uses: readonly Named[], { capability, name }: Named): boolean {
  return uses.some((use) => use.capability === capability && use.name === name);
}

/** Whether an app has become more than twice as large, and not just a little. */
export function isSizeJump(before: Size, after: Size): boolean {
  const inBytes = after.bytes > TIMES * before.bytes && after.bytes - before.bytes >= LEAST_BYTES;
  const inFiles = after.files > TIMES * before.files && after.files - before.files >= LEAST_FILES;
  return inBytes || inFiles;
}
