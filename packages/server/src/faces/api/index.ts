import type { IncomingMessage, ServerResponse } from "node:http";
import { type BrowserSignIn, isConfirmed } from "@anteroom/features";
import { notFound, Refusal, type RefusalBody } from "@anteroom/features/kernel/errors";
import type { OperationShape } from "@anteroom/features/kernel/operation";
import { BodyTooLarge, isJsonType, PeerGone, readBody, refuseBody, TooManyBodies } from "../../body.ts";
import { NotSignedIn } from "../../holder.ts";
import { JsonProblem, parseJson } from "../../json.ts";
import type { Callable } from "../../operations.ts";
import { callAsAgent, countCall, letIn, missingScope } from "../agent-call.ts";
import { JSON_HEADERS, refusalOf, retryHeaders, sendJson, sendRefusal, STATUS } from "../answers.ts";
import { browserOf, guardPage, signInOf } from "../browser.ts";
import { scopeChallenge, signInChallenge } from "../challenge.ts";
import { answerOptions, exposeToPage } from "../cross-origin.ts";
import type { FaceParts } from "../parts.ts";
import { openApiDocument } from "./openapi.ts";

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly callable: Callable;
}

/** A refusal with an HTTP status or headers of its own. */
class Turned extends Error {
  readonly refusal: RefusalBody;
  readonly status: number | undefined;
  readonly headers: readonly string[];

  constructor(
    refusal: RefusalBody,
    options: { readonly status?: number; readonly headers?: readonly string[] },
  ) {
    super(refusal.message);
    this.refusal = refusal;
    this.status = options.status;
    this.headers = options.headers ?? [];
  }
}

export const API_PREFIX = "/api/v1/";

/**
 * Every operation as `POST /api/v1/<name>`: JSON in, JSON out. Agents come with a token, people with their
 * sign-in; neither key opens the other's operations.
 */
export function createApiFace(
  parts: FaceParts,
): (request: IncomingMessage, response: ServerResponse, name: string) => Promise<void> {
  const { agent, person } = parts.operations;
  const document = JSON.stringify(openApiDocument(parts));

  async function answer(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    if (name === "openapi.json") {
      if (request.method !== "GET" && request.method !== "HEAD") throw wrongMethod("GET, HEAD");
      return sendJson(response, 200, document);
    }
    const forAgents = agent.get(name);
    if (forAgents) return await callForAgent(parts, { request, response, callable: forAgents });
    const forPeople = person.get(name);
    // To somebody who comes with a token there is no such operation, whatever the token.
    if (!forPeople || request.headers.authorization !== undefined) throw notFound("operation");
    await callForPerson(parts, { request, response, callable: forPeople });
  }

  return async (request, response, name) => {
    try {
      await answer(request, response, name);
    } catch (error) {
      refuse(parts, { request, response }, error);
    }
  };
}

async function callForAgent(parts: FaceParts, { request, response, callable }: Call): Promise<void> {
  if (!parts.site.allowsOrigin(request.headers.origin)) throw foreignPage();
  exposeToPage(request, response);
  if (request.method === "OPTIONS") return answerOptions(request, response);
  checkForm(request, "POST, OPTIONS");
  const caller = await letIn(parts, request);
  const missing = missingScope(callable, caller);
  if (missing !== undefined) {
    throw new Turned(
      { code: "forbidden", message: `This connection lacks the scope ${missing}.` },
      { headers: ["WWW-Authenticate", scopeChallenge(parts.site, request, { caller, missing })] },
    );
  }
  countCall(parts, response, caller);
  const { value, plain } = parseJson(await readBody(request, async () => caller.principal.connection_id));
  // A body takes as long as its sender likes: a token that ended meanwhile does nothing any more.
  await letIn(parts, request);
  const output = await callAsAgent(parts, { request, response, callable, caller, input: value, plain });
  sendJson(response, 200, JSON.stringify(output));
}

async function callForPerson(parts: FaceParts, call: Call): Promise<void> {
  const { request, response, callable } = call;
  if (!parts.site.allowsOrigin(request.headers.origin)) throw foreignPage();
  checkForm(request, "POST");
  const sender = await personOf(parts, call);
  const open = callable.operation.open === true;
  // An open operation is called from pages that were loaded before the sign-in, so it needs no proof.
  guardPage(parts, request, open ? undefined : sender);
  if (open) refuseTooManyTries(parts, call);
  const { value: input, plain } = parseJson(await readBody(request, async () => sender?.sign_in_hash));
  // As with a token's: a sign-in that ended while the body came does nothing any more.
  const signIn = await personOf(parts, call);
  const { reads, by_app } = callable.operation;
  if (signIn && !reads && !by_app) refuseTooManyChanges(parts, signIn);
  if (isDangerous(callable.operation, input)) refuseUnconfirmed(signIn);
  const problem = callable.problemWith(input, plain);
  if (problem) throw new Refusal(problem);
  const context = {
    ...parts.ports,
    ...(signIn && { principal: signIn.principal }),
    browser: browserOf(parts, request, { response, signIn }),
  };
  const output = await callable.handler(context as never, input as never);
  sendJson(response, 200, JSON.stringify(output));
}

