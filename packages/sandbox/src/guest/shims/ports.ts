import { isObject } from "../../wire/shape.ts";
import type { AppCall, CallAnswers, Notice } from "../../wire/calls.ts";
import type { RefusedKind } from "../../wire/console.ts";

/** What stands behind the functions of the browser that an app finds changed. */
export interface ShimPorts {
  /** Asks the page; rejects with an object that has a CallErrorCode as its `code`. */
  ask<Kind extends AppCall["call"]>(
    call: Extract<AppCall, { readonly call: Kind }>,
  ): Promise<CallAnswers[Kind]>;
  /** Has the page say so; each kind is told once. */
  notice(notice: Notice): void;
  /** Notes a try, with the line of the app that makes it; to be called while that line runs. */
  attempt(what: RefusedKind, address: string): Attempt;
}

export interface Attempt {
  /** The try came to nothing, since the page does not do this for an app. */
  refused(why?: string): void;
  /** The try came to nothing for another reason. */
  failed(why: string): void;
}

/** Tells why a call that belongs to an attempt was not done. */
export function tellUndone(attempt: Attempt, error: unknown): void {
  const { code, message }: Record<string, unknown> = isObject(error) ? error : {};
  if (code === "not_allowed") attempt.refused();
  else attempt.failed(typeof message === "string" ? message : "The page did not do it.");
}

/** An error of the browser's kind, whose stack leads to the line of the app that runs. */
export function domError(name: string, message: string): DOMException {
  const error = new DOMException(message, name);
  Object.defineProperty(error, "stack", {
    value: new Error(`${name}: ${message}`).stack,
    configurable: true,
  });
  return error;
}

/** Puts a value where the browser has its own, to be found and replaced as that was. */
export function replace(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: true });
}
