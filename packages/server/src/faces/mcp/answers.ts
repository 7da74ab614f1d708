import { type Era, META } from "./protocol.ts";

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
