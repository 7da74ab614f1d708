import { useState, useSyncExternalStore } from "react";
import type { Stored } from "./anteroom-app.d.ts";
import { OWN, SHARED, type Area } from "./area.ts";
import { Cell } from "./cell.ts";
import { fromJson, toJson } from "./json.ts";

const cells: Readonly<Record<Area["of"], Map<string, Cell>>> = { own: new Map(), shared: new Map() };

export function useStored<T>(key: string, initial: T | (() => T)): Stored<T> {
  return useValue(OWN, key, initial);
}

export function useShared<T>(key: string, initial: T | (() => T)): Stored<T> {
  return useValue(SHARED, key, initial);
}

function useValue<T>(area: Area, key: string, initial: T | (() => T)): Stored<T> {
  const cell = cellOf(area, key);
  // The initial value counts as it is first, as with useState: most apps write a new list or object each time.
  const [kept, keep] = useState(() => bound(cell, key, initial));
  const now = kept.cell === cell ? kept : bound(cell, key, initial);
  if (now !== kept) keep(now);
  const { value, state } = useSyncExternalStore(cell.subscribe, cell.state);
  return [value === undefined ? now.first : (value as T), now.setValue, state];
}

function cellOf({ of }: Area, key: string): Cell {
  const known = cells[of].get(key);
  if (known !== undefined) return known;
  const cell = new Cell(of === "own" ? OWN : SHARED, key);
  cells[of].set(key, cell);
  return cell;
}

/** What a hook keeps while its key stays the same. */
interface Bound<T> {
  readonly cell: Cell;
  readonly first: T;
  readonly setValue: Stored<T>[1];
}

function bound<T>(cell: Cell, key: string, initial: T | (() => T)): Bound<T> {
  const first = isFunction(initial) ? initial() : initial;
  const firstText = first === undefined ? undefined : toJson(key, first);
  return {
    cell,
    first,
    setValue(next) {
      if (isFunction(next)) {
        // Copies, since a change is made more than once and may change what it is given.
        const from = (now: unknown): T => next((now === undefined ? fromJson(firstText) : now) as T);
        return cell.change({ from, replaces: false });
      }
      const text = toJson(key, next);
      cell.change({ from: () => fromJson(text), replaces: true });
    },
  };
}

function isFunction<T>(value: T | ((now: T) => T) | (() => T)): value is (now?: T) => T {
  return typeof value === "function";
}
