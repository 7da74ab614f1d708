import type { Shelf } from "./shelf.ts";

/** A shelf that keeps everything in memory, and tells under which names. */
export function memoryShelf(): Shelf & { readonly names: () => string[] } {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
    names: () => [...values.keys()],
  };
}
