/** What waits, by the caller for whom it waits: each caller gets a turn before anybody gets a second one. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>();
  /** The callers for whom something waits; whose turn is next comes first. */
  #turns: string[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** For how many callers something waits. */
  get callers(): number {
    return this.#turns.length;
  }

  sizeOf(caller: string): number {
    return this.#waiting.get(caller)?.length ?? 0;
  }

  push(caller: string, item: T): void {
    const mine = this.#waiting.get(caller);
    if (mine) mine.push(item);
    else {
      this.#waiting.set(caller, [item]);
      this.#turns.push(caller);
    }
    this.#size += 1;
  }

  /** Puts back what was taken last, as if it had not been its turn. */
  putBack(caller: string, item: T): void {
    this.#waiting.set(caller, [item, ...(this.#waiting.get(caller) ?? [])]);
    this.#turns = [caller, ...this.#turns.filter((other) => other !== caller)];
    this.#size += 1;
  }

  next(): T | undefined {
    const caller = this.#turns.shift();
    if (caller === undefined) return undefined;
    const [item, ...more] = this.#waiting.get(caller) ?? [];
    this.#waiting.delete(caller);
    if (more.length > 0) {
      this.#waiting.set(caller, more);
      this.#turns.push(caller);
    }
    this.#size -= 1;
    return item;
  }
}
