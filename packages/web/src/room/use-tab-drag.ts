import { useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from "react";

/** Less is a click of an unsteady hand. */
const THRESHOLD_PX = 6;
/** So near to an end of the bar, the bar goes on by itself. */
const EDGE_PX = 32;
const SCROLL_MS = 30;

/** A tab that is being dragged, and where it would stand. */
export interface Drag {
  readonly id: string;
  /** Among the tabs of its group, from 0, itself not counted. */
  readonly at: number;
  /** Before or after which tab that is; undefined for where it stands already. */
  readonly mark?: { readonly id: string; readonly side: "before" | "after" };
}

export interface TabDragOptions {
  /** Holds the tabs, and scrolls: elements with `data-tab` (an id) and `data-group`. */
  readonly bar: RefObject<HTMLElement | null>;
  /** Absent where nothing may be moved. */
  readonly onDrop: ((id: string, at: number) => void) | undefined;
}

export interface TabDrag {
  readonly drag: Drag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, id: string) => void;
  /** Keeps the click at the end of a drag from opening the tab. */
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** Lets tabs be dragged by mouse or pen; a finger scrolls the bar, and moves tabs by their menu. */
export function useTabDrag({ bar, onDrop }: TabDragOptions): TabDrag {
  const [drag, setDrag] = useState<Drag | undefined>();
  const end = useRef<AbortController>(undefined);
  const dragged = useRef(false);
  useEffect(() => () => end.current?.abort(), []);

  function begin(event: PointerEvent<HTMLElement>, id: string): void {
    const { pointerId, pointerType, clientX: from, button, currentTarget: tab } = event;
    dragged.current = false;
    if (!onDrop || button !== 0 || pointerType === "touch") return;
    end.current?.abort();
    const over = new AbortController();
    end.current = over;
    const { signal } = over;
    let now: Drag | undefined;
    let x = from;
    const look = (): void => {
      now = dragOf(bar.current, id, x);
      setDrag(now);
    };
    const stop = (): void => {
      over.abort();
      setDrag(undefined);
    };
    const onMove = (move: globalThis.PointerEvent): void => {
      if (move.pointerId !== pointerId) return;
      x = move.clientX;
      if (!dragged.current && Math.abs(x - from) < THRESHOLD_PX) return;
      if (!dragged.current) {
        dragged.current = true;
        // An app's frame would swallow what happens above it.
        tab.setPointerCapture(pointerId);
        const timer = setInterval(() => scrollAtEdge(bar.current, x) && look(), SCROLL_MS);
        signal.addEventListener("abort", () => clearInterval(timer));
      }
      look();
    };
    document.addEventListener("pointermove", onMove, { signal });
    document.addEventListener("pointercancel", stop, { signal });
    document.addEventListener(
      "pointerup",
      () => {
        if (now?.mark) onDrop(id, now.at);
        stop();
      },
      { signal },
    );
    document.addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal });
  }

  return {
    drag,
    onPointerDown: begin,
    onClickCapture(event) {
      if (!dragged.current) return;
      dragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Where a tab would stand if it were let go at `x`, in CSS pixels of the window. */
function dragOf(bar: HTMLElement | null, id: string, x: number): Drag | undefined {
  const tabs = Array.from(bar?.querySelectorAll<HTMLElement>("[data-tab]") ?? []);
  const group = tabs.find((tab) => tab.dataset["tab"] === id)?.dataset["group"];
  const places = tabs
    .filter((tab) => tab.dataset["group"] === group)
    .map((tab) => ({ id: tab.dataset["tab"] ?? "", box: tab.getBoundingClientRect() }));
  const from = places.findIndex((place) => place.id === id);
  if (from < 0) return undefined;
  const slot = places.filter(({ box }) => box.left + box.width / 2 < x).length;
  const at = slot > from ? slot - 1 : slot;
  if (at === from) return { id, at };
  const next = places[slot];
  if (next) return { id, at, mark: { id: next.id, side: "before" } };
  return { id, at, mark: { id: places.at(-1)?.id ?? id, side: "after" } };
}

function scrollAtEdge(bar: HTMLElement | null, x: number): boolean {
  if (!bar) return false;
  const { left, right } = bar.getBoundingClientRect();
  const by = x < left + EDGE_PX ? -EDGE_PX / 4 : x > right - EDGE_PX ? EDGE_PX / 4 : 0;
  const before = bar.scrollLeft;
  bar.scrollLeft += by;
  return bar.scrollLeft !== before;
}
