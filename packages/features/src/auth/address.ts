import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** The address that a request comes from: what the proxy in front saw, if the operator trusts one. */
export function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(req.headers["x-forwarded-for"] ?? "") : "";
  return withoutPort(forwarded.split(",").at(-1)?.trim() ?? "") || (req.socket.remoteAddress ?? "");
}

/** Some proxies write the port too, which is another one for each connection, and IPv6 addresses in brackets. */
function withoutPort(text: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

/** What one customer of a network has: an IPv4 address, or all IPv6 addresses with the same first 64 bits. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = "", after] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = before === "" ? [] : before.split(":");
  const ending = after === undefined || after === "" ? [] : after.split(":");
  // Where zeros were left out; an IPv4 address at the end stands for two groups.
  const length = [...groups, ...ending].length + (address.includes(".") ? 1 : 0);
  const zeros = after === undefined ? [] : Array.from({ length: 8 - length }, () => "0");
  const first = [...groups, ...zeros, ...ending].slice(0, 4);
  return first.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
