import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "../log.ts";
import type { Runtimes } from "../runtime.ts";
import { sendEmpty } from "./answers.ts";

const FRAME = /^\/rt\/[^/]+\/frame\.html$/u;
/** No page, no text: nothing that could be taken for an answer of the server's. */
const BARE = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/**
 * All that stands at the hosts of apps: the frame's document of each known runtime. Whoever asks for anything else
 * finds nothing, with whatever token, cookie or method. No host is asked to be reached by https alone: each is there for
 * one frame, and a browser would remember it for a year.
 */
export class AppHostsFace {
  readonly #runtimes: Runtimes;

  constructor(runtimes: Runtimes) {
    this.#runtimes = runtimes;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    if (!FRAME.test(path)) return sendEmpty(response, 404, BARE);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendEmpty(response, 405, ["Allow", "GET, HEAD", ...BARE]);
    }
    if (!(await this.#runtimes.serve(request, response, path))) sendEmpty(response, 404, BARE);
  }
}
