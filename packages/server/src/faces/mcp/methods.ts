import type { FaceParts } from "../parts.ts";
import type { Results } from "./answers.ts";
import type { Message } from "./message.ts";
import { CODES, type Era, LEGACY_VERSIONS, MODERN_VERSIONS, RpcProblem, TASKS } from "./protocol.ts";
import { INSTRUCTIONS, type Toolset } from "./tools.ts";

/** How long a client may keep the list of tools, and what the server told of itself. */
const CACHE = `"ttlMs":300000,"cacheScope":"public"`;
/** The list of tools never changes while the server runs. */
const TOOLS = `"tools":{"listChanged":false}`;

/** Answers a method that needs no token with its result as text; undefined if there is no such method. */
export type OpenMethods = (message: Message, era: Era, tools: Toolset) => string | undefined;

/** The methods that need no token. Their answers are the same for everybody, so they are written once. */
export function createOpenMethods(parts: FaceParts, results: Results): OpenMethods {
  const instructions = `"instructions":${JSON.stringify(INSTRUCTIONS)}`;
  const { name, version } = parts.ports.server;
  const serverInfo = `"serverInfo":${JSON.stringify({ name, version })}`;

  const answers: Readonly<Record<Era, ReadonlyMap<string, string>>> = {
    legacy: new Map([
      ...LEGACY_VERSIONS.map((known): [string, string] => [
        `initialize ${known}`,
        results.complete("legacy", [
          `"protocolVersion":"${known}"`,
          `"capabilities":{${TOOLS}}`,
          serverInfo,
          instructions,
        ]),
      ]),
      ["ping", results.complete("legacy", [])],
    ]),
    modern: new Map([
      [
        "server/discover",
        results.complete("modern", [
          `"supportedVersions":${JSON.stringify(MODERN_VERSIONS)}`,
          `"capabilities":{${TOOLS},"extensions":{"${TASKS}":{}}}`,
          instructions,
          CACHE,
        ]),
      ],
    ]),
  };

  return ({ method, params }, era, { listed }) => {
    if (method === "tools/list") {
      if (params["cursor"] !== undefined) throw onePage();
      return results.complete(era, era === "modern" ? [listed, CACHE] : [listed]);
    }
    const key = method === "initialize" ? `initialize ${negotiated(params["protocolVersion"])}` : method;
    return answers[era].get(key);
  };
}

function onePage(): RpcProblem {
  const message = "The list of tools is one page: leave cursor out.";
  return new RpcProblem(CODES.invalidParams, message, { status: 200 });
}

/** The client's revision if it is spoken here, else our newest: the client then says whether it can. */
function negotiated(asked: unknown): string {
  return LEGACY_VERSIONS.find((known) => known === asked) ?? LEGACY_VERSIONS[0];
}
