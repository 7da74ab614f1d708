import type { EventType } from "@anteroom/features/contract";

/** One event of a Room that this person may see. */
export interface LiveChange {
  readonly resource_id: string;
  readonly sequence: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An app whose shared data changed; what is there now is read from the version on that the page has. */
export interface LiveShared {
  readonly room_id: string;
  readonly instance_id: string;
}

/** connecting: the first try; open: subscribed; lost: was or could not be open, and is being tried again. */
export type LiveState = "connecting" | "open" | "lost";

/** The part of `EventSource` that is used, so that tests can stand in for the network. */
export interface LiveSource {
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

export interface LiveOptions {
  readonly origin: string;
  /** Subscribed, also after each reconnect: refetch everything, since events in between were not sent. */
  onHello(): void;
  onChange(change: LiveChange): void;
  /** Changes that come close together are told as one. */
  onShared(shared: LiveShared): void;
  /** The person's memberships or connections changed. */
  onPerson(): void;
  onState(state: LiveState): void;
  readonly open?: (url: string) => LiveSource;
  /** A number in [0, 1) that spreads the reconnects of many pages; `Math.random` unless given. */
  readonly random?: () => number;
}

export interface Live {
  /** Tries again at once, for example when the browser says that the network is back. */
  retryNow(): void;
  close(): void;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** The pause before try `attempt` (from 0), in ms: doubling, capped, and spread over its upper half. */
export function reconnectDelay(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(whole * (0.5 + random / 2));
}

/**
 * Subscribes to the event stream of the signed-in person and keeps it open. Reconnecting is done here and
 * not by `EventSource`, which gives up for good on an error answer and retries all pages in step otherwise.
 */
export function openLive(options: LiveOptions): Live {
  const open = options.open ?? ((url: string): LiveSource => new EventSource(url));
  const random = options.random ?? Math.random;
  let source: LiveSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let closed = false;

  function connect(): void {
    timer = undefined;
    const current = open(`${options.origin}/api/v1/live`);
    source = current;
    current.addEventListener("hello", () => {
      attempt = 0;
      options.onState("open");
      options.onHello();
    });
    current.addEventListener("change", (event) => {
      const change = readChange(event);
      if (change) options.onChange(change);
    });
    current.addEventListener("shared", (event) => {
      const shared = readShared(event);
      if (shared) options.onShared(shared);
    });
    current.addEventListener("person", () => options.onPerson());
    current.addEventListener("error", () => {
      if (source === current) lose();
    });
  }

  function lose(): void {
    source?.close();
    source = undefined;
    if (closed || timer !== undefined) return;
    options.onState("lost");
    timer = setTimeout(connect, reconnectDelay(attempt, random()));
    attempt += 1;
  }

  options.onState("connecting");
  connect();

  return {
    retryNow() {
      if (closed || timer === undefined) return;
      clearTimeout(timer);
      connect();
    },
    close() {
      closed = true;
      if (timer !== undefined) clearTimeout(timer);
      source?.close();
      source = undefined;
    },
  };
}

/** What an event says; nothing where that is no object. */
function dataOf(event: Event): Readonly<Record<string, unknown>> {
  if (!("data" in event) || typeof event.data !== "string") return {};
  let value: unknown;
  try {
    value = JSON.parse(event.data);
  } catch {
    return {};
  }
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** A change as sent; undefined for anything of another shape, which a newer server may send. */
function readChange(event: Event): LiveChange | undefined {
  const { resource_id, sequence, type, data } = dataOf(event);
  if (typeof resource_id !== "string" || typeof sequence !== "number" || typeof type !== "string") {
    return undefined;
  }
  const known = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  return { resource_id, sequence, type: type as EventType, data: known };
}

function readShared(event: Event): LiveShared | undefined {
  const { room_id, instance_id } = dataOf(event);
  if (typeof room_id !== "string" || typeof instance_id !== "string") return undefined;
  return { room_id, instance_id };
}
