/** The lines of a file that are on screen: the first of them and the last whose end is; 0 for none. */
export interface Shown {
  readonly first: number;
  readonly line: number;
}

/** Lines that came on screen one after the other, and have not been there long enough to count. */
export interface Glance extends Shown {
  /** The last of the lines that came on screen since, without a gap. */
  readonly end: number;
  readonly since: number;
}

export const NOTHING_SHOWN: Shown = { first: Number.POSITIVE_INFINITY, line: 0 };

interface Glanced {
  /** Without `since`: it begins now. */
  readonly next: Omit<Glance, "since"> & { readonly since?: number };
  /** What was there long enough. */
  readonly reached?: Shown;
  /** Look again later, if nothing moves until then. */
  readonly wait: boolean;
}

/**
 * What a look at a file's box adds to the one before. Lines count once they were there since `longAgo`, and
 * every line from the one before on was on screen at some look: a jump begins anew.
 */
export function glanced(glance: Glance | undefined, shown: Shown, longAgo: number): Glanced {
  const begun = { ...shown, end: shown.line };
  if (shown.line === 0) return { next: begun, wait: false };
  const wentOn = glance !== undefined && shown.line >= glance.line && shown.first <= glance.end + 1;
  if (!wentOn || glance.line === 0) return { next: begun, wait: true };
  const { first, line } = glance;
  const end = Math.max(glance.end, shown.line);
  if (glance.since > longAgo) return { next: { ...glance, end }, wait: true };
  if (line === shown.line) return { next: { ...glance, end }, reached: { first, line }, wait: false };
  return { next: { first, line: shown.line, end }, reached: { first, line }, wait: true };
}
