import { findUnfitText, JsonProblem, type ParsedJson, parseJson } from "../../json.ts";
import { placeOf } from "../../place.ts";
import { CODES, RpcProblem } from "./protocol.ts";

/** The longest id, in characters: each answer and each message of a stream carries it once more. */
const LONGEST_ID = 256;

/** One JSON-RPC request, or a notification, which has no id. */
export interface Message {
  /** The id as JSON, spelled as it came. */
  readonly id: string | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** See ParsedJson. */
  readonly plain: boolean;
}

/** What a body holds: a message, or why it is none and the id to say so under, if one could be read. */
export type ReadMessage = Message | { readonly problem: RpcProblem; readonly id: string | undefined };

/** Reads a body as one JSON-RPC message (JSON-RPC 2.0 and the MCP revisions: an id is a string or an integer). */
export function readMessage(bytes: Buffer): ReadMessage {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(bytes, "id");
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const code = error.kind === "syntax" ? CODES.parse : CODES.invalidRequest;
    const place = error.where === undefined ? "" : ` (${error.where})`;
    return { problem: new RpcProblem(code, error.message + place), id: undefined };
  }
  const { value } = parsed;
  if (Array.isArray(value)) return invalid("Batches are not supported: send one message in one request.");
  if (!isObject(value)) return invalid("A message is a JSON object.");
  const id = readId(value["id"], parsed.spelled);
  if (id === null) {
    return invalid(
      `An id is a string of at most ${LONGEST_ID} characters, or an integer of at most 2^53 - 1 written without a fraction or exponent.`,
    );
  }
  if (value["jsonrpc"] !== "2.0") return invalid('A message has "jsonrpc": "2.0".', id);
  const { method, params = {} } = value;
  if (typeof method !== "string") {
    return invalid("A message has a method; answers are not taken, since nothing is asked of clients.", id);
  }
  if (!isObject(params)) return invalid("params is an object.", id);
  const unfit = parsed.plain ? undefined : unfitText(value, params);
  if (unfit !== undefined) return invalid(unfit);
  return { id, method, params, plain: parsed.plain };
}

/** The arguments of a call are the tool's to judge; anywhere else such text has no business. */
function unfitText(message: Record<string, unknown>, params: Record<string, unknown>): string | undefined {
  const { arguments: _, ...rest } = params;
  const found = findUnfitText({ ...message, params: rest });
  return found && `A text holds a ${found.what} (${placeOf(found.path)}).`;
}

/**
 * An id as JSON; undefined if there is none, null if it is not one. A number must be spelled as it will be
 * sent back: parsing alone would turn 9007199254740993, 1.0 and 0.99999999999999999999 into other ids.
 */
function readId(id: unknown, spelled: string | undefined): string | undefined | null {
  if (spelled === undefined) return undefined;
  if (typeof id === "string") return id.length <= LONGEST_ID ? JSON.stringify(id) : null;
  return Number.isSafeInteger(id) && String(id) === spelled ? spelled : null;
}

function invalid(message: string, id?: string): ReadMessage {
  return { problem: new RpcProblem(CODES.invalidRequest, message), id };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
