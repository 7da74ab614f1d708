// Taken before the app runs, which may replace it.
const later = queueMicrotask;

/** Those who want to be told of something. One that throws fails as a listener of the browser does: alone, to be seen. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Returns what ends it. The same function counts each time it is added. */
  add(listener: (...args: Args) => void): () => void {
    const own = (...args: Args): void => listener(...args);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  tell(...args: Args): void {
    for (const listener of this.#all) {
      try {
        listener(...args);
      } catch (error) {
        later(() => {
          throw error;
        });
      }
    }
  }
}
