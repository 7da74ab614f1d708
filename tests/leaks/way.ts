/**
 * How a way is heard: its name is asked for, a TLS handshake with that name, a request, a WebSocket, a datagram, a
 * bare connection, or a file that the browser was made to keep.
 */
export type Ear = "dns" | "tls" | "http" | "ws" | "udp" | "tcp" | "file";

/**
 * A way out of a document: who hears it when nothing holds it back, and its code. With a reason in third place, none
 * that the project's tests drive lets it out from any document.
 */
export type Way = readonly [by: Ear, code: string, unheard?: string];

/**
 * Ways out by their names, which are labels of DNS. The code is the body of an async function, with the words of
 * `words.ts` and `at`, the addresses of its own.
 */
export type Ways = Readonly<Record<string, Way>>;

/** Where a way leads: all that stands here reaches a listener, and says by itself which way it was. */
export interface Addresses {
  readonly host: string;
  /** `https://…/` */
  readonly url: string;
  /** `http://…/` */
  readonly plain: string;
  /** `wss://…/` */
  readonly socket: string;
  /** A port of its own, for ways that are heard by `udp` or `tcp`; else 0. */
  readonly port: number;
}
