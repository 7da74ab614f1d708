import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { STAND_UP_TIMER } from "../testkit/samples.ts";

/** One turn of a model: it calls a tool of Anteroom, or says something and is done. */
export type Turn = { readonly call: string; readonly input: object } | { readonly say: string };

/** Answers a turn of a conversation that offers Anteroom's tools; gets all that was said so far, as JSON. */
export type Script = (conversation: string) => Turn;

/** An agent that is asked for an app: it finds the Room, proposes, and ends its turn. */
export function proposes(name: string): Script {
  return (conversation) => {
    const called = (tool: string) => conversation.includes(`mcp__anteroom__${tool}`);
    const room_id = /room_[a-z0-9]{20,}/u.exec(conversation)?.[0];
    if (called("propose_room_snippet_app")) return { say: "Please review it." };
    if (room_id !== undefined) {
      const input = { room_id, name, files: STAND_UP_TIMER, idempotency_key: `proposes-${name}` };
      return { call: "propose_room_snippet_app", input };
    }
    if (called("find_resources")) return { say: "I cannot reach a Room." };
    return { call: "find_resources", input: { kind: "room" } };
  };
}

/**
 * A model on loopback that plays a script instead of thinking. It speaks the two interfaces that the real
 * clients need: `POST /v1/messages` and `POST /v1/responses`, streamed or whole.
 */
export class StubModel implements AsyncDisposable {
  readonly origin: string;
  /** The conversations so far, as they came. */
  readonly heard: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(script: Script): Promise<StubModel> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const model = new StubModel(server);
    server.on("request", (request, response) => void model.#answer(request, response, script));
    return model;
  }

  async #answer(request: IncomingMessage, response: ServerResponse, script: Script): Promise<void> {
    const body = JSON.parse((await text(request)) || "{}") as Body;
    const path = (request.url ?? "").split("?")[0] ?? "";
    const speak = path.endsWith("/messages") ? sayMessage : path.endsWith("/responses") ? sayResponse : null;
    if (speak === null) {
      response.writeHead(404, { "content-type": "application/json" });
      return void response.end(
        `{"type":"error","error":{"type":"not_found_error","message":"no such path"}}`,
      );
    }
    const conversation = JSON.stringify(body.messages ?? body.input ?? []);
    this.heard.push(conversation);
    // Clients also ask for titles and the like, without tools.
    const offered = JSON.stringify(body).includes("mcp__anteroom");
    speak(response, offered ? script(conversation) : { say: "Nothing to say." }, body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: unknown;
  readonly input?: unknown;
}

interface ServerEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

let ids = 0;
const newId = () => `stub_${(ids += 1)}`;
const USAGE = { input_tokens: 1, output_tokens: 1 };

/** The Messages interface. */
function sayMessage(response: ServerResponse, turn: Turn, body: Body): void {
  const block =
    "call" in turn
      ? { type: "tool_use", id: newId(), name: `mcp__anteroom__${turn.call}`, input: turn.input }
      : { type: "text", text: turn.say };
  const stop_reason = "call" in turn ? "tool_use" : "end_turn";
  const message = { id: newId(), type: "message", role: "assistant", model: body.model, usage: USAGE };
  if (body.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    return void response.end(
      JSON.stringify({ ...message, content: [block], stop_reason, stop_sequence: null }),
    );
  }
  const delta =
    "call" in turn
      ? { type: "input_json_delta", partial_json: JSON.stringify(turn.input) }
      : { type: "text_delta", text: turn.say };
  const empty = "call" in turn ? { ...block, input: {} } : { ...block, text: "" };
  sendEvents(response, [
    { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: empty },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ]);
}

/** The Responses interface. The client gives its model no tool directly, but scripts that call them. */
function sayResponse(response: ServerResponse, turn: Turn): void {
  const id = newId();
  const item =
    "call" in turn
      ? {
          type: "custom_tool_call",
          id: newId(),
          call_id: newId(),
          namespace: "functions",
          name: "exec",
          input: `text(await tools.mcp__anteroom__${turn.call}(${JSON.stringify(turn.input)}));`,
        }
      : {
          type: "message",
          role: "assistant",
          id: newId(),
          content: [{ type: "output_text", text: turn.say }],
        };
  sendEvents(response, [
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id, usage: { ...USAGE, total_tokens: 2 } } },
  ]);
}

function sendEvents(response: ServerResponse, events: readonly ServerEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
