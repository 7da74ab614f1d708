export interface WatchdogOptions {
  /** Called with false when a frame answers no more, and with true when it does again. */
  readonly tell: (answering: boolean) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

const BEAT_MS = 500;
/** So many beats without an answer, which are three seconds, and a frame hangs. */
const PATIENCE = 6;
/** A beat that comes so late was held up in the page itself: it is hidden, asleep, busy or in a debugger. */
const LATE_MS = 750;

/** Finds out whether a frame answers, by asking it again and again. */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #ask: (() => void) | undefined;
  #isAsked = true;
  /** Beats on time since it was asked and has not answered. */
  #silence = 0;
  #waiting: (() => void)[] = [];

  constructor(options: WatchdogOptions) {
    this.#options = options;
    options.signal.addEventListener("abort", () => this.#answered());
  }

  /** Begins the watch: from now on the frame can be asked. */
  start(ask: () => void): void {
    this.#ask = ask;
    ask();
    let before = performance.now();
    const beats = setInterval(() => {
      const now = performance.now();
      this.#beat(now - before < LATE_MS);
      before = now;
    }, BEAT_MS);
    this.#options.signal.addEventListener("abort", () => clearInterval(beats));
  }

  /** The frame has answered. */
  heard(): void {
    const { hangs } = this;
    this.#answered();
    if (hangs) this.#options.tell(true);
  }

  /** Whether the frame has not answered for so long that it was told. */
  get hangs(): boolean {
    return this.#silence >= PATIENCE;
  }

  /** Whether the frame is late with its answer. */
  get isLate(): boolean {
    return this.#silence > 0;
  }

  /** Resolves when the frame answers, asked now or as soon as it can be; also at the end of the watch. */
  answer(): Promise<void> {
    if (this.#options.signal.aborted) return Promise.resolve();
    if (!this.#isAsked) this.#askAgain();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #beat(isOnTime: boolean): void {
    if (!this.#isAsked) return this.#askAgain();
    if (!isOnTime) return;
    this.#silence += 1;
    if (this.#silence === PATIENCE) this.#options.tell(false);
  }

  #askAgain(): void {
    this.#isAsked = true;
    this.#ask?.();
  }

  #answered(): void {
    this.#isAsked = false;
    this.#silence = 0;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }
}
