import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { addressOf, networkOf } from "@anteroom/features";
import type { AppHosts } from "./app-hosts.ts";
import { isLoopback } from "./loopback.ts";

/**
 * The addresses that are ours. A browser's request counts as our own page's only by its Origin, and a page is
 * only shown under our own Host, so that no name of somebody else's can be pointed at this server.
 */
export class Site {
  /** The origin that is shown and that OAuth uses, without a trailing slash. */
  readonly origin: string;
  readonly secure: boolean;
  readonly port: string;
  /** The hosts on which apps are framed, if not on this one. */
  readonly apps: AppHosts | undefined;
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #trustProxy: boolean;

  constructor(origin: string, options: { trustProxy: boolean; apps?: AppHosts | undefined }) {
    const url = new URL(origin);
    this.origin = url.origin;
    this.secure = url.protocol === "https:";
    this.port = url.port || (this.secure ? "443" : "80");
    this.apps = options.apps;
    this.#trustProxy = options.trustProxy;
    // The names of loopback are one machine: who opens one of them must not be locked out of the others.
    const names = isLoopback(url.hostname)
      ? [url.hostname, "localhost", "127.0.0.1", "[::1]"]
      : [url.hostname];
    const hosts = names.map((name) => (url.port === "" ? name : `${name}:${url.port}`));
    this.#hosts = new Set(hosts);
    this.#origins = new Set(hosts.map((host) => `${url.protocol}//${host}`));
  }

  /** Whether an Origin header, present or not, rules out that another site's page sent the request. */
  allowsOrigin(origin: string | undefined): boolean {
    return origin === undefined || this.#origins.has(origin);
  }

  /** Whether the request says that our own page sent it. */
  isOwnPage(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && this.#origins.has(origin);
  }

  /** Whether the request was sent to a name of ours. */
  isOwnHost(request: IncomingMessage): boolean {
    return this.#hosts.has(this.hostOf(request));
  }

  /** Whether the request was sent to a host of an app's; where a proxy's word and the Host differ, to either. */
  isAppHost(request: IncomingMessage): boolean {
    const { apps } = this;
    return (
      apps !== undefined &&
      [request.headers.host ?? "", this.hostOf(request)].some((host) => apps.covers(host))
    );
  }

  /** The address that a request came from, as far as it is known; of an IPv6 one what all of a customer's share. */
  addressOf(request: IncomingMessage): string {
    return networkOf(addressOf(request, this.#trustProxy));
  }

  /** The host that the browser asked for, as far as it is known, in lower case. */
  hostOf(request: IncomingMessage): string {
    const forwarded = this.#trustProxy ? request.headers["x-forwarded-host"] : undefined;
    // The last word is the nearest proxy's; what stands before it may be anybody's.
    const host = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : request.headers.host;
    return (host ?? "").toLowerCase();
  }
}

/** Compares two secrets without telling by its time how far they agree. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
