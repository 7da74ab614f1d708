import { type AppFiles, normaliseName, readFiles } from "@anteroom/app-format";
import { findSampleStand, listSampleWork, type SampleStand } from "@anteroom/features";
import type { Ports } from "@anteroom/features/kernel/context";
import type { AgentPrincipal } from "@anteroom/features/kernel/principal";
import { Waiting } from "@anteroom/features/kernel/waiting";
import type { CallNotes } from "./call-notes.ts";
import type { Hub } from "./hub.ts";
import type { Logger } from "./log.ts";
import type { Operations } from "./operations.ts";
import { answerComments, nextChange, type SampleComment } from "./sample-answer.ts";
import { SAMPLE_FILES, SAMPLE_NAME } from "./sample-app.ts";

/** How long it takes before it answers, so that its person sees it happen. */
const THINKS_MS = 2000;
const NAME_KEY = normaliseName(SAMPLE_NAME);

export interface SampleAgentOptions {
  readonly ports: Ports;
  readonly operations: Operations["agent"];
  readonly hub: Hub;
  readonly notes: CallNotes;
  readonly log: Logger;
}

/**
 * Plays an agent that needs no model, so that a newcomer lives the review loop: it proposes an app, and answers when
 * changes are asked for. It acts by the operations that every agent has; what it goes on from stands in the tables,
 * so a restart loses nothing.
 */
