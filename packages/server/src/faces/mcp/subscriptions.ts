import { once } from "node:events";
import { readTasks } from "@anteroom/features";
import { Waiting } from "@anteroom/features/kernel/waiting";
import { PeerGone } from "../../body.ts";
import { NotSignedIn } from "../../holder.ts";
import { type Caller, type Exchange, holdForAgent } from "../agent-call.ts";
import { BEAT, STREAM_HEADERS } from "../event-stream.ts";
import type { FaceParts } from "../parts.ts";
import { admit, requireTasks, tooMany } from "./admit.ts";
import { type Results, withResult } from "./answers.ts";
import { isObject, type Message } from "./message.ts";
import { CODES, META, RpcProblem } from "./protocol.ts";

/** How many streams one connection may have open. */
const MOST_STREAMS = 10;
/** How many tasks one stream may follow. */
const MOST_TASKS = 100;
/** How often a silent stream says that it lives, and it is looked whether its caller may still listen. */
const BEAT_SECONDS = 15;
/** How long a client may take no byte of what was written before its stream is cut. */
const STALLED_MS = 30_000;

export interface ListenCall extends Exchange {
  readonly message: Message;
  /** The request's id as JSON: it is the subscription's. */
  readonly id: string;
}

/**
 * `subscriptions/listen`: a stream that tells of what a client asked to be told of. There is one kind, a task
 * that is over (notifications/tasks); no list ever changes here and there are no resources, so the
 * acknowledgement names no other.
 */
export class Subscriptions {
  readonly #parts: FaceParts;
  readonly #results: Results;
  readonly #open = new Map<string, number>();

  constructor(parts: FaceParts, results: Results) {
    this.#parts = parts;
    this.#results = results;
  }

  /** @throws RpcProblem, NotSignedIn, PeerGone before the stream began; never afterwards */
  async listen(call: ListenCall): Promise<void> {
    const caller = await admit(this.#parts, call);
    const task_ids = taskIdsOf(call.message);
    this.#count(caller.principal.connection_id, call);
    const context = { ...this.#parts.ports, principal: caller.principal };
    const tasks = await readTasks(context, task_ids);
    const followed = tasks.map((task) => task.task_id);
    call.response.writeHead(200, STREAM_HEADERS);
    const honoured = followed.length > 0 ? { taskIds: followed } : {};
    notify(call, "notifications/subscriptions/acknowledged", [`"notifications":${JSON.stringify(honoured)}`]);
    try {
      await this.#feed(call, { caller, followed, topics: tasks.map((task) => task.topic) });
      const ended = this.#results.complete("modern", [], [subscriptionOf(call)]);
      write(call, withResult(call.id, ended));
    } catch (error) {
      // Without a result the client takes the stream for broken, asks again, and learns that it must sign in.
      if (!(error instanceof PeerGone || error instanceof NotSignedIn)) {
        this.#parts.log.error({ err: error }, "a subscription failed");
      }
    }
    call.response.end();
  }

  /** Writes what happens until the server stops. @throws NotSignedIn, PeerGone */
  async #feed(call: ListenCall, { caller, followed, topics }: Feed): Promise<void> {
    const context = { ...this.#parts.ports, principal: caller.principal };
    let working = followed;
    while (!this.#parts.holder.closing) {
      // What is told is told by the rights of now, also to a client that took its time.
      if (!(await this.#parts.doors.bearer(caller.secret))) throw new NotSignedIn();
      const over = await holdForAgent(
        this.#parts,
        { response: call.response, caller },
        new Waiting({
          seconds: BEAT_SECONDS,
          topics,
          attempt: async (last) => {
            const now = (await readTasks(context, working)).filter((task) => task.status !== "working");
            return now.length > 0 || last ? now : undefined;
          },
        }),
      );
      for (const task of over) notify(call, "notifications/tasks", this.#results.detailsOf(task));
      if (over.length === 0) call.response.write(BEAT);
      const told = new Set(over.map((task) => task.task_id));
      working = working.filter((task_id) => !told.has(task_id));
      await drained(call);
    }
  }

  /** Counts a stream until it closes. @throws RpcProblem for one too many, PeerGone */
  #count(connection_id: string, { response }: ListenCall): void {
    if (response.destroyed) throw new PeerGone();
    const others = this.#open.get(connection_id) ?? 0;
    if (others >= MOST_STREAMS) {
      throw tooMany({
        code: "rate_limited",
        message: `One connection may have ${MOST_STREAMS} subscriptions open.`,
        retry_after_seconds: 30,
      });
    }
    this.#open.set(connection_id, others + 1);
    response.once("close", () => {
      const left = (this.#open.get(connection_id) ?? 1) - 1;
      if (left > 0) this.#open.set(connection_id, left);
      else this.#open.delete(connection_id);
    });
  }
}

interface Feed {
  readonly caller: Caller;
  readonly followed: readonly string[];
  readonly topics: Waiting<unknown>["plan"]["topics"];
}

/** The tasks that a client wants to be told of. @throws RpcProblem */
function taskIdsOf(message: Message): readonly string[] {
  const filter = message.params["notifications"];
  if (!isObject(filter)) throw new RpcProblem(CODES.invalidParams, "params.notifications is an object.");
  const { taskIds } = filter;
  if (taskIds === undefined) return [];
  requireTasks(message);
  const ids: unknown[] = Array.isArray(taskIds) ? taskIds : [undefined];
  if (ids.length > MOST_TASKS || !ids.every((id) => typeof id === "string")) {
    const wanted = `params.notifications.taskIds is a list of at most ${MOST_TASKS} ids.`;
    throw new RpcProblem(CODES.invalidParams, wanted);
  }
  return [...new Set(ids)];
}

function subscriptionOf({ id }: ListenCall): string {
  return `"${META.subscription}":${id}`;
}

function notify(call: ListenCall, method: string, members: readonly string[]): void {
  const params = [...members, `"_meta":{${subscriptionOf(call)}}`];
  write(call, `{"jsonrpc":"2.0","method":"${method}","params":{${params.join(",")}}}`);
}

function write({ response }: ListenCall, json: string): void {
  response.write(`event: message\ndata: ${json}\n\n`);
}

/** Waits until the client took what was written: nothing more is read for it meanwhile. @throws PeerGone */
async function drained({ response }: ListenCall): Promise<void> {
  if (!response.writableNeedDrain) return;
  try {
    await once(response, "drain", { signal: AbortSignal.timeout(STALLED_MS) });
  } catch {
    response.destroy();
    throw new PeerGone();
  }
}
