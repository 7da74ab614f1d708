import { type Answered, ask, type Asked } from "../../packages/server/src/testing/ask.fixture.ts";
import { bearer, call, MCP, modern } from "../../packages/server/src/testing/mcp.fixture.ts";

export interface FaceCall {
  readonly port: number;
  readonly token: string;
  readonly name: string;
  readonly input: object;
  /** Sent besides the face's own; these win. */
  readonly headers?: Asked["headers"];
}

/** Every way by which a client calls an operation of agents. The answer is what came over the wire. */
export const FACES = {
  "MCP of before": async ({ port, token, name, input, headers }: FaceCall) =>
    await ask(port, { path: MCP, body: call(name, input), headers: { ...bearer(token), ...headers } }),
  "MCP of now": async ({ port, token, name, input, headers }: FaceCall) => {
    const asked = modern("tools/call", { name, arguments: input });
    const all = { ...asked.headers, ...bearer(token), ...headers };
    return await ask(port, { path: MCP, body: asked.body, headers: all });
  },
  "the API": async ({ port, token, name, input, headers }: FaceCall) =>
    await ask(port, { path: `/api/v1/${name}`, body: input, headers: { ...bearer(token), ...headers } }),
} as const;

/** Whether an answer of any face says that the call did not work. */
export function isRefused({ status, json }: Answered): boolean {
  return status !== 200 || json.error !== undefined || json.result?.isError === true;
}

/** An answer as a caller could compare it with another: byte for byte, but for the time of day. */
export function comparable({ status, headers, text }: Answered) {
  return { status, headers: { ...headers, date: undefined }, text };
}
