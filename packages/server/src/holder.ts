import type { Topic } from "@anteroom/features/kernel/signal";
import type { Waiting } from "@anteroom/features/kernel/waiting";
import { PeerGone } from "./body.ts";
import type { Hub } from "./hub.ts";

/** The caller has no token or sign-in that works, or it ended while the call was held. */
export class NotSignedIn extends Error {
  constructor() {
    super("The caller is not signed in.");
    this.name = "NotSignedIn";
  }
}

export interface HoldOptions {
  /** What wakes the call besides the plan's own topics: whatever changes the caller's rights. */
  readonly topics: readonly Topic[];
  /** Whether the caller may still be answered; asked anew before each answer. */
  readonly stillAllowed: () => Promise<boolean>;
}

export interface Held<T> {
  /** @throws NotSignedIn, PeerGone after `cancel`, and whatever the plan's attempt throws. */
  readonly answer: Promise<T>;
  /** Gives up: nobody is there to be answered. */
  cancel(): void;
}

/** Holds calls open until there is something to answer, their time is up, or the server stops. */
export class Holder {
  readonly #hub: Hub;
  readonly #held = new Set<Pick<HeldCall<unknown>, "answer" | "finish">>();
  readonly #bySubject = new Map<string, number>();
  #closing = false;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  hold<T>(waiting: Waiting<T>, options: HoldOptions): Held<T> {
    const call = new HeldCall(waiting, options);
    if (this.#closing || waiting.plan.seconds === 0) {
      call.start(0);
      return call;
    }
    // Before the first attempt: what changes between the two must not be missed.
    const topics = new Set([...waiting.plan.topics, ...options.topics]);
    const unsubscribe = Array.from(topics, (topic) => this.#hub.subscribe(topic, call.wake));
    const { subject } = waiting.plan;
    this.#held.add(call);
    this.#count(subject, 1);
    call.onEnd(() => {
      for (const stop of unsubscribe) stop();
      this.#held.delete(call);
      this.#count(subject, -1);
    });
    call.start(waiting.plan.seconds);
    return call;
  }

  /** Whether the server stops: nothing is held any more. */
  get closing(): boolean {
    return this.#closing;
  }

  /** How many calls wait for this subject now. */
  count(subject: string): number {
    return this.#bySubject.get(subject) ?? 0;
  }

  /** Answers every held call with what there is, and holds no further one; resolves when all are answered. */
  async close(): Promise<void> {
    this.#closing = true;
    const calls = [...this.#held];
    for (const call of calls) call.finish();
    await Promise.allSettled(calls.map((call) => call.answer));
  }

  #count(subject: string | undefined, change: number): void {
    if (subject === undefined) return;
    const count = this.count(subject) + change;
    if (count === 0) this.#bySubject.delete(subject);
    else this.#bySubject.set(subject, count);
  }
}

/** One held call: attempts are made one after the other, never two at once. */
class HeldCall<T> implements Held<T> {
  readonly answer: Promise<T>;
  readonly #waiting: Waiting<T>;
  readonly #stillAllowed: () => Promise<boolean>;
  readonly #settle: { resolve: (answer: T) => void; reject: (reason: unknown) => void };
  #timer: NodeJS.Timeout | undefined;
  #ended: () => void = () => undefined;
  #attempting = false;
  /** Woken while an attempt was under way: it may have looked too early. */
  #again = false;
  #timeIsUp = false;
  #over = false;

  constructor(waiting: Waiting<T>, options: HoldOptions) {
    this.#waiting = waiting;
    this.#stillAllowed = options.stillAllowed;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.answer = promise;
    this.#settle = { resolve, reject };
  }

  onEnd(ended: () => void): void {
    this.#ended = ended;
  }

  start(seconds: number): void {
    if (seconds === 0) this.#timeIsUp = true;
    else this.#timer = setTimeout(() => this.finish(), seconds * 1000);
    // Whoever began the call was let in a moment ago: the first attempt need not ask again.
    void this.#attempt(true);
  }

  readonly wake = (): void => {
    if (this.#attempting) this.#again = true;
    else if (!this.#over) void this.#attempt(false);
  };

  /** Makes the last attempt, whose answer is given whatever it is. */
  finish(): void {
    this.#timeIsUp = true;
    this.wake();
  }

  cancel(): void {
    this.#end(() => this.#settle.reject(new PeerGone()));
  }

  async #attempt(allowed: boolean): Promise<void> {
    this.#attempting = true;
    try {
      const last = this.#timeIsUp;
      if (!allowed && !(await this.#stillAllowed())) throw new NotSignedIn();
      const answer = await this.#waiting.plan.attempt(last);
      if (answer !== undefined) this.#end(() => this.#settle.resolve(answer));
      else if (last) throw new Error("A held call had no answer for a caller whose time was up.");
    } catch (error) {
      this.#end(() => this.#settle.reject(error));
    }
    this.#attempting = false;
    if (this.#again && !this.#over) {
      this.#again = false;
      void this.#attempt(false);
    }
  }

  #end(settle: () => void): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#ended();
    settle();
  }
}