export class SampleAgent implements AsyncDisposable {
  readonly #options: SampleAgentOptions;
  readonly #watched = new Map<string, () => void>();
  readonly #due = new Map<string, NodeJS.Timeout>();
  /** Proposals that are answered and need no second look. */
  readonly #answered = new Set<string>();
  /** One thing at a time, so that two presses make one card. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: SampleAgentOptions) {
    this.#options = options;
  }

  /** Goes on where it was when the server stopped. */
  async begin(): Promise<void> {
    for (const { room_id } of await listSampleWork(this.#options.ports.store.read)) {
      this.#watch(room_id);
      this.#look(room_id);
    }
  }

  /**
   * Does its next thing in a Room: proposes, answers what it was asked, or proposes an update of what was approved.
   * Resolves with the proposal that then waits. @throws Refusal as proposing does
   */
  async play(principal: AgentPrincipal, room_id: string): Promise<string> {
    this.#watch(room_id);
    return await this.#inTurn(() => this.#playNow(principal, room_id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#watched.values()) stop();
    for (const timer of this.#due.values()) clearTimeout(timer);
    await this.#turn;
  }

  #watch(room_id: string): void {
    if (this.#watched.has(room_id)) return;
    const stop = this.#options.hub.subscribe(`resource:${room_id}`, () => this.#look(room_id));
    this.#watched.set(room_id, stop);
  }

  /** Looks, a little later, whether it was asked for something. */
  #look(room_id: string): void {
    if (this.#due.has(room_id)) return;
    const timer = setTimeout(() => {
      this.#due.delete(room_id);
      this.#inTurn(() => this.#answerIn(room_id)).catch(this.#warn);
    }, THINKS_MS);
    this.#due.set(room_id, timer);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(task);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #answerIn(room_id: string): Promise<void> {
    for (const work of await listSampleWork(this.#options.ports.store.read)) {
      const { principal, proposal_id } = work;
      if (work.room_id !== room_id || this.#answered.has(proposal_id)) continue;
      // One that cannot be answered must not silence the others, whose people are other people.
      await this.#answerLatest(principal, work).catch(this.#warn);
    }
  }

  readonly #warn = (error: unknown): void => {
    this.#options.log.warn({ err: error }, "the sample agent could not answer");
  };

  async #answerLatest(principal: AgentPrincipal, work: { room_id: string; proposal_id: string }) {
    const { latest } = await this.#stand(principal, work.room_id);
    if (latest?.proposal_id === work.proposal_id) await this.#answer(principal, work.room_id, latest);
  }

  async #playNow(principal: AgentPrincipal, room_id: string): Promise<string> {
    const stand = await this.#stand(principal, room_id);
    const { latest } = stand;
    if (latest?.own) {
      if (latest.state === "pending") return latest.proposal_id;
      const answered = await this.#answer(principal, room_id, latest);
      if (answered !== undefined) return answered;
    }
    return await this.#propose(principal, {
      room_id,
      files: await this.#unasked(principal, stand),
      idempotency_key: `play-${room_id}-${latest?.proposal_id ?? "first"}`,
    });
  }

  /**
   * The next change to what runs. Where there is none, and for who asked for more than it has, it begins anew; as far
   * on as it takes to be neither what runs nor what changes were asked for, since both are refused.
   */
  async #unasked(principal: AgentPrincipal, { latest, running }: SampleStand): Promise<AppFiles> {
    const next = async (files: AppFiles) =>
      (await nextChange(files, (changed) => this.#fits(principal, changed)))?.files;
    const asked = latest?.state === "changes_requested" ? latest.files : undefined;
    const further = !asked && running?.own && running.files && (await next(running.files));
    if (further) return further;
    const refused = [asked, running?.files];
    let files: AppFiles = SAMPLE_FILES;
    while (refused.some((there) => there && isSame(there, files))) {
      const after = await next(files);
      if (!after) break;
      files = after;
    }
    return files;
  }

  /** Answers each comment, and proposes what changed; undefined when nothing was asked, or it has nothing more. */
  async #answer(
    principal: AgentPrincipal,
    room_id: string,
    { proposal_id, state, files }: Latest,
  ): Promise<string | undefined> {
    if (state !== "changes_requested" || !files) return undefined;
    const { decision } = await this.#call<Read>(principal, "read_proposal", { proposal_id });
    const comments = (decision?.comments ?? []).filter(({ resolved }) => !resolved);
    const answer = await answerComments(comments, files, (changed) => this.#fits(principal, changed));
    for (const { comment_id, body } of answer.replies) {
      // By what it says too: it says something else once other comments are resolved.
      const idempotency_key = `reply-${comment_id}-${this.#options.ports.sha256(body)}`;
      const reply = { proposal_id, comment_id, body, idempotency_key };
      await this.#call(principal, "reply_to_proposal_comment", reply);
    }
    const idempotency_key = `answer-${proposal_id}`;
    const next =
      answer.files && (await this.#propose(principal, { room_id, files: answer.files, idempotency_key }));
    this.#answered.add(proposal_id);
    return next;
  }

  async #propose(
    principal: AgentPrincipal,
    wanted: { readonly room_id: string; readonly files: AppFiles; readonly idempotency_key: string },
  ): Promise<string> {
    const files = Object.fromEntries(wanted.files);
    const call = { ...wanted, name: SAMPLE_NAME, files };
    const made = await this.#call<{ proposal_id: string }>(principal, "propose_room_snippet_app", call);
    return made.proposal_id;
  }

  async #stand(principal: AgentPrincipal, room_id: string) {
    return await findSampleStand(this.#options.ports.store.read, principal, { room_id, name_key: NAME_KEY });
  }

  /** Whether these files would be accepted. */
  async #fits(principal: AgentPrincipal, files: AppFiles): Promise<boolean> {
    const read = readFiles(Object.fromEntries(files));
    if (!read.ok) return false;
    const { diagnostics } = await this.#options.ports.checkFiles(read.files, principal.connection_id);
    return diagnostics.length === 0;
  }

  /** Calls an operation as an agent does; what could be held is answered at once. */
  async #call<T>(principal: AgentPrincipal, name: string, input: object): Promise<T> {
    const { ports, operations, notes } = this.#options;
    const callable = operations.get(name);
    if (!callable) throw new Error(`There is no operation ${name}.`);
    notes.take(principal, undefined);
    const output = await callable.handler({ ...ports, principal } as never, input as never);
    return (output instanceof Waiting ? await output.plan.attempt(true) : output) as T;
  }
}

function isSame(one: AppFiles, other: AppFiles): boolean {
  return one.size === other.size && Array.from(one).every(([path, text]) => other.get(path) === text);
}

type Latest = NonNullable<SampleStand["latest"]>;

/** As much of read_proposal as it looks at. */
interface Read {
  readonly decision?: { readonly comments?: readonly (SampleComment & { readonly resolved: boolean })[] };
}
