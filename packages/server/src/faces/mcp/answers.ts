import type { Task } from "@anteroom/features";
import { type Era, META } from "./protocol.ts";

/** How soon a client that got "working" should look again, in milliseconds; each look is held besides. */
const POLL_INTERVAL_MS = 1000;

/** Builds results as text: the parts that never change are written once. */
export class Results {
  readonly #serverInfo: string;

  constructor(server: { readonly name: string; readonly version: string }) {
    this.#serverInfo = `"${META.server}":${JSON.stringify({ name: server.name, version: server.version })}`;
  }

  /**
   * A result from its members, as JSON without braces. The modern era tells in each result of what type and
   * whose it is; older clients get neither.
   */
  complete(era: Era, members: readonly string[], meta: readonly string[] = []): string {
    const all = era === "modern" ? [`"resultType":"complete"`, ...members] : members;
    const allMeta = era === "modern" ? [...meta, this.#serverInfo] : meta;
    const tail = allMeta.length === 0 ? [] : [`"_meta":{${allMeta.join(",")}}`];
    return `{${[...all, ...tail].join(",")}}`;
  }

  /** The result of a call that goes on as a task. */
  ofNewTask(task: Task): string {
    return `{"resultType":"task",${this.#membersOf(task).join(",")},"_meta":{${this.#serverInfo}}}`;
  }

  /** A task with what it ended with, as tasks/get answers. */
  ofTask(task: Task): string {
    return this.complete("modern", this.detailsOf(task));
  }

  /** The members of a task, and of one that is completed the result that its call would have had. */
  detailsOf(task: Task): readonly string[] {
    const members = this.#membersOf(task);
    return task.output ? [...members, `"result":${this.ofTool("modern", task.output)}`] : members;
  }

  /** A task may be looked at for as long as its proposal stands, so it has no time to live. */
  #membersOf({ task_id, status, message, created_at, updated_at }: Task): readonly string[] {
    return [
      `"taskId":${JSON.stringify(task_id)}`,
      `"status":"${status}"`,
      `"statusMessage":${JSON.stringify(message)}`,
      `"createdAt":"${created_at}","lastUpdatedAt":"${updated_at}"`,
      `"ttlMs":null,"pollIntervalMs":${POLL_INTERVAL_MS}`,
    ];
  }

  /** What a tool answered: its structured content, and the same as text for clients that show only that. */
  ofTool(era: Era, structured: object, isError = false): string {
    const json = JSON.stringify(structured);
    const text = `"content":[{"type":"text","text":${JSON.stringify(json)}}]`;
    const members = [text, `"structuredContent":${json}`];
    return this.complete(era, isError ? [...members, `"isError":true`] : members);
  }
}

/** A response that carries a result. */
export function withResult(id: string, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

/** A response that carries an error; its id is null where none could be read. */
export function withError(
  id: string | undefined,
  problem: { code: number; message: string; data?: object },
): string {
  const { code, message, data } = problem;
  return `{"jsonrpc":"2.0","id":${id ?? "null"},"error":${JSON.stringify({ code, message, data })}}`;
}
