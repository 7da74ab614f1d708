import type { FaceParts } from "../parts.ts";
import type { Results } from "./answers.ts";
import type { Message } from "./message.ts";
import { CODES, type Era, LEGACY_VERSIONS, MODERN_VERSIONS, RpcProblem } from "./protocol.ts";
import { INSTRUCTIONS, toolEntry } from "./tools.ts";

/** How long a client may keep the list of tools, and what the server told of itself. */
const CACHE = `"ttlMs":300000,"cacheScope":"public"`;
/** The same in both eras: the list of tools never changes while the server runs. */
const CAPABILITIES = `"capabilities":{"tools":{"listChanged":false}}`;

/** Answers a method that needs no token with its result as text; undefined if there is no such method. */
export type OpenMethods = (message: Message, era: Era) => string | undefined;

/** The methods that need no token. Their answers are the same for everybody, so they are written once. */
export function createOpenMethods(parts: FaceParts, results: Results): OpenMethods {
  const entries = Array.from(parts.operations.agent.values(), ({ operation }) => toolEntry(operation));
  const tools = `"tools":${JSON.stringify(entries)}`;
  const instructions = `"instructions":${JSON.stringify(INSTRUCTIONS)}`;
  const { name, version } = parts.ports.server;
  const serverInfo = `"serverInfo":${JSON.stringify({ name, version })}`;

  const answers: Readonly<Record<Era, ReadonlyMap<string, string>>> = {
    legacy: new Map([
      ...LEGACY_VERSIONS.map((known): [string, string] => [
        `initialize ${known}`,
        results.complete("legacy", [`"protocolVersion":"${known}"`, CAPABILITIES, serverInfo, instructions]),
      ]),
      ["ping", results.complete("legacy", [])],
      ["tools/list", results.complete("legacy", [tools])],
    ]),
    modern: new Map([
      [
        "server/discover",
        results.complete("modern", [
          `"supportedVersions":${JSON.stringify(MODERN_VERSIONS)}`,
          CAPABILITIES,
          instructions,
          CACHE,
        ]),
      ],
      ["tools/list", results.complete("modern", [tools, CACHE])],
    ]),
  };

  return ({ method, params }, era) => {
    if (method === "tools/list" && params["cursor"] !== undefined) {
      throw new RpcProblem(CODES.invalidParams, "The list of tools is one page: leave cursor out.", {
        status: 200,
      });
    }
    const key = method === "initialize" ? `initialize ${negotiated(params["protocolVersion"])}` : method;
    return answers[era].get(key);
  };
}

/** The client's revision if it is spoken here, else our newest: the client then says whether it can. */
function negotiated(asked: unknown): string {
  return LEGACY_VERSIONS.find((known) => known === asked) ?? LEGACY_VERSIONS[0];
}
