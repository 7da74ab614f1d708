import { AppError, traceHere, tracedTo } from "./app-error.ts";
import { checked, type Area } from "./area.ts";
import { fromJson, toJson } from "./json.ts";
import { Listeners } from "./listeners.ts";
import { update } from "./update.ts";

/** What components draw of a value; the same object until something of it changes. */
export interface CellState {
  /** Undefined: there is none. */
  readonly value: unknown;
  readonly state: { readonly ready: boolean; readonly error?: AppError | undefined };
}

/** A change that a component makes. */
export interface CellChange {
  /** The next value, from the one that is there; a function of its own each time it is asked. */
  readonly from: (now: unknown) => unknown;
  /** It is the next value whatever is there. */
  readonly replaces: boolean;
}

interface Traced extends CellChange {
  readonly trace: Error;
}

// Taken before the app runs, which may replace them.
const rejected = Promise.reject.bind(Promise);
const { min } = Math;
const later = setTimeout;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/**
 * One value as all components of the frame with its key share it. What they change is drawn at once, on top of
 * what is known to be kept, sent one change after the other, and taken back if it cannot be kept. While one is
 * under way, what came in between is put together into the next.
 */
export class Cell {
  readonly #area: Area;
  readonly #key: string;
  readonly #trace = traceHere();
  readonly #listeners = new Listeners<[]>();
  #began = false;
  #ready = false;
  #error: AppError | undefined;
  /** Whether the app looks at errors itself. */
  #errorIsSeen = false;
  /** What is kept, as far as it is known. */
  #text: string | undefined;
  #version = -1;
  /** What came while a change was under way, which may be that change. */
  #held: { readonly text: string | undefined; readonly version: number } | undefined;
  #sent: Traced | undefined;
  #next: Traced | undefined;
  #shown: { readonly value: unknown; readonly text: string | undefined } = {
    value: undefined,
    text: undefined,
  };
  #state: CellState;

  constructor(area: Area, key: string) {
    this.#area = area;
    this.#key = checked(key);
    this.#state = this.#stateNow();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#begin();
    return this.#listeners.add(listener);
  };

  readonly state = (): CellState => this.#state;

  /** @throws AppError when the next value is none, and what `from` throws. */
  change({ from, replaces }: CellChange): void {
    const [before, trace] = [this.#next, traceHere()];
    this.#next = before === undefined || replaces ? { from, replaces, trace } : joined(before, from);
    try {
      this.#draw();
    } catch (error) {
      this.#next = before;
      throw error;
    }
    this.#begin();
    void this.#send();
  }

  #begin(): void {
    if (this.#began) return;
    this.#began = true;
    this.#area.hear((key, text, version) => {
      if (key !== this.#key) return;
      if (this.#sent === undefined) this.#take(text, version);
      else this.#held = { text, version };
    });
    void this.#load(FIRST_RETRY_MS);
  }

  async #load(retryMs: number): Promise<void> {
    try {
      await this.#area.watch();
      const { value, version } = await this.#area.get(this.#key);
      this.#error = undefined;
      this.#take(value, version);
    } catch (error) {
      const failure = asAppError(error);
      // An app with very many values has them a moment later, and nothing went wrong.
      const isCrowded = failure.code === "rate_limited";
      const passes = isCrowded || failure.code === "unavailable";
      if (passes) later(() => void this.#load(min(2 * retryMs, LONGEST_RETRY_MS)), retryMs);
      else this.#next = undefined;
      if (!isCrowded) this.#fail(failure, this.#trace);
    }
    await this.#send();
  }

  /** Sends what is to be changed, once nothing is under way and it is known on what. */
  async #send(): Promise<void> {
    const change = this.#next;
    if (this.#sent !== undefined || change === undefined || !(this.#ready || change.replaces)) return;
    [this.#sent, this.#next] = [change, undefined];
    try {
      const { text, version } = await this.#put(change);
      this.#sent = undefined;
      this.#error = undefined;
      this.#take(text, version);
      this.#area.tell(this.#key, text, version);
    } catch (error) {
      this.#sent = undefined;
      this.#fail(asAppError(error), change.trace);
    }
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#take(held.text, held.version);
    await this.#send();
  }

  async #put(change: Traced): Promise<{ readonly text: string; readonly version: number }> {
    const next = (now: string | undefined): string => toJson(this.#key, change.from(fromJson(now)));
    if (this.#area.of === "shared" && !change.replaces) return update(this.#area, this.#key, next);
    const text = next(this.#text);
    return { text, version: await this.#area.set(this.#key, text) };
  }

  /** Takes a value that is kept, unless a newer one is known. */
  #take(text: string | undefined, version: number): void {
    if (version > this.#version) [this.#text, this.#version] = [text, version];
    this.#ready = true;
    this.#redraw();
  }

  #fail(error: AppError, trace: Error): void {
    this.#error = tracedTo(trace, error);
    // An app that does not look at it is shown it, as any other error that it does not take care of.
    if (!this.#errorIsSeen) void rejected(error);
    this.#redraw();
  }

  /** Draws on a value that has changed, on which the next change may not be made any more. */
  #redraw(): void {
    try {
      this.#draw();
    } catch (error) {
      const trace = this.#next?.trace ?? this.#trace;
      this.#next = undefined;
      this.#fail(asAppError(error), trace);
    }
  }

  /** Tells the components what is to be drawn now. What is the same as before stays the same object. */
  #draw(): void {
    let value = fromJson(this.#text);
    for (const change of [this.#sent, this.#next]) if (change !== undefined) value = change.from(value);
    const isKept = this.#sent === undefined && this.#next === undefined;
    const text = isKept ? this.#text : toJson(this.#key, value);
    if (text !== this.#shown.text) this.#shown = { value, text };
    this.#state = this.#stateNow();
    this.#listeners.tell();
  }

  #stateNow(): CellState {
    const [error, see] = [this.#error, () => (this.#errorIsSeen = true)];
    const state = {
      ready: this.#ready,
      get error() {
        see();
        return error;
      },
    };
    return { value: this.#shown.value, state };
  }
}

function joined(first: Traced, from: CellChange["from"]): Traced {
  return { ...first, from: (now) => from(first.from(now)) };
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError("invalid", String(error));
}
