import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "@anteroom/features/kernel/errors";
import type { Scope } from "@anteroom/features/kernel/operation";
import type { AgentPrincipal } from "@anteroom/features/kernel/principal";
import { Waiting } from "@anteroom/features/kernel/waiting";
import { PeerGone } from "../body.ts";
import { LABEL } from "../call-notes.ts";
import { NotSignedIn } from "../holder.ts";
import type { Callable } from "../operations.ts";
import type { FaceParts } from "./parts.ts";

/** An agent that was let in, and the token it came with. */
export interface Caller {
  readonly principal: AgentPrincipal;
  readonly secret: string;
}

/** The token of an Authorization header, if it is a bearer's. */
function bearerOf(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  return /^bearer +([\w.~+/=-]{1,512})$/iu.exec(authorization)?.[1];
}

/** Who waits for a turn with a request, before anything is looked up: a connection that is known, or an address. */
export function callerOf(parts: FaceParts, request: IncomingMessage): string {
  const secret = bearerOf(request);
  const known = secret === undefined ? undefined : parts.callers.of(secret);
  return known ?? parts.site.addressOf(request);
}

/**
 * Whom a request's token acts for. @throws NotSignedIn without a token that works, Refusal `rate_limited` after
 * too many of these from one address
 */
export async function letIn(parts: FaceParts, request: IncomingMessage): Promise<Caller> {
  const secret = bearerOf(request);
  const principal = secret === undefined ? undefined : await parts.doors.bearer(secret);
  if (secret === undefined || !principal) throw strangerAt(parts, request);
  parts.notes.take(principal, request.headers["anteroom-agent"]);
  parts.callers.add(secret, principal.connection_id);
  return { principal, secret };
}

function strangerAt(parts: FaceParts, request: IncomingMessage): NotSignedIn | Refusal {
  const wait = parts.strangers?.take(parts.site.addressOf(request)) ?? 0;
  if (wait === 0) return new NotSignedIn();
  return new Refusal({
    code: "rate_limited",
    message: "Too many calls without a token that works came from this address.",
    hint: "Sign in, or renew the token, then wait before the next call.",
    retry_after_seconds: wait,
  });
}

/**
 * Counts a call against what its connection may do. @throws Refusal `rate_limited` for a call too many, PeerGone
 * when nobody is there any more: a response that is closed already would count as open for ever
 */
export function countCall(parts: FaceParts, response: ServerResponse, caller: Caller): void {
  if (response.destroyed) throw new PeerGone();
  const { connection_id } = caller.principal;
  const limited = parts.rate.take(connection_id) ?? parts.open.take(connection_id, response);
  if (limited) throw new Refusal(limited);
}

/** The label that tells parallel agents on one connection apart. @throws Refusal for one that is none. */
function labelOf(request: IncomingMessage): string | undefined {
  const label = request.headers["anteroom-agent"];
  if (label === undefined || (typeof label === "string" && LABEL.test(label))) return label;
  throw new Refusal({
    code: "invalid_arguments",
    message: "The Anteroom-Agent header is no label.",
    where: "Anteroom-Agent header",
    hint: "Use 1 to 64 of a-z, 0-9, dot, underscore and hyphen, or leave the header out.",
  });
}

/** The scope that a call needs and its token has not, if any. */
export function missingScope({ operation: { scope } }: Callable, { principal }: Caller): Scope | undefined {
  return scope === undefined || principal.scopes.includes(scope) ? undefined : scope;
}

/** A request and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface AgentCall extends Exchange {
  readonly callable: Callable;
  readonly caller: Caller;
  readonly input: unknown;
  /** See ParsedJson. */
  readonly plain: boolean;
}

/**
 * Runs an agent's operation and holds it where it waits; closing the response gives a held call up.
 * @throws Refusal, NotSignedIn, PeerGone
 */
export async function callAsAgent(parts: FaceParts, call: AgentCall): Promise<unknown> {
  const { callable, caller } = call;
  const label = labelOf(call.request);
  const problem = callable.problemWith(call.input, call.plain);
  if (problem) throw new Refusal(problem);
  const principal = label === undefined ? caller.principal : { ...caller.principal, label };
  const context = { ...parts.ports, principal };
  const output = await callable.handler(context as never, call.input as never);
  return output instanceof Waiting ? await holdForAgent(parts, call, output) : output;
}

/** Holds what waits for an agent until there is an answer. @throws NotSignedIn, PeerGone, what the plan throws */
export async function holdForAgent<T>(
  parts: FaceParts,
  { response, caller }: { readonly response: ServerResponse; readonly caller: Caller },
  waiting: Waiting<T>,
): Promise<T> {
  const { connection_id, person_id } = caller.principal;
  const held = parts.holder.hold(waiting, {
    topics: [`connection:${connection_id}`, `person:${person_id}`],
    stillAllowed: async () => (await parts.doors.bearer(caller.secret)) !== undefined,
  });
  const cancel = (): void => held.cancel();
  if (response.destroyed) cancel();
  else response.once("close", cancel);
  try {
    return await held.answer;
  } finally {
    response.off("close", cancel);
  }
}
