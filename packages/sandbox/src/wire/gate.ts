import type { ConsoleEntry } from "./console.ts";

export interface GateOptions {
  readonly of: "said" | "refused";
  /** How many pass in one span of time. */
  readonly most: number;
  readonly pass: (entry: ConsoleEntry) => void;
}

/** Takes an entry, which is made only if it passes; `stands` is how many it stands for. */
export type Gate = (make: () => ConsoleEntry, stands?: number) => void;

const SPAN_MS = 100;

// An app shares the realm of the gate in its frame, and may replace the globals.
const now = performance.now.bind(performance);
const later = setTimeout;

/** Lets the first entries of each 100 ms pass and counts the others, so that a flood costs next to nothing. */
export function createGate({ of, most, pass }: GateOptions): Gate {
  let began = Number.NEGATIVE_INFINITY;
  let passed = 0;
  let missed = 0;
  let closing = false;

  function tellMissed(): void {
    closing = false;
    if (missed > 0) pass({ kind: "missed", of, count: missed });
    missed = 0;
  }

  return (make, stands = 1) => {
    const at = now();
    if (at - began >= SPAN_MS) {
      tellMissed();
      began = at;
      passed = 0;
    }
    if (passed < most) {
      passed += 1;
      return pass(make());
    }
    missed = Math.min(missed + stands, Number.MAX_SAFE_INTEGER);
    if (closing) return;
    closing = true;
    later(tellMissed, SPAN_MS);
  };
}