/** Who is signed in now. @throws Refusal `sign_in_required` for nobody, unless the operation is open to strangers */
async function personOf(parts: FaceParts, { request, callable }: Call): Promise<BrowserSignIn | undefined> {
  const signIn = await signInOf(parts, request);
  if (signIn || callable.operation.open === true) return signIn;
  throw new Refusal({ code: "sign_in_required", message: "Sign in first." });
}

function refuseTooManyChanges(parts: FaceParts, { principal }: BrowserSignIn): void {
  const limited = parts.changes.take(principal.person_id);
  if (!limited) return;
  throw new Refusal({ ...limited, message: "Too many changes in a short time.", hint: "Wait, then go on." });
}

function isDangerous({ confirmed }: OperationShape, input: unknown): boolean {
  if (typeof confirmed !== "object") return confirmed === true;
  const given = Object(input) as Record<string, unknown>;
  return Object.entries(confirmed).every(([name, value]) => given[name] === value);
}

/** Dangerous acts need somebody who proved a moment ago to be the person, whatever a stolen cookie says. */
function refuseUnconfirmed(signIn: BrowserSignIn | undefined): void {
  if (signIn && isConfirmed(signIn.confirmed_at)) return;
  throw new Refusal({
    code: "confirmation_required",
    message: "This needs a confirmation that it is you.",
    hint: "Confirm with your password or passkey, then do it again.",
  });
}

/**
 * Strangers are counted by their address. A browser in which somebody signed in before is counted as that
 * person's, so that a flood from an address that many share does not keep its people out.
 */
function refuseTooManyTries(parts: FaceParts, { request, callable }: Omit<Call, "response">): void {
  const device = parts.cookie.readDevice(request);
  const known = device === undefined ? undefined : parts.doors.device(device);
  const wait = parts.tries.take(`${callable.operation.name} ${known ?? parts.site.addressOf(request)}`);
  if (wait === 0) return;
  throw new Refusal({
    code: "rate_limited",
    message: "Too many tries came from this address.",
    hint: "Wait, then try again.",
    retry_after_seconds: wait,
  });
}

function checkForm(request: IncomingMessage, allow: string): void {
  if (request.method !== "POST") throw wrongMethod(allow);
  if (!isJsonType(request.headers["content-type"])) {
    throw new Turned(
      { code: "invalid_arguments", message: "Send Content-Type: application/json, in UTF-8." },
      { status: 415 },
    );
  }
}

function wrongMethod(allow: string): Turned {
  return new Turned(
    { code: "invalid_arguments", message: `This address takes ${allow} only.` },
    { status: 405, headers: ["Allow", allow] },
  );
}

function foreignPage(): Refusal {
  return new Refusal({ code: "forbidden", message: "This Origin may not call this server." });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function refuseUnread({ request, response }: Exchange, refusal: RefusalBody): void {
  refuseBody(request, response, {
    status: STATUS[refusal.code],
    text: JSON.stringify({ error: refusal }),
    headers: [...JSON_HEADERS, ...retryHeaders(refusal)],
  });
}

function refuse(parts: FaceParts, { request, response }: Exchange, error: unknown): void {
  if (error instanceof PeerGone) return;
  if (error instanceof Turned) return sendRefusal(response, error.refusal, error);
  if (error instanceof NotSignedIn) {
    const headers = ["WWW-Authenticate", signInChallenge(parts.site, request)];
    return sendRefusal(
      response,
      { code: "sign_in_required", message: "Authentication required" },
      { headers },
    );
  }
  if (error instanceof BodyTooLarge) {
    return refuseUnread({ request, response }, { code: "too_large", message: error.message });
  }
  if (error instanceof TooManyBodies) {
    const { message, retry_after_seconds } = error;
    return refuseUnread({ request, response }, { code: "rate_limited", message, retry_after_seconds });
  }
  if (error instanceof JsonProblem) {
    const { message, where } = error;
    return sendRefusal(response, {
      code: "invalid_arguments",
      message,
      ...(where !== undefined && { where }),
    });
  }
  sendRefusal(response, refusalOf(error, parts.log, request));
}
