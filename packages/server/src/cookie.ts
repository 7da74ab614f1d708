import type { IncomingMessage } from "node:http";
import type { Site } from "./site.ts";

/**
 * The cookie that holds the secret of a browser's sign-in. Over HTTPS its name keeps it to this very host;
 * on plain loopback, where all ports share their cookies, its name has the port.
 */
export class SignInCookie {
  readonly name: string;
  readonly #attributes: string;

  constructor(site: Site) {
    this.name = site.secure ? "__Host-anteroom" : `anteroom_${site.port}`;
    // Lax, not Strict: a client sends its person here by a link, and must find that person signed in.
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${site.secure ? "; Secure" : ""}`;
  }

  /** The secret that a request brought, if it has the form of one. */
  read(request: IncomingMessage): string | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined) return undefined;
    for (const pair of cookie.split(";")) {
      const at = pair.indexOf("=");
      if (pair.slice(0, at).trim() !== this.name) continue;
      const value = pair.slice(at + 1).trim();
      return /^[\w-]{16,128}$/u.test(value) ? value : undefined;
    }
    return undefined;
  }

  /** A Set-Cookie header; `expires_at` as everywhere RFC 3339. */
  set(secret: string, expires_at: string): string {
    return `${this.name}=${secret}${this.#attributes}; Expires=${new Date(expires_at).toUTCString()}`;
  }

  clear(): string {
    return `${this.name}=${this.#attributes}; Max-Age=0`;
  }
}
