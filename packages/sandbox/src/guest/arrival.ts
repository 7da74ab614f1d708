import type { FrameInit } from "../wire/messages.ts";

/** An app as it came from the page. */
export interface Arrival {
  readonly init: FrameInit;
  readonly port: MessagePort;
  /** The address of the program's code, which the browser reads already. */
  readonly url: string;
  /** The same of the packages, in their order. */
  readonly packageUrls: readonly string[];
}

/** The global under which the first script of the frame leaves its promise of an Arrival to the second. */
const ARRIVAL = "__anteroom_arrival__";

export function leaveArrival(arrival: Promise<Arrival>): void {
  Object.defineProperty(globalThis, ARRIVAL, { configurable: true, value: arrival });
}

/** Undefined where no page is to bring an app. What is taken is not there for the app's own code. */
export function takeArrival(): Promise<Arrival> | undefined {
  const arrival: unknown = Reflect.get(globalThis, ARRIVAL);
  Reflect.deleteProperty(globalThis, ARRIVAL);
  return arrival as Promise<Arrival> | undefined;
}
