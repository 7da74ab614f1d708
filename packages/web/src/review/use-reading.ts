import { useEffect, useMemo, useReducer, type Dispatch } from "react";
import type { Proposal } from "../data/index.ts";
import { keepReading, keptReading, type ReadingKey } from "./kept.ts";
import { keptOf, readingReducer, startReading, type Reading, type ReadingAction } from "./reading.ts";
import { browserShelf } from "./shelf.ts";
import type { ShownFile } from "./shown-file.ts";

export interface ReadingOf {
  readonly reading: Reading;
  readonly dispatch: Dispatch<ReadingAction>;
}

/** Once decided so, the server tells of the next revision what was read; until then the browser remembers. */
const OVER: ReadonlySet<Proposal["state"]> = new Set(["approved", "declined", "withdrawn"]);

export interface ReadingInput {
  /** The proposal as this page first showed it, and as the server last told it. */
  readonly shown: Proposal;
  readonly now: Proposal;
  readonly files: readonly ShownFile[];
  readonly personId: string;
}

/**
 * The reading of a proposal by a person. It is kept in the browser for this person, this line of revisions and
 * the bytes of each file, until it is decided on this page.
 */
export function useReading({ shown, now, files, personId }: ReadingInput): ReadingOf {
  const { line_id: lineId } = shown;
  const key = useMemo((): ReadingKey => ({ personId, lineId }), [personId, lineId]);
  const measures = useMemo(() => files.flatMap(({ measure }) => measure ?? []), [files]);
  const [reading, dispatch] = useReducer(readingReducer, undefined, () =>
    startReading(measures, keptReading(browserShelf, key)),
  );
  useEffect(() => dispatch({ type: "shown", files: measures }), [measures]);
  const waits = now.state === "pending";
  // An older revision that was decided long ago says nothing about what is read of the newest.
  const isOver = shown.state === "pending" && OVER.has(now.state);
  useEffect(() => {
    if (waits || isOver) keepReading(browserShelf, key, isOver ? undefined : keptOf(reading));
  }, [key, reading, waits, isOver]);
  return { reading, dispatch };
}
