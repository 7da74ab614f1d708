import { FairQueue } from "./fair-queue.ts";

/** What one caller may begin in a turn: a call takes some tens of microseconds, and each turn costs some too. */
const IN_A_TURN = 4;

interface Waiting {
  readonly caller: string;
  readonly start: () => void;
}

/**
 * Begins what callers ask for, a few things for each caller in a turn of the event loop; what more one of them
 * asks for waits for the next turns. So a request is never behind more than those few of each other caller's,
 * however many sockets somebody sends on. It costs a caller who sends one at a time nothing.
 */
export class FairStart {
  readonly #begun = new Map<string, number>();
  readonly #waiting = new FairQueue<Waiting>();
  #scheduled = false;

  /** Calls `start`, which must not throw, now or in one of the next turns. */
  begin(caller: string, start: () => void): void {
    if ((this.#begun.get(caller) ?? 0) < IN_A_TURN && this.#waiting.sizeOf(caller) === 0) {
      this.#start({ caller, start });
    } else this.#waiting.push(caller, { caller, start });
    this.#schedule();
  }

  #start({ caller, start }: Waiting): void {
    this.#begun.set(caller, (this.#begun.get(caller) ?? 0) + 1);
    start();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    this.#begun.clear();
    for (let round = 0; round < IN_A_TURN; round += 1) {
      for (let callers = this.#waiting.callers; callers > 0; callers -= 1) {
        const next = this.#waiting.next();
        if (next) this.#start(next);
      }
    }
    if (this.#begun.size > 0) this.#schedule();
  }
}
