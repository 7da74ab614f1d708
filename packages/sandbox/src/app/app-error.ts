import type { CallErrorCode } from "../wire/calls.ts";

/** Why something that an app asked for was not done. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: CallErrorCode;

  constructor(code: CallErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const NativeError = Error;

/** Keeps the way to the line of the app that runs now, for an error that comes when it has run. */
export function traceHere(): Error {
  return new NativeError();
}

/** The error as if it had been made at `trace`, so that it leads to the line of the app that asked. */
export function tracedTo(trace: Error, error: AppError): AppError {
  // Some browsers begin a stack with the name and message of its error.
  const steps = `${trace.stack}`.replace(/^Error\n/u, "");
  error.stack = `${error.name}: ${error.message}\n${steps}`;
  return error;
}
