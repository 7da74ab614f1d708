import { MOST_AGENTS, type NotedCalls } from "@anteroom/features";
import type { AgentPrincipal } from "@anteroom/features/kernel/principal";

/** What tells parallel agents on one connection apart, as they send it. */
export const LABEL = /^[a-z0-9._-]{1,64}$/u;

/** An agent is written again after so many milliseconds; how long what is new waits, and what is known. */
const AGAIN_MS = 60_000;
const SOON_MS = 20;
const LATER_MS = 5000;
/** Who is not heard from for so long is forgotten here, and written like somebody new at its next call. */
const FORGET_MS = 3_600_000;
/** How often in a minute one connection may hurry the others' writing along with its own. */
const HURRIES = 5;
/** Connections in one write: others want the writer too. */
const MOST_AT_ONCE = 100;

interface Heard {
  readonly of: Omit<NotedCalls, "at" | "agents">;
  /** When each agent was noted, on the monotonic clock; "" is the one without a label. The earliest comes first. */
  readonly noted: Map<string, number>;
  /** What is to be written: times of day by label. */
  readonly due: Map<string, string>;
  hurries: { left: number; readonly until: number };
}

export interface CallNotesOptions {
  readonly write: (calls: readonly NotedCalls[]) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Notes when agents call, beside their calls: kept in memory, and written for many at once. Each write empties
 * what readers remember, so there are few of them, however many calls come and whatever labels they carry.
 */
export class CallNotes implements AsyncDisposable {
  readonly #options: CallNotesOptions;
  readonly #now: () => number;
  readonly #heard = new Map<string, Heard>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  #writing: Promise<void> = Promise.resolve();
  #swept = 0;

  constructor(options: CallNotesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Notes a call of an agent; what is no label counts as none. */
  take(principal: AgentPrincipal, label: string | readonly string[] | undefined): void {
    const now = this.#now();
    const heard = this.#heardOf(principal, now);
    const key = typeof label === "string" && LABEL.test(label) ? label : "";
    const before = heard.noted.get(key);
    if (before !== undefined && now - before < AGAIN_MS) return;
    if (before === undefined && !makeRoom(heard, now)) return;
    heard.noted.delete(key);
    heard.noted.set(key, now);
    heard.due.set(key, new Date().toISOString());
    this.#schedule(before === undefined && mayHurry(heard, now) ? SOON_MS : LATER_MS);
  }

  /** Writes what is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    while (this.#someDue().length > 0) await this.#write();
  }

  #heardOf({ workspace_id, connection_id, person_id }: AgentPrincipal, now: number): Heard {
    let heard = this.#heard.get(connection_id);
    if (!heard) {
      heard = {
        of: { workspace_id, connection_id, person_id },
        noted: new Map(),
        due: new Map(),
        hurries: { left: HURRIES, until: now + AGAIN_MS },
      };
      this.#heard.set(connection_id, heard);
    }
    return heard;
  }

  #schedule(wait: number): void {
    const at = this.#now() + wait;
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timerAt = Infinity;
      this.#writing = this.#writing.then(() => this.#write());
    }, wait);
  }

  #someDue(): Heard[] {
    const some: Heard[] = [];
    for (const heard of this.#heard.values()) {
      if (heard.due.size > 0) some.push(heard);
      if (some.length === MOST_AT_ONCE) break;
    }
    return some;
  }

  async #write(): Promise<void> {
    const some = this.#someDue();
    if (some.length === 0) return;
    const calls = some.map(({ of, due }): NotedCalls => {
      const at = [...due.values()].toSorted().at(-1) ?? "";
      const agents = [...due].filter(([label]) => label !== "").map(([label, time]) => ({ label, at: time }));
      due.clear();
      return { ...of, at, agents };
    });
    if (some.length === MOST_AT_ONCE) this.#schedule(SOON_MS);
    this.#sweep();
    // What could not be written is noted again a minute later, if the agent still calls.
    await this.#options.write(calls).catch(this.#options.onError);
  }

  #sweep(): void {
    const now = this.#now();
    if (now - this.#swept < AGAIN_MS) return;
    this.#swept = now;
    for (const [id, { noted, due }] of this.#heard) {
      for (const [label, at] of noted) if (now - at > FORGET_MS) noted.delete(label);
      if (noted.size === 0 && due.size === 0) this.#heard.delete(id);
    }
  }
}

/** Whether one more agent of a connection can be noted: not more in a minute than are kept. */
function makeRoom({ noted }: Heard, now: number): boolean {
  if (noted.size <= MOST_AGENTS) return true;
  const [oldest] = noted;
  if (!oldest || now - oldest[1] < AGAIN_MS) return false;
  noted.delete(oldest[0]);
  return true;
}

function mayHurry(heard: Heard, now: number): boolean {
  if (heard.hurries.until <= now) heard.hurries = { left: HURRIES, until: now + AGAIN_MS };
  if (heard.hurries.left === 0) return false;
  heard.hurries.left -= 1;
  return true;
}
