import { useState, type Dispatch, type RefObject } from "react";
import type { Proposal } from "../data/index.ts";
import { useComparison, type Comparison } from "./diff/use-comparison.ts";
import { useLayout, type LayoutChoice } from "./diff/use-layout.ts";
import { keptReading } from "./kept.ts";
import type { Reading, ReadingAction } from "./reading.ts";
import { useSearch, type Search } from "./search/use-search.ts";
import { browserShelf } from "./shelf.ts";
import type { ShownFile } from "./shown-file.ts";
import { createPainter, type Painter } from "./syntax/painter.ts";
import { useGoTo, type GoTo } from "./use-go-to.ts";
import { useReading } from "./use-reading.ts";
import { useShownFiles } from "./use-shown-files.ts";
import { useWatchedReading } from "./use-watched-reading.ts";
import type { WatchBox } from "./watch-reading.ts";

/** The files of a card: what they are compared with, how they are shown, and how far they were read. */
export interface CardFiles extends GoTo {
  readonly files: readonly ShownFile[];
  readonly comparison: Comparison;
  /** The comparison broke off, and the files are shown whole. */
  readonly failed: boolean;
  readonly layout: LayoutChoice;
  readonly reading: Reading;
  readonly dispatch: Dispatch<ReadingAction>;
  readonly watch: WatchBox;
  readonly painter: Painter;
  readonly search: Search;
  /** The path of the file that the person is at. */
  readonly at: string | undefined;
  readonly setAt: (path: string) => void;
}

export interface CardFilesInput {
  /** The proposal as this page first showed it, and as the server last told it. */
  readonly shown: Proposal;
  readonly now: Proposal;
  readonly personId: string;
  /** What holds the files, and what covers the page from below. */
  readonly list: RefObject<HTMLElement | null>;
  readonly bar: RefObject<HTMLElement | null>;
}

export function useCardFiles({ shown, now, personId, list, bar }: CardFilesInput): CardFiles {
  const comparison = useComparison(shown);
  const [kept] = useState(() => keptReading(browserShelf, { personId, lineId: shown.line_id }));
  const { files, failed } = useShownFiles({ ...comparison, kept });
  const { reading, dispatch } = useReading({ shown, now, files, personId });
  const watch = useWatchedReading({ bar, dispatch });
  const going = useGoTo(list);
  const layout = useLayout();
  const [painter] = useState(createPainter);
  const search = useSearch({ files, painter, goTo: going.goTo, goToFile: going.goToFile });
  const [at, setAt] = useState<string>();
  return {
    files,
    comparison,
    failed,
    layout,
    reading,
    dispatch,
    watch,
    painter,
    search,
    at,
    setAt,
    ...going,
  };
}
