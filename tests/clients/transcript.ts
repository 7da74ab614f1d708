import { stripVTControlCharacters } from "node:util";

const SAYS_WITHIN_MS = 60_000;

/** What a program has said so far, as a person reads it: without colours and movements of the cursor. */
export class Transcript {
  #raw = "";
  #ended = false;
  readonly #watchers = new Set<() => void>();

  get text(): string {
    return stripVTControlCharacters(this.#raw).replaceAll("\r", "");
  }

  add(chunk: string): void {
    this.#raw += chunk;
    this.#tell();
  }

  end(): void {
    this.#ended = true;
    this.#tell();
  }

  /** Waits until the program has said this; throws with all it said when it ends or goes on without. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    return await new Promise((resolve, reject) => {
      const stop = (settle: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        settle();
      };
      const giveUp = (why: string) =>
        stop(() => reject(new Error(`${why} without saying ${String(pattern)}:\n${this.text}`)));
      const look = () => {
        const found = pattern.exec(this.text);
        if (found) stop(() => resolve(found));
        else if (this.#ended) giveUp("It ended");
      };
      const timer = setTimeout(() => giveUp(`It went on for ${SAYS_WITHIN_MS} ms`), SAYS_WITHIN_MS);
      this.#watchers.add(look);
      look();
    });
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
