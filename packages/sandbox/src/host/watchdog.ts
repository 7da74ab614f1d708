export interface WatchdogOptions {
  /** Called with false when a frame answers no more, and with true when it does again. */
  readonly tell: (answering: boolean) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

const BEAT_MS = 500;
/** So many beats in a row without an answer, which are three seconds, and a frame hangs. */
const PATIENCE = 6;
/** One that answers now and then hangs as well: so many beats of the last ones were without an answer. */
const MOST_LATE = 15;
const LAST = 20;
/** So many beats in a row with an answer, and it hangs no more. */
const TRUST = 5;
/**
 * A beat that comes so late was held up in the page itself, which slept, or is in a debugger. Where others keep the
 * machine busy, beats are late as well, and count all the same.
 */
const LATE_MS = 2000;

/** Finds out whether a frame answers, by asking it again and again. */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #ask: (() => void) | undefined;
  #isAsked = true;
  /** The last beats on time, the latest at the end: whether the frame had not answered by then. */
  #late: boolean[] = [];
  #hangs = false;
  #waiting: (() => void)[] = [];

  constructor(options: WatchdogOptions) {
    this.#options = options;
    options.signal.addEventListener("abort", () => {
      this.#hangs = false;
      this.heard();
    });
  }

  /** Begins the watch: from now on the frame can be asked. */
  start(ask: () => void): void {
    this.#ask = ask;
    ask();
    let before = performance.now();
    const beats = setInterval(() => {
      const now = performance.now();
      // Timers of a hidden page, and frames in it, run as seldom as the browser likes.
      this.#beat(now - before < LATE_MS && !document.hidden);
      before = now;
    }, BEAT_MS);
    this.#options.signal.addEventListener("abort", () => clearInterval(beats));
  }

  /** The frame has answered. */
  heard(): void {
    this.#isAsked = false;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Whether the frame has not answered for so long that it was told, or not reliably since. */
  get hangs(): boolean {
    return this.#hangs;
  }

  /** Whether the frame is late with its answer, or hangs. */
  get isLate(): boolean {
    return this.#hangs || (this.#isAsked && this.#late.at(-1) === true);
  }

  /** Resolves when the frame answers, asked now or as soon as it can be; also at the end of the watch. */
  answer(): Promise<void> {
    if (this.#options.signal.aborted) return Promise.resolve();
    if (!this.#isAsked) this.#askAgain();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #beat(isOnTime: boolean): void {
    if (isOnTime || !this.#isAsked) this.#count(this.#isAsked);
    if (!this.#isAsked) this.#askAgain();
  }

  #count(isLate: boolean): void {
    this.#late = [...this.#late, isLate].slice(-LAST);
    const inARow = this.#late.length - 1 - this.#late.lastIndexOf(!isLate);
    const hangs = this.#hangs
      ? isLate || inARow < TRUST
      : isLate && (inARow >= PATIENCE || this.#isMostlyLate);
    if (hangs === this.#hangs) return;
    this.#hangs = hangs;
    // What was before is not held against a frame that answers again.
    if (!hangs) this.#late = [];
    this.#options.tell(!hangs);
  }

  get #isMostlyLate(): boolean {
    return this.#late.filter(Boolean).length >= MOST_LATE;
  }

  #askAgain(): void {
    this.#isAsked = true;
    this.#ask?.();
  }
}
