import { shorten } from "../wire/diagnostic.ts";
import {
  CAPABILITIES,
  type Capability,
  type CapabilityUse,
  type Finding,
  type FindingCode,
  type FindingData,
  type Span,
} from "./report.ts";

/** How many places of one use, findings of one code and imported packages a report shows. */
const PLACES = 5;
const FINDINGS = 16;
/** Of these more, since each tells of another host. */
const FINDINGS_OF: { readonly [Code in FindingCode]?: number } = { url: 40 };
const PACKAGES = 40;
/** A text of the code's own that a report quotes, in UTF-16 units. */
export const QUOTED_UNITS = 60;

/** Places of one kind: how many, and the first few of each file. */
interface Gathered<T extends Span> {
  total: number;
  readonly shown: T[][];
}

interface Use extends Gathered<Span> {
  readonly capability: Capability;
  readonly name: string;
  readonly seen: Set<string>;
}

/** Gathers what is found in the files of an app, one file after the other, and keeps a bounded part of it. */
export class Collector {
  readonly #uses = new Map<string, Use>();
  readonly #findings = new Map<FindingCode, Gathered<Finding>>();
  readonly #inFile = new Map<string, number>();

  /** The same use at the same place counts once, by whatever rules it is found. */
  use(capability: Capability, name: string, span: Span): void {
    const key = `${capability} ${name}`;
    const use: Use = this.#uses.get(key) ?? {
      capability,
      name: shorten(name, QUOTED_UNITS),
      total: 0,
      shown: [],
      seen: new Set(),
    };
    this.#uses.set(key, use);
    // All places of one file come before those of the next.
    if (use.shown.at(-1)?.[0]?.file !== span.file) use.seen.clear();
    const place = `${span.line}:${span.column}`;
    if (use.seen.has(place)) return;
    use.seen.add(place);
    gather(use, span, PLACES);
  }

  find<Code extends FindingCode>(code: Code, span: Span, data: FindingData[Code]): void {
    const gathered: Gathered<Finding> = this.#findings.get(code) ?? { total: 0, shown: [] };
    this.#findings.set(code, gathered);
    gather(gathered, { ...span, code, data } as Finding, FINDINGS_OF[code] ?? FINDINGS);
    this.#inFile.set(span.file, this.findingsIn(span.file) + 1);
  }

  findingsIn(file: string): number {
    return this.#inFile.get(file) ?? 0;
  }

  /** How many packages were found, shown or not. */
  get packages(): number {
    return this.#usesOf("package").length;
  }

  get capabilities(): CapabilityUse[] {
    return CAPABILITIES.flatMap((capability) =>
      this.#usesOf(capability)
        .slice(0, PACKAGES)
        .map(({ name, total, shown }) => {
          return { capability, name, total, places: spread(shown, PLACES).toSorted(byPlace) };
        }),
    );
  }

  get totals(): { readonly [Code in FindingCode]?: number } {
    return Object.fromEntries([...this.#findings].map(([code, { total }]) => [code, total]));
  }

  get findings(): Finding[] {
    return [...this.#findings]
      .flatMap(([code, { shown }]) => spread(shown, FINDINGS_OF[code] ?? FINDINGS))
      .toSorted((a, b) => byPlace(a, b) || compare(a.code, b.code));
  }

  #usesOf(capability: Capability): Use[] {
    const uses = [...this.#uses.values()].filter((use) => use.capability === capability);
    return uses.toSorted((a, b) => compare(a.name, b.name));
  }
}

function gather<T extends Span>(gathered: Gathered<T>, span: T, most: number): void {
  gathered.total += 1;
  const last = gathered.shown.at(-1);
  if (last?.[0]?.file !== span.file) gathered.shown.push([span]);
  else if (last.length < most) last.push(span);
}

/**
 * At most `most`: the first of each file, then the second of each, and so on, so that what one file is full
 * of does not hide what another has. In the order of files, as they came.
 */
function spread<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const taken = lists.map(() => 0);
  let left = most;
  for (let round = 0; left > 0 && lists.some((list) => list.length > round); round += 1) {
    for (const [index, list] of lists.entries()) {
      if (left === 0 || list.length <= round) continue;
      taken[index] = round + 1;
      left -= 1;
    }
  }
  return lists.flatMap((list, index) => list.slice(0, taken[index]));
}

function byPlace(a: Span, b: Span): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** By UTF-16 units, as the files of an app are ordered. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
