import type { Topic } from "@anteroom/features/kernel/signal";

/** How many listeners are called before the event loop gets a turn: each may read the database at once. */
const CHUNK = 100;

type Listener = () => void;

/**
 * Tells listeners in this process that something changed. A listener that is still to be called is not
 * called twice, and many of them are called in chunks, so that a wake of thousands lets requests through.
 */
export class Hub {
  readonly #topics = new Map<Topic, Set<Listener>>();
  readonly #due = new Set<Listener>();
  #draining = false;

  /**
   * Calls `listener`, which must not throw, after each publication of the topic until the returned function
   * is called; one call that was already due may still come after that.
   */
  subscribe(topic: Topic, listener: Listener): () => void {
    let listeners = this.#topics.get(topic);
    if (!listeners) {
      listeners = new Set();
      this.#topics.set(topic, listeners);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }

  /** How many listen to a topic now. */
  count(topic: Topic): number {
    return this.#topics.get(topic)?.size ?? 0;
  }

  publish(topic: Topic): void {
    const listeners = this.#topics.get(topic);
    if (listeners) this.#call(listeners);
  }

  /** Calls every listener: something changed, and nobody knows what. */
  publishAll(): void {
    for (const listeners of this.#topics.values()) this.#call(listeners);
  }

  #call(listeners: Iterable<Listener>): void {
    for (const listener of listeners) this.#due.add(listener);
    if (this.#draining || this.#due.size === 0) return;
    this.#draining = true;
    setImmediate(() => this.#drain());
  }

  #drain(): void {
    let called = 0;
    for (const listener of this.#due) {
      this.#due.delete(listener);
      listener();
      called += 1;
      if (called === CHUNK) break;
    }
    this.#draining = this.#due.size > 0;
    if (this.#draining) setImmediate(() => this.#drain());
  }
}
