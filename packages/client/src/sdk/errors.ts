import type { ErrorCode, RefusalBody } from "@anteroom/features/contract";

/** The server's answer was no. `body` says why in the closed set of codes; `status` is the HTTP status. */
export class RefusalError extends Error {
  readonly body: RefusalBody;
  readonly status: number;

  constructor(body: RefusalBody, status: number) {
    super(body.message);
    this.name = "RefusalError";
    this.body = body;
    this.status = status;
  }
}

/** No answer came: the network or the server is away. Whether the call took effect is unknown. */
export class OfflineError extends Error {
  constructor(cause: unknown) {
    super("No answer came from the server.", { cause });
    this.name = "OfflineError";
  }
}

/** Whether an error is a refusal, of this code if one is given. */
export function isRefusal(error: unknown, code?: ErrorCode): error is RefusalError {
  return error instanceof RefusalError && (code === undefined || error.body.code === code);
}

const KNOWN_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: "sign_in_required",
  403: "forbidden",
  404: "not_found",
  413: "too_large",
  429: "rate_limited",
};

/**
 * The refusal in an error answer. An answer that is not ours (a proxy's page, a cut body) becomes a refusal
 * by its status alone, so that a caller has one kind of error to handle.
 */
export function refusalOf(status: number, answer: unknown): RefusalError {
  const body = bodyOf(answer);
  if (body) return new RefusalError(body, status);
  const code = KNOWN_BY_STATUS[status] ?? "unavailable";
  return new RefusalError({ code, message: `The server answered ${status}.` }, status);
}

function bodyOf(answer: unknown): RefusalBody | undefined {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return undefined;
  const { error } = answer;
  if (typeof error !== "object" || error === null) return undefined;
  if (!("code" in error) || !("message" in error)) return undefined;
  if (typeof error.code !== "string" || typeof error.message !== "string") return undefined;
  return error as RefusalBody;
}
