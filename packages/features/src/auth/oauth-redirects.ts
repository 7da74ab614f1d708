import { LOOPBACK } from "./policy.ts";

const LONGEST = 1024;

/** Schemes that browsers or systems act on by themselves: no client waits behind them. */
const FORBIDDEN =
  /^(?:about|blob|chrome|data|file|filesystem|ftp|intent|jar|javascript|ldaps?|mailto|ms-.*|nfs|resource|search(?:-ms)?|shell|sms|smb|ssh|tel|telnet|vbscript|view-source|wss?):$/;

/**
 * Why a client may not have answers sent to this address, or undefined: https anywhere, plain http only on
 * the person's own machine (RFC 8252, sections 7.1 and 7.3), or a scheme of the client's own.
 */
export function redirectProblem(uri: unknown): string | undefined {
  if (typeof uri !== "string" || uri.length > LONGEST || !/^[\x21-\x7e]+$/.test(uri)) {
    return "must be plain URIs of at most 1024 characters";
  }
  const url = URL.parse(uri);
  if (!url) return "must be absolute URIs";
  if (uri.includes("#")) return "must have no fragment";
  if (url.username !== "" || url.password !== "") return "must name no user";
  if (FORBIDDEN.test(url.protocol)) return "must not use a scheme that browsers or systems act on";
  // `https:host` is another page of this server to a browser that is sent there from one.
  const whole = uri.slice(url.protocol.length).startsWith("//") || url.protocol.includes(".");
  if (!whole) return "must have // after the scheme, or a scheme that is a domain name";
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) return "may use http only on loopback";
  return undefined;
}

/**
 * Both names of the loopback for each address that has one: clients register one and answer on the other.
 * The port is left as it is, since it is not compared.
 */
export function withBothLoopbacks(uris: readonly string[]): string[] {
  const both = uris.flatMap((uri) => {
    const [, before = "", host, after = ""] =
      /^(http:\/\/)(localhost|127\.0\.0\.1)((?:[:/?].*)?)$/i.exec(uri) ?? [];
    if (host === undefined) return [uri];
    const other = host === "127.0.0.1" ? "localhost" : "127.0.0.1";
    return [uri, before + other + after];
  });
  return [...new Set(both)];
}

/** Where a client's answers go, for the person to read. */
export interface Redirect {
  /** Host and port, or the client's own scheme. */
  readonly redirect_host: string;
  readonly loopback: boolean;
}

export function describeRedirect(uri: string): Redirect {
  const { protocol, host, hostname } = new URL(uri);
  const onWeb = protocol === "https:" || protocol === "http:";
  return {
    redirect_host: onWeb ? host : `${protocol}//${host}`,
    loopback: protocol === "http:" && LOOPBACK.has(hostname),
  };
}
