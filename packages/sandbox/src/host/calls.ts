import {
  CALL_LIMITS,
  type AppCall,
  type CallAnswers,
  type CallError,
  type ValueScope,
} from "../wire/calls.ts";
import { shorten } from "../wire/diagnostic.ts";
import { MESSAGE_UNITS, type HostMessage } from "../wire/messages.ts";
import { fileNameOf, linkOf } from "./outward.ts";
import { CallFailure, type AppServices, type ValueStore } from "./services.ts";

export interface CallDeskOptions {
  readonly services: AppServices | undefined;
  readonly say: (message: HostMessage) => void;
  /** The end of the frame: nothing is begun or answered after it. */
  readonly signal: AbortSignal;
}

type Answer = CallAnswers[keyof CallAnswers];

/** Made once, since it is the answer to floods. */
const TOO_MANY = {
  ok: false,
  error: { code: "rate_limited", message: `More than ${CALL_LIMITS.calls_a_second} calls came in a second.` },
} as const;

/** Calls of one frame that are not answered yet, and of these the ones that ask the person. */
const WAITING = 1000;
const ASKING = 8;
const ASKS: ReadonlySet<string> = new Set([
  "link",
  "save",
  "copy",
  "notify",
  "ask",
] satisfies AppCall["call"][]);

/** Answers what the app of one frame asks of its page, each call by its id, with what the page lends the app. */
export class CallDesk {
  readonly #options: CallDeskOptions;
  /** The last call of each lane: what one call does is done before the next in its lane begins. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #watched = new Set<ValueScope>();
  #waiting = 0;
  #asking = 0;
  #second = Number.NEGATIVE_INFINITY;
  #inSecond = 0;

  constructor(options: CallDeskOptions) {
    this.#options = options;
  }

  /** Answers a call; what is no call that this page knows, too. */
  take(id: number, call: AppCall | undefined): void {
    void this.#answered(call).then((answer) => {
      if (!this.#options.signal.aborted) this.#options.say({ type: "answer", id, ...answer });
    });
  }

  async #answered(
    call: AppCall | undefined,
  ): Promise<{ ok: true; value: Answer } | { ok: false; error: CallError }> {
    if (!this.#countIn()) return TOO_MANY;
    try {
      if (call === undefined) throw new CallFailure("invalid", "This is no call that the page knows.");
      return { ok: true, value: await this.#admitted(call) };
    } catch (error) {
      return { ok: false, error: errorOf(error) };
    }
  }

  /** Whether one more may come in this second. */
  #countIn(): boolean {
    const now = performance.now();
    if (now - this.#second >= 1000) [this.#second, this.#inSecond] = [now, 0];
    this.#inSecond += 1;
    return this.#inSecond <= CALL_LIMITS.calls_a_second;
  }

  async #admitted(call: AppCall): Promise<Answer> {
    const asks = ASKS.has(call.call);
    if (this.#waiting >= WAITING || (asks && this.#asking >= ASKING)) {
      throw new CallFailure("rate_limited", "Too many calls wait for their answer.");
    }
    this.#waiting += 1;
    if (asks) this.#asking += 1;
    try {
      return await this.#inLane(laneOf(call), () => this.#done(call));
    } finally {
      this.#waiting -= 1;
      if (asks) this.#asking -= 1;
    }
  }

  async #inLane(lane: string | undefined, work: () => Promise<Answer>): Promise<Answer> {
    if (lane === undefined) return work();
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const turn = before.then(() => {
      if (this.#options.signal.aborted) throw new CallFailure("unavailable", "The app was closed.");
      return work();
    });
    const over = turn.then(nothing, nothing);
    this.#lanes.set(lane, over);
    try {
      return await turn;
    } finally {
      if (this.#lanes.get(lane) === over) this.#lanes.delete(lane);
    }
  }

  async #done(call: AppCall): Promise<Answer> {
    const { members, openLink, saveFile, copy, notify, ask } = this.#options.services ?? {};
    switch (call.call) {
      case "get":
        return this.#store(call.of).get(call.key);
      case "set":
        return this.#store(call.of).set(call.key, call.value, call.ifVersion);
      case "delete":
        return this.#store(call.of).delete(call.key, call.ifVersion);
      case "list":
        return { keys: await this.#store(call.of).list(call.prefix) };
      case "watch":
        return this.#watch(call.of);
      case "members":
        return { names: await lent(members, MEMBERS_MISSING)() };
      case "link":
        return { done: await lent(openLink, notHere("open links"))(linkOf(call.url)) };
      case "save":
        return { done: await lent(saveFile, notHere("save files"))(fileNameOf(call.name), call.data) };
      case "copy":
        return { done: await lent(copy, notHere("copy to the clipboard"))(call.text) };
      case "notify":
        return { done: await lent(notify, notHere("show messages"))(call.text) };
      case "ask":
        return { answer: await lent(ask, notHere("ask questions"))(call.question) };
    }
  }

  #store(of: ValueScope): ValueStore {
    const { own, shared } = this.#options.services ?? {};
    return of === "own" ? lent(own, notHere("keep data")) : lent(shared, SHARED_MISSING);
  }

  #watch(of: ValueScope): CallAnswers["watch"] {
    const store = this.#store(of);
    if (this.#watched.has(of)) return {};
    this.#watched.add(of);
    const { say, signal } = this.#options;
    store.watch((changes) => {
      if (!signal.aborted) say({ type: "changed", of, changes });
    }, signal);
    return {};
  }
}

const SHARED_MISSING =
  "This app was approved without shared data: its code must name `shared` or `useShared` from @anteroom/app where the reviewer sees it.";
const MEMBERS_MISSING =
  "This app was approved without the members' names: its code must name `room.members` from @anteroom/app where the reviewer sees it.";

function notHere(what: string): string {
  return `An app cannot ${what} on this page.`;
}

function lent<Service>(service: Service | undefined, otherwise: string): Service {
  if (service === undefined) throw new CallFailure("not_allowed", otherwise);
  return service;
}

/**
 * Calls with one value, and those that ask the person, are done one after the other. So are lists, each of which
 * can be as long as a thousand values.
 */
function laneOf(call: AppCall): string | undefined {
  if ("key" in call) return `${call.of} ${call.key}`;
  if (call.call === "list") return call.of;
  return ASKS.has(call.call) ? "person" : undefined;
}

/** What an app may know of what went wrong. */
function errorOf(error: unknown): CallError {
  if (!(error instanceof CallFailure))
    return { code: "unavailable", message: "The page cannot do this now." };
  return { code: error.code, message: shorten(error.message, MESSAGE_UNITS) };
}

function nothing(): void {}
