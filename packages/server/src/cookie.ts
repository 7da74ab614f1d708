import type { IncomingMessage } from "node:http";
import type { Site } from "./site.ts";

/** The secret of a sign-in, and after a confirmation a dot and that one's secret. */
const SIGN_IN = /^[\w-]{16,128}(?:\.[\w-]{16,128})?$/u;
const DEVICE = /^[\w.-]{16,256}$/u;
/** The longest that browsers keep a cookie (RFC 6265bis, section 5.5). */
const DEVICE_SECONDS = 400 * 86_400;

/**
 * Our two cookies: the secret of a browser's sign-in, and what tells a browser that was used before from a
 * stranger's. Over HTTPS their names keep them to this very host; on plain loopback, where all ports share their
 * cookies, the names have the port.
 */
export class SignInCookie {
  readonly name: string;
  readonly #device: string;
  readonly #attributes: string;

  constructor(site: Site) {
    this.name = site.secure ? "__Host-anteroom" : `anteroom_${site.port}`;
    this.#device = site.secure ? "__Host-anteroom-device" : `anteroom_device_${site.port}`;
    // Lax, not Strict: a client sends its person here by a link, and must find that person signed in.
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${site.secure ? "; Secure" : ""}`;
  }

  /** The sign-in's secret that a request brought, if it has the form of one. */
  read(request: IncomingMessage): string | undefined {
    return readCookie(request, this.name, SIGN_IN);
  }

  /** What a request brought of an earlier sign-in, if it has the form of it. */
  readDevice(request: IncomingMessage): string | undefined {
    return readCookie(request, this.#device, DEVICE);
  }

  /** A Set-Cookie header; `expires_at` as everywhere RFC 3339. */
  set(secret: string, expires_at: string): string {
    return `${this.name}=${secret}${this.#attributes}; Expires=${new Date(expires_at).toUTCString()}`;
  }

  clear(): string {
    return `${this.name}=${this.#attributes}; Max-Age=0`;
  }

  setDevice(value: string): string {
    return `${this.#device}=${value}${this.#attributes}; Max-Age=${DEVICE_SECONDS}`;
  }
}

function readCookie(request: IncomingMessage, name: string, form: RegExp): string | undefined {
  for (const pair of request.headers.cookie?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return form.test(value) ? value : undefined;
  }
  return undefined;
}
