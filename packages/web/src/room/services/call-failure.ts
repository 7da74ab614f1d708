import { OfflineError, RefusalError } from "@anteroom/client";
import { CallFailure, type CallErrorCode } from "@anteroom/sandbox/host";

/** What an app is told for each refusal of the server; of all others that it cannot be done now. */
const CODES: Readonly<Record<string, CallErrorCode>> = {
  invalid_arguments: "invalid",
  conflict_state: "conflict",
  rate_limited: "rate_limited",
  forbidden: "not_allowed",
  not_found: "not_allowed",
};

/** Why a call of an app to its shared data was not done, in the app's terms. */
export function callFailureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof OfflineError) return new CallFailure("unavailable", "The server cannot be reached.");
  if (!(error instanceof RefusalError)) return new CallFailure("unavailable", "The page cannot do this now.");
  const { code, where, message, hint } = error.body;
  // A value alone can be too large, or the app's, or the Room's, data as a whole.
  const tooMuch = where === "value" ? "too_large" : "quota";
  const named = code === "too_large" ? tooMuch : (CODES[code] ?? "unavailable");
  return new CallFailure(named, hint === undefined ? message : `${message} ${hint}`);
}
