import type { OperationInput, OperationOutput, PersonOperationName } from "@anteroom/features/contract";
import { OfflineError, refusalOf } from "./errors.ts";

export interface PersonClientOptions {
  /** The server's origin, without a trailing slash. */
  readonly origin: string;
  /** The proof that the page was served with; absent when nobody is signed in. */
  readonly proof?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Called with the server's clock, in ms since the epoch, as each answer tells it. */
  readonly onServerTime?: (at: number) => void;
}

type Inputs = { [Name in PersonOperationName]: OperationInput<Name> };
type Outputs = { [Name in PersonOperationName]: OperationOutput<Name> };
/** What each of the person's operations takes, by its name. An interface keeps the compiler from opening it. */
export interface PersonInputs extends Inputs {}
/** What each of the person's operations answers, by its name. */
export interface PersonOutputs extends Outputs {}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** What a client asks for at consent, as the person reads it. Everything the client says is unverified. */
export interface ConsentRequest {
  readonly client_name: string;
  readonly client_verified: boolean;
  /** The host that publishes what the client says of itself, for a client that has such a document. */
  readonly client_host?: string;
  /** Where the answer goes; not there for a device, which asks for it itself. */
  readonly redirect_host?: string;
  /** The answer goes to a program on the person's own machine. */
  readonly loopback?: boolean;
  readonly scopes: readonly string[];
  /** What this very client may do for the person already, by connections that it has. */
  readonly held_scopes: readonly string[];
  readonly person: { readonly name: string; readonly email: string };
  readonly workspaces: readonly ConsentWorkspace[];
}

export interface ConsentWorkspace {
  readonly workspace_id: string;
  readonly name: string;
  readonly projects: readonly { readonly project_id: string; readonly name: string }[];
}

export interface ConsentDecision {
  readonly allow: boolean;
  readonly workspace_id?: string;
  readonly project_ids?: readonly string[];
}

export interface PersonClient {
  /**
   * Calls one of the person's operations. Throws `RefusalError` when the server says no, `OfflineError` when
   * no answer came.
   */
  call<Name extends PersonOperationName>(
    name: Name,
    input: PersonInputs[Name],
    options?: CallOptions,
  ): Promise<PersonOutputs[Name]>;
  /** What the OAuth request `uid` asks for; refused with `not_found` once it has expired or was answered. */
  readConsent(uid: string, options?: CallOptions): Promise<ConsentRequest>;
  /** Answers an OAuth request; the browser then goes to `redirect_to`. */
  decideConsent(uid: string, decision: ConsentDecision): Promise<{ readonly redirect_to: string }>;
  /**
   * What the device that shows `userCode` asks for; refused with `not_found` for a code that is wrong, over or
   * answered, and with `rate_limited` after too many tries.
   */
  readDevice(userCode: string, options?: CallOptions): Promise<ConsentRequest>;
  /** Answers a device, which learns of it by itself. */
  decideDevice(userCode: string, decision: ConsentDecision): Promise<void>;
  /** Whether this client holds a proof, so that calls for signed-in people can succeed. */
  readonly signedIn: boolean;
}

/**
 * The browser's client of the person's operations. The sign-in itself is a cookie that scripts cannot read;
 * this client carries the proof beside it, and takes a new one from each answer that holds one.
 */
export function createPersonClient(options: PersonClientOptions): PersonClient {
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  let proof = options.proof;

  async function post(path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json",
    };
    if (proof !== undefined) headers["anteroom-proof"] = proof;
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${options.origin}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        credentials: "same-origin",
        redirect: "error",
        ...(signal ? { signal } : {}),
      });
      answer = await readJson(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new OfflineError(error);
    }
    const at = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(at)) options.onServerTime?.(at);
    if (!response.ok || answer === undefined) throw refusalOf(response.status, answer);
    return answer;
  }

  return {
    async call(name, input, callOptions) {
      const answer = await post(`/api/v1/${name}`, input, callOptions?.signal);
      const given = proofIn(answer);
      if (given !== undefined) proof = given;
      if (name === "sign_out") proof = undefined;
      return answer as PersonOutputs[typeof name];
    },
    async readConsent(uid, callOptions) {
      const path = `/consent/${encodeURIComponent(uid)}/read`;
      return (await post(path, {}, callOptions?.signal)) as ConsentRequest;
    },
    async decideConsent(uid, decision) {
      const path = `/consent/${encodeURIComponent(uid)}/decide`;
      return (await post(path, decision, undefined)) as { redirect_to: string };
    },
    async readDevice(user_code, callOptions) {
      return (await post("/device/read", { user_code }, callOptions?.signal)) as ConsentRequest;
    },
    async decideDevice(user_code, decision) {
      await post("/device/decide", { user_code, ...decision }, undefined);
    },
    get signedIn() {
      return proof !== undefined;
    },
  };
}

/** The body as JSON; undefined when it is something else. A body cut off by the network throws. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function proofIn(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("proof" in answer)) return undefined;
  return typeof answer.proof === "string" ? answer.proof : undefined;
}
