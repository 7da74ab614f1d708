/** The closed set of reasons for which an operation is refused (wire/ours.md, "Errors to agents"). */
export const ERROR_CODES = [
  "invalid_arguments",
  "invalid_path",
  "missing_entry",
  "does_not_compile",
  "too_large",
  "too_many_files",
  "not_found",
  "forbidden",
  "conflict_idempotency",
  "conflict_state",
  "rate_limited",
  "unavailable",
  "sign_in_required",
  "wrong_credentials",
  "confirmation_required",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface RefusalBody {
  readonly code: ErrorCode;
  /** What is wrong; never holds another party's words. */
  readonly message: string;
  /** Where: an argument's path, a file, a line. */
  readonly where?: string;
  /** What to do next. */
  readonly hint?: string;
  readonly retry_after_seconds?: number;
}

/** An answer that says no. Thrown by services and writes; each face maps it once. */
export class Refusal extends Error {
  readonly body: RefusalBody;

  constructor(body: RefusalBody) {
    super(body.message);
    this.name = "Refusal";
    this.body = body;
  }
}

/** What the caller may not see looks the same as what does not exist. */
export function notFound(what: string): Refusal {
  return new Refusal({
    code: "not_found",
    message: `There is no such ${what}, or this connection cannot reach it.`,
  });
}
