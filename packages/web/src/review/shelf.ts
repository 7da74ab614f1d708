/** What the browser remembers; one that keeps nothing remembers nothing, and nothing breaks. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Until it is cleared. The storage is asked for at each use, since asking alone can be refused. */
export const browserShelf: Shelf = {
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => localStorage.setItem(name, value),
  removeItem: (name) => localStorage.removeItem(name),
};

/** As long as this browser tab. */
export const tabShelf: Shelf = {
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, value) => sessionStorage.setItem(name, value),
  removeItem: (name) => sessionStorage.removeItem(name),
};

/** What is kept under a name; empty for nothing. */
export function take(shelf: Shelf, name: string): string {
  try {
    return shelf.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a value; an empty one is taken away. */
export function put(shelf: Shelf, name: string, value: string): void {
  try {
    if (value === "") shelf.removeItem(name);
    else shelf.setItem(name, value);
  } catch {
    // The storage is full or switched off: what is on the page holds until it is left.
  }
}
