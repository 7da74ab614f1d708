import type { IncomingHttpHeaders } from "node:http";
import { isObject, type Message } from "./message.ts";
import {
  ALL_VERSIONS,
  CODES,
  type Era,
  LEGACY_VERSIONS,
  META,
  MODERN_VERSIONS,
  RpcProblem,
} from "./protocol.ts";

/**
 * By which rules a message is served. One that tells its revision in `_meta` is modern, and its headers must
 * repeat what the body says; any other is legacy, whose clients do not know those headers.
 *
 * @throws RpcProblem where header and body disagree, or the revision is not spoken here.
 */
export function eraOf(headers: IncomingHttpHeaders, message: Message): Era {
  const header = headers["mcp-protocol-version"];
  const meta = message.params["_meta"];
  const envelope =
    isObject(meta) && (META.version in meta || META.capabilities in meta || META.client in meta);
  if (envelope) {
    checkEnvelope(meta, header);
    if (message.id !== undefined) checkMirrors(headers, message);
    return "modern";
  }
  if (header === undefined || LEGACY_VERSIONS.some((version) => version === header)) return "legacy";
  if (typeof header === "string" && MODERN_VERSIONS.includes(header)) {
    throw new RpcProblem(CODES.invalidParams, `params._meta lacks ${META.version} and ${META.capabilities}.`);
  }
  throw unsupported(ALL_VERSIONS, header);
}

function checkEnvelope(meta: Record<string, unknown>, header: string | string[] | undefined): void {
  const version = meta[META.version];
  if (typeof version !== "string") {
    throw new RpcProblem(CODES.invalidParams, `params._meta lacks ${META.version}.`);
  }
  if (header !== undefined && header !== version) throw mismatch("MCP-Protocol-Version");
  if (!MODERN_VERSIONS.includes(version)) throw unsupported(MODERN_VERSIONS, version);
  if (!isObject(meta[META.capabilities])) {
    throw new RpcProblem(CODES.invalidParams, `params._meta lacks ${META.capabilities}.`);
  }
  if (header === undefined) throw missing("MCP-Protocol-Version");
}

/** Which parameter of a method the header Mcp-Name repeats. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

function checkMirrors(headers: IncomingHttpHeaders, { method, params }: Message): void {
  const mirrored = headers["mcp-method"];
  if (mirrored === undefined) throw missing("Mcp-Method");
  if (mirrored !== method) throw mismatch("Mcp-Method");
  const name = params[NAMED.get(method) ?? ""];
  if (typeof name !== "string") return;
  const header = headers["mcp-name"];
  if (header === undefined) throw missing("Mcp-Name");
  if (decodeHeader(String(header)) !== name) throw mismatch("Mcp-Name");
}

/** A header's value: as it stands, or what its sentinel form `=?base64?…?=` holds; undefined if it holds none. */
function decodeHeader(value: string): string | undefined {
  const coded = /^=\?base64\?(.*)\?=$/su.exec(value)?.[1];
  if (coded === undefined) return value;
  const bytes = Buffer.from(coded, "base64");
  return bytes.toString("base64") === coded ? bytes.toString("utf8") : undefined;
}

function missing(header: string): RpcProblem {
  return new RpcProblem(CODES.headerMismatch, `The header ${header} is missing.`);
}

function mismatch(header: string): RpcProblem {
  return new RpcProblem(CODES.headerMismatch, `The header ${header} does not say what the body says.`);
}

function unsupported(supported: readonly string[], requested: unknown): RpcProblem {
  const shown = String(requested).slice(0, 64).toWellFormed();
  return new RpcProblem(CODES.unsupportedVersion, "Unsupported protocol version", {
    data: { supported, requested: shown },
  });
}
