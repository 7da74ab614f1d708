/** How many tokens are kept in mind; then the one that was let in first makes room. */
const MOST_KEPT = 10_000;

/**
 * Whose the tokens are that worked lately. Only with these a connection gets turns of its own beside the others at
 * its address: tokens that were made up, one for each request, would get a turn for each.
 */
export class KnownCallers {
  readonly #connections = new Map<string, string>();

  add(secret: string, connection_id: string): void {
    if (this.#connections.has(secret)) return;
    this.#connections.set(secret, connection_id);
    const [first] = this.#connections.keys();
    if (this.#connections.size > MOST_KEPT && first !== undefined) this.#connections.delete(first);
  }

  /** The connection of a token that worked lately. */
  of(secret: string): string | undefined {
    return this.#connections.get(secret);
  }
}
