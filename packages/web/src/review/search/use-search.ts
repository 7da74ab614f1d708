import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { LineHit } from "../line-hit.ts";
import type { ShownFile } from "../shown-file.ts";
import type { Painter } from "../syntax/painter.ts";
import { findIn, MOST_FOUND, type Found } from "./find.ts";

export interface SearchOptions {
  readonly files: readonly ShownFile[];
  readonly painter: Painter;
  readonly goTo: (place: LineHit) => void;
  readonly goToFile: (path: string) => void;
}

/** The search over all files of the card. */
export interface Search {
  readonly isOpen: boolean;
  readonly query: string;
  readonly count: number;
  /** There is more than is counted. */
  readonly isCut: boolean;
  /** The place that the person was led to, from 1; 0 before any. */
  readonly at: number;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (query: string) => void;
  /** Leads to the next place or the one before, around the ends. */
  readonly step: (by: 1 | -1) => void;
}

export function useSearch({ files, painter, goTo, goToFile }: SearchOptions): Search {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<number>();
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<HTMLElement>(undefined);
  // Typing stays quick while the places of the last letters are looked for.
  const sought = useDeferredValue(isOpen ? query : "");
  const all = useMemo(() => findIn(files, sought), [files, sought]);
  const found = useMemo(() => all.slice(0, MOST_FOUND), [all]);
  const here = at === undefined ? undefined : found[at];

  useEffect(() => painter.mark(found, here), [painter, found, here]);
  useEffect(() => () => painter.mark([], undefined), [painter]);

  const open = useCallback(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused !== field.current) before.current = focused;
    setOpen(true);
    field.current?.focus();
    field.current?.select();
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    setAt(undefined);
    before.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  function step(by: 1 | -1): void {
    // Enter can come before the places of the last letters were found.
    const places = sought === query ? found : findIn(files, query).slice(0, MOST_FOUND);
    const next =
      at === undefined ? (by === 1 ? 0 : places.length - 1) : (at + by + places.length) % places.length;
    const place = places[next];
    if (place === undefined) return;
    setAt(next);
    lead(place, { goTo, goToFile });
    // Where it leads takes the focus; the next press of Enter leads on.
    field.current?.focus({ preventScroll: true });
  }
  return {
    isOpen,
    query,
    count: found.length,
    isCut: all.length > found.length,
    at: here === undefined ? 0 : (at ?? 0) + 1,
    field,
    open,
    close,
    type(text) {
      setQuery(text);
      setAt(undefined);
    },
    step,
  };
}

function lead({ path, side, at }: Found, { goTo, goToFile }: Pick<SearchOptions, "goTo" | "goToFile">): void {
  if (side === "path") goToFile(path);
  else goTo({ path, line: at + 1, isOld: side === "old" });
}
