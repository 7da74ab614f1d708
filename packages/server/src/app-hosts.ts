import { isIP } from "node:net";
import { isLoopback } from "./loopback.ts";

/** Where a pattern has the name that each app gets; one label stands for it. */
const ANY = "*";
const LABELS = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/u;

/**
 * A pattern of hosts for apps in its one spelling, such as `https://*.apps.example.test`; undefined for a text that is
 * none. Pages let every address under it into their frames, so it is never as wide as a top-level domain; plain http
 * is for names of loopback.
 */
export function readAppsPattern(text: string): string | undefined {
  const [, scheme = "", rest = ""] = /^(https?):\/\/\*\.([^\s/?#@*\\]+)\/?$/iu.exec(text) ?? [];
  if (!URL.canParse(`${scheme}://${rest}`)) return undefined;
  const { protocol, hostname, host } = new URL(`${scheme}://${rest}`);
  const local = isLocal(hostname);
  if (!LABELS.test(hostname) || isIP(hostname) !== 0 || !(local || hostname.includes("."))) return undefined;
  return protocol === "https:" || local ? `${protocol}//${ANY}.${host}` : undefined;
}

/** The hosts of which each app gets one of its own, by a pattern that `readAppsPattern` returned. */
export class AppHosts {
  readonly pattern: string;
  readonly #base: string;

  constructor(pattern: string) {
    this.pattern = pattern;
    this.#base = new URL(pattern.replace(`${ANY}.`, "")).hostname;
  }

  /** Whether the names are this machine's own for whoever asks: browsers never look names of localhost up. */
  get local(): boolean {
    return isLocal(this.#base);
  }

  /**
   * Whether a Host header's value is kept for apps. Other ports, more labels and a final dot count too: what stands
   * beneath the pattern is never a name of the server's own.
   */
  covers(host: string): boolean {
    const name = host.toLowerCase().replace(/:\d*$/u, "").replace(/\.$/u, "");
    return name.endsWith(`.${this.#base}`);
  }

  /** The origin of one app. */
  originOf(label: string): string {
    return this.pattern.replace(ANY, label);
  }
}

/**
 * The hosts for apps of a server at `origin`, by its setting: a pattern, `off`, or absent, which means names of
 * localhost where the server is on loopback itself.
 */
export function appHostsFor(origin: string, setting: string | undefined): AppHosts | undefined {
  if (setting === "off") return undefined;
  if (setting !== undefined) return new AppHosts(setting);
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== "http:" || !isLoopback(hostname)) return undefined;
  return new AppHosts(`http://${ANY}.localhost${port === "" ? "" : `:${port}`}`);
}

/** Whether a host name is one of loopback that browsers never look up. */
export function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}
