import type { Question } from "@anteroom/sandbox/host";

/** What an app asks of its person; the page's dialog puts it to them. */
export type Ask =
  | { readonly kind: "link"; readonly url: URL }
  | { readonly kind: "save"; readonly name: string; readonly data: Blob }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "question"; readonly question: Question };

export type Answer = boolean | string | null;

/** The one that is before the person, or will be once the app's tab is opened. */
export interface OpenAsk {
  readonly id: number;
  readonly ask: Ask;
  /** It comes right after others, so that the person can end them all. */
  readonly mayStop: boolean;
}

interface Waiting extends OpenAsk {
  readonly resolve: (answer: Answer) => void;
}

/** An ask that comes so soon after the last answer comes in a row with it. */
const IN_A_ROW_MS = 3000;
/** After one that was given no answer, one that comes much later does too: who nags may wait a little each time. */
const UNWANTED_MS = 60_000;
const ROW = 3;

/** What the app of one frame asks, one after the other. */
export class Asks {
  readonly #listeners = new Set<() => void>();
  #waiting: readonly Waiting[] = [];
  #lastId = 0;
  #inARow = 0;
  #rowEndsAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): OpenAsk | undefined => this.#waiting[0];

  /** Resolves with the answer, or with what stands for none where the person wants no more of them. */
  put(ask: Ask): Promise<Answer> {
    if (this.#stopped) return Promise.resolve(noAnswer(ask));
    this.#inARow = performance.now() < this.#rowEndsAt ? this.#inARow + 1 : 1;
    const mayStop = this.#inARow >= ROW;
    return new Promise((resolve) => {
      this.#change([...this.#waiting, { id: (this.#lastId += 1), ask, mayStop, resolve }]);
    });
  }

  /** Answers the one that is before the person. */
  answer(answer: Answer): void {
    const [first, ...rest] = this.#waiting;
    if (!first) return;
    const isNone = answer === noAnswer(first.ask);
    this.#rowEndsAt = performance.now() + (isNone ? UNWANTED_MS : IN_A_ROW_MS);
    first.resolve(answer);
    this.#change(rest);
  }

  dismiss(): void {
    const [first] = this.#waiting;
    if (first) this.answer(noAnswer(first.ask));
  }

  /** Answers all that the app asks from now on with nothing. */
  stop(): void {
    this.#stopped = true;
    this.end();
  }

  /** The app is gone: nothing of it stays before the person. */
  end(): void {
    for (const { ask, resolve } of this.#waiting) resolve(noAnswer(ask));
    this.#change([]);
  }

  #change(next: readonly Waiting[]): void {
    this.#waiting = next;
    for (const listener of this.#listeners) listener();
  }
}

/** An alert asks for none. */
function noAnswer(ask: Ask): Answer {
  if (ask.kind !== "question") return false;
  return ask.question.kind === "alert" ? true : null;
}
