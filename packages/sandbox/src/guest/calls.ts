import { AppError, traceHere, tracedTo } from "../app/app-error.ts";
import type { AppCall, CallAnswers, ValueChange, ValueScope } from "../wire/calls.ts";
import type { GuestMessage, HostMessage } from "../wire/messages.ts";

type Post = (message: GuestMessage) => void;
type Listener = (of: ValueScope, changes: readonly ValueChange[]) => void;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: AppError) => void;
  readonly trace: Error;
}

// Taken before the app runs, which may replace it.
const NativePromise = Promise;
const waiting = new Map<number, Waiting>();
const listeners: Listener[] = [];
let lastId = 0;
let post: Post | undefined;

/** Gives the calls their way to the page. Before any code of the app runs. */
export function connectCalls(way: Post): void {
  post = way;
}

/** Asks the page. Rejects with an AppError, whose stack leads to the line that asks. */
export function ask<Name extends AppCall["call"]>(
  call: Extract<AppCall, { readonly call: Name }>,
): Promise<CallAnswers[Name]> {
  const trace = traceHere();
  return new NativePromise((resolve, reject) => {
    const id = (lastId += 1);
    waiting.set(id, { resolve, reject, trace });
    post?.({ type: "call", id, call });
  });
}

/** Hears of changed values that were asked for by `watch`. */
export function onChanges(listener: Listener): void {
  listeners.push(listener);
}

/** Takes what the page says of calls. */
export function hearOfCalls(message: Extract<HostMessage, { readonly type: "answer" | "changed" }>): void {
  if (message.type === "changed") {
    for (const listener of listeners) listener(message.of, message.changes);
    return;
  }
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  // The page answers each call in its own form.
  if (message.ok) asked?.resolve(message.value as never);
  else asked?.reject(tracedTo(asked.trace, new AppError(message.error.code, message.error.message)));
}
