import type { IncomingMessage } from "node:http";

/**
 * The cookie that ties a sign-in begun at a provider to the browser that began it. Host-only as the sign-in's
 * own, and for the same reasons: over HTTPS by its name, on plain loopback with the port in it.
 */
export class ProviderCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(origin: string) {
    const { protocol, port } = new URL(origin);
    const secure = protocol === "https:";
    this.#name = secure ? "__Host-anteroom-provider" : `anteroom_provider_${port || "80"}`;
    // Lax: the provider sends the browser back by a redirect, which comes from another site.
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  }

  read({ headers }: IncomingMessage): string {
    const pairs = headers.cookie?.split(";").map((pair) => pair.trim()) ?? [];
    return pairs.find((pair) => pair.startsWith(`${this.#name}=`))?.slice(this.#name.length + 1) ?? "";
  }

  /** A Set-Cookie header; an empty text takes the cookie away. */
  set(text: string, seconds: number): string {
    return `${this.#name}=${text}${this.#attributes}; Max-Age=${text === "" ? 0 : seconds}`;
  }
}
