import type { Stretches } from "../diff/file-diff.ts";
import type { Found } from "../search/find.ts";
import type { FileCode } from "../shown-file.ts";
import { nearWatcher } from "../when-near.ts";
import { codeOf, inTurn, type ColouredText } from "./coloured-text.ts";
import { canPaint, paint, type HighlightName } from "./highlights.ts";
import { rangeMaker } from "./text-range.ts";
import { tokensBetween } from "./tokens.ts";

/** A drawn line of code. */
export interface PaintedLine {
  readonly text: string;
  /** Which of the file's texts it is a line of, and its index there. */
  readonly side: "new" | "old";
  readonly at: number;
  /** What of it is other than in the line that it replaced, or that replaced it. */
  readonly words?: Stretches | undefined;
}

/** A drawn stretch of a file: its lines are the elements with a line's number in it, in this order. */
export interface PaintedChunk {
  readonly code: FileCode;
  readonly lines: readonly PaintedLine[];
}

/** Paints code that is near the screen: its syntax, the words that changed, and what was searched for. */
export interface Painter {
  /** Paints a stretch whenever it is near; the answer stops it. */
  readonly watch: (element: Element, chunk: PaintedChunk) => () => void;
  /** What was found, and the one of it that the person is at. */
  readonly mark: (found: readonly Found[], here: Found | undefined) => void;
}

/** Longer lines are left in one colour. */
const LONGEST = 5000;

/** Paints nothing. */
export const IDLE: Painter = { watch: () => () => undefined, mark: () => undefined };

/** The painter of one card. */
export function createPainter(): Painter {
  if (!canPaint()) return IDLE;
  const watchNear = nearWatcher();
  const near = new Map<Element, NearChunk>();
  let found: FoundLines = new Map();
  return {
    watch(element, chunk) {
      const leave = (): void => {
        near.get(element)?.leave();
        near.delete(element);
      };
      const unwatch = watchNear(element, (isNear) => {
        if (!isNear) return leave();
        if (near.has(element)) return;
        const painted = new NearChunk(element, chunk);
        near.set(element, painted);
        painted.mark(found);
      });
      return () => {
        unwatch();
        leave();
      };
    },
    mark(all, here) {
      found = byLine(all, here);
      for (const chunk of near.values()) chunk.mark(found);
    },
  };
}

type FoundLines = ReadonlyMap<string, readonly (Found & { readonly isHere: boolean })[]>;

function byLine(all: readonly Found[], here: Found | undefined): FoundLines {
  return Map.groupBy(
    all.map((one) => ({ ...one, isHere: one === here })),
    ({ path, side, at }) => `${side} ${at} ${path}`,
  );
}

type Makers = ReadonlyMap<PaintedLine, ReturnType<typeof rangeMaker>>;

class NearChunk {
  readonly #chunk: PaintedChunk;
  readonly #makers: Makers;
  readonly #undo: (() => void)[] = [];
  #unmark: () => void = () => undefined;
  #left = false;

  constructor(element: Element, chunk: PaintedChunk) {
    this.#chunk = chunk;
    this.#makers = makersOf(element, chunk.lines);
    this.#paintWords();
    for (const side of ["new", "old"] as const) {
      if (chunk.lines.some((line) => line.side === side)) void this.#paintSyntax(side);
    }
  }

  leave(): void {
    this.#left = true;
    this.#unmark();
    for (const undo of this.#undo) undo();
  }

  mark(found: FoundLines): void {
    this.#unmark();
    const ranges = new Ranges();
    for (const [line, make] of this.#makers) {
      for (const one of found.get(`${line.side} ${line.at} ${this.#chunk.code.path}`) ?? []) {
        ranges.add(one.isHere ? "found-here" : "found", make(one.from, one.to));
      }
    }
    this.#unmark = ranges.paint();
  }

  #paintWords(): void {
    const ranges = new Ranges();
    for (const [{ side, words = [] }, make] of this.#makers) {
      for (let index = 0; index < words.length; index += 2) {
        ranges.add(
          side === "new" ? "diff-added" : "diff-removed",
          make(words[index] ?? 0, words[index + 1] ?? 0),
        );
      }
    }
    this.#undo.push(ranges.paint());
  }

  async #paintSyntax(side: "new" | "old"): Promise<void> {
    const text = await codeOf(this.#chunk.code, side);
    if (text === undefined) return;
    // Stretches that waited for the same text are painted each in a task of its own.
    await inTurn(() => this.#left || this.#colour(text, side));
  }

  #colour(text: ColouredText, side: "new" | "old"): void {
    const ranges = new Ranges();
    for (const [line, make] of this.#makers) {
      if (line.side === side && line.text.length <= LONGEST) colourLine(line, { text, make, ranges });
    }
    this.#undo.push(ranges.paint());
  }
}

function colourLine(
  { at, text: line }: PaintedLine,
  into: {
    readonly text: ColouredText;
    readonly make: ReturnType<typeof rangeMaker>;
    readonly ranges: Ranges;
  },
): void {
  const start = into.text.starts[at] ?? 0;
  tokensBetween(into.text.tokens, { from: start, to: start + line.length }, (from, to, kind) => {
    into.ranges.add(`code-${kind}`, into.make(from - start, to - start));
  });
}

class Ranges {
  readonly #byName = new Map<HighlightName, AbstractRange[]>();

  add(name: HighlightName, range: AbstractRange | undefined): void {
    if (range === undefined) return;
    const known = this.#byName.get(name);
    if (known) known.push(range);
    else this.#byName.set(name, [range]);
  }

  paint(): () => void {
    const undo = [...this.#byName].map(([name, ranges]) => paint(name, ranges));
    return () => {
      for (const one of undo) one();
    };
  }
}

/** The elements of the lines, without what stands between them; in the order of the lines. */
function makersOf(element: Element, lines: readonly PaintedLine[]): Makers {
  const drawn = [...element.querySelectorAll("[data-line], [data-old-line]")].filter(
    (one) => one.closest("[data-note]") === null,
  );
  return new Map(
    lines.flatMap((line, index) => {
      const drawnLine = drawn[index];
      return drawnLine ? [[line, rangeMaker(drawnLine, line.text)] as const] : [];
    }),
  );
}
