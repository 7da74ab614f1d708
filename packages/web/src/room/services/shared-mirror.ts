import type { PersonOutputs } from "@anteroom/client";
import { CallFailure, type CallAnswers, type ValueChange, type ValueStore } from "@anteroom/sandbox/host";
import { callFailureOf } from "./call-failure.ts";

/** The server's operations on one app's shared data. */
export interface SharedSource {
  read(after: number): Promise<PersonOutputs["read_shared_data"]>;
  set(key: string, value: string, ifVersion: number | undefined): Promise<{ readonly version: number }>;
  delete(key: string, ifVersion: number | undefined): Promise<{ readonly version: number }>;
}

/** Without a value: deleted. */
interface Row {
  readonly value: string | undefined;
  readonly version: number;
}

type Rows = ReadonlyMap<string, Row>;
type Listener = (changes: readonly ValueChange[]) => void;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * What an app keeps for its Room, as this page knows it: read whole at first, then on from the last version, and
 * told to those who watch. What is got and listed is answered from here; what is changed goes to the server first.
 */
export class SharedMirror implements ValueStore {
  readonly #source: SharedSource;
  readonly #listeners = new Set<Listener>();
  /** A deleted one stays until the server has told as much, so that nothing older brings it back. */
  readonly #rows = new Map<string, Row>();
  /** All that the server had up to this version is here; undefined before the first reading. */
  #cursor: number | undefined;
  #reading: Promise<void> | undefined;
  #readsAgain = false;
  #pauseMs = FIRST_PAUSE_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(source: SharedSource) {
    this.#source = source;
  }

  async get(key: string): Promise<CallAnswers["get"]> {
    await this.#whole();
    const { value, version } = this.#rows.get(key) ?? {};
    return value === undefined || version === undefined ? { version: 0 } : { value, version };
  }

  async list(prefix: string): Promise<readonly string[]> {
    await this.#whole();
    const standing = [...this.#rows].filter(([, { value }]) => value !== undefined);
    return standing
      .map(([key]) => key)
      .filter((key) => key.startsWith(prefix))
      .toSorted(byUnits);
  }

  set(key: string, value: string, ifVersion?: number): Promise<CallAnswers["set"]> {
    return this.#change({ key, value }, () => this.#source.set(key, value, ifVersion));
  }

  delete(key: string, ifVersion?: number): Promise<CallAnswers["delete"]> {
    return this.#change({ key, value: undefined }, () => this.#source.delete(key, ifVersion));
  }

  watch(listener: Listener, signal: AbortSignal): void {
    // One of its own, since the same function may come twice.
    const own: Listener = (changes) => listener(changes);
    this.#listeners.add(own);
    signal.addEventListener("abort", () => this.#listeners.delete(own));
  }

  /** Something changed on the server, or may have: reads on, and later once more where that fails. */
  async follow(): Promise<void> {
    // Who asks first reads all.
    if (this.#cursor === undefined || this.#closed) return;
    clearTimeout(this.#retry);
    try {
      await this.#read();
      this.#pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      // What is refused for good is refused the next time too.
      if (this.#closed || !passes(error)) return;
      this.#retry = setTimeout(() => void this.follow(), this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#listeners.clear();
  }

  async #whole(): Promise<void> {
    if (this.#cursor === undefined) await this.#read();
  }

  async #change(
    { key, value }: { readonly key: string; readonly value: string | undefined },
    send: () => Promise<{ readonly version: number }>,
  ): Promise<{ readonly version: number }> {
    await this.#whole();
    try {
      const { version } = await send();
      this.#take([[key, { value, version }]]);
      return { version };
    } catch (error) {
      const failure = callFailureOf(error);
      // Who tries again does so on the newer value.
      if (isConflict(failure)) await this.#read().catch(() => undefined);
      throw failure;
    }
  }

  /** Reads on from the cursor, one at a time; who asks meanwhile is answered by a reading that began after that. */
  async #read(): Promise<void> {
    if (this.#reading === undefined) {
      this.#reading = this.#readOn().finally(() => {
        this.#reading = undefined;
      });
    } else {
      this.#readsAgain = true;
    }
    await this.#reading;
  }

  async #readOn(): Promise<void> {
    try {
      do {
        this.#readsAgain = false;
        await this.#readPages();
      } while (this.#readsAgain);
    } catch (error) {
      throw callFailureOf(error);
    }
  }

  async #readPages(): Promise<void> {
    let after = this.#cursor ?? 0;
    // From 0 on, what was deleted is not told.
    let anew = after === 0 ? new Map<string, Row>() : undefined;
    let page;
    do {
      page = await this.#source.read(after);
      after = page.version;
      if (page.reset) anew = new Map();
      const rows = page.entries.map(({ key, value, version }): [string, Row] => [key, { value, version }]);
      if (anew === undefined) {
        this.#take(rows);
        this.#cursor = after;
      }
      for (const [key, row] of rows) anew?.set(key, row);
    } while (page.has_more);
    if (anew !== undefined) this.#replace(anew, after);
    this.#dropDeleted();
  }

  /** Takes all that there is now in the place of what is known up to its version. */
  #replace(anew: Rows, version: number): void {
    if (version < (this.#cursor ?? 0)) {
      // The server itself went back to an earlier state, so that its versions say nothing about ours.
      for (const [key, { value }] of this.#rows) this.#rows.set(key, { value, version: -1 });
    }
    const gone = [...this.#rows.keys()].filter((key) => !anew.has(key));
    this.#take([...anew, ...gone.map((key): [string, Row] => [key, { value: undefined, version }])]);
    this.#cursor = version;
  }

  #take(rows: Iterable<readonly [string, Row]>): void {
    const changes: ValueChange[] = [];
    for (const [key, row] of rows) {
      const before = this.#rows.get(key);
      if (before !== undefined && before.version >= row.version) continue;
      this.#rows.set(key, row);
      const { value, version } = row;
      if (value !== undefined) changes.push({ key, value, version });
      else if (before?.value !== undefined) changes.push({ key, version });
    }
    // What stood there at the first reading is no change.
    if (this.#cursor === undefined || changes.length === 0) return;
    for (const listener of this.#listeners) listener(changes);
  }

  #dropDeleted(): void {
    for (const [key, { value, version }] of this.#rows) {
      if (value === undefined && version <= (this.#cursor ?? 0)) this.#rows.delete(key);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof CallFailure && error.code === "conflict";
}

function passes(error: unknown): boolean {
  return error instanceof CallFailure && (error.code === "unavailable" || error.code === "rate_limited");
}

function byUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
