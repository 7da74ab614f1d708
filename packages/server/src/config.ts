import { isIP } from "node:net";
import { resolve } from "node:path";
import type { IdentityProvider } from "@anteroom/features/kernel/context";
import { AppHosts, readAppsPattern } from "./app-hosts.ts";
import { listOf, readIdentityProviders } from "./config-oidc.ts";
import { isLoopback } from "./loopback.ts";

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  /** The addresses to listen on. */
  readonly hosts: readonly string[];
  /** The origin that browsers and clients use, if it is not this machine's own loopback address. */
  readonly public_origin?: string;
  /** A pattern of hosts of which each app gets one of its own, or `off`; absent: what suits the origin. */
  readonly apps_origin?: string;
  /** Absolute path of the data folder. */
  readonly data: string;
  /** Whether `X-Forwarded-Host` and `X-Forwarded-For` of a proxy in front are believed. */
  readonly trust_proxy: boolean;
  readonly log: LogLevel;
  /** Pending proposals that one connection may have in one Room; 0: no limit. */
  readonly pending_limit: number;
  /** Calls that one connection may make in a minute; 0: no limit. */
  readonly rate_per_minute: number;
  /** Calls without a token that works that one address may make in a minute; 0: no limit. */
  readonly rate_per_address: number;
  /** Calls and streams that one connection may have open at a time; 0: no limit. */
  readonly open_calls: number;
  /** `host:port`, as a URL writes them, of places inside this network that the server may ask. */
  readonly egress_allow: readonly string[];
  /** Whether a client may name itself by the https address of its metadata document. */
  readonly client_metadata: boolean;
}

/** Typed apart, so that a secret is never passed on or logged with the settings. */
export interface Secrets {
  /** Creates the owner without a browser while there is none. */
  readonly owner?: { readonly email: string; readonly password: string };
  /** The companies' providers, each with its client's secret. */
  readonly identity_providers: readonly IdentityProvider[];
}

export interface Settings {
  readonly config: Config;
  readonly secrets: Secrets;
  /** Names of variables that look like ours and are none: misspelled, or of another version. */
  readonly unknown: readonly string[];
}

/** Settings that cannot be used; `problems` has one sentence for each: what, where, what to do. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

const NAMES = [
  "ANTEROOM_PORT",
  "ANTEROOM_HOST",
  "ANTEROOM_PUBLIC_URL",
  "ANTEROOM_APPS_ORIGIN",
  "ANTEROOM_DATA",
  "ANTEROOM_TRUST_PROXY",
  "ANTEROOM_LOG",
  "ANTEROOM_PENDING_LIMIT",
  "ANTEROOM_RATE_PER_MINUTE",
  "ANTEROOM_RATE_PER_ADDRESS",
  "ANTEROOM_OPEN_CALLS",
  "ANTEROOM_EGRESS_ALLOW",
  "ANTEROOM_CLIENT_METADATA",
  "ANTEROOM_OIDC",
  "ANTEROOM_OWNER_EMAIL",
  "ANTEROOM_OWNER_PASSWORD",
] as const;
type Name = (typeof NAMES)[number];
type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of this process. @throws ConfigError */
export function readEnvironment(): Settings {
  return readSettings(process.env);
}

/** Reads settings from variables; an empty variable counts as absent. @throws ConfigError naming each fault. */
export function readSettings(environment: Environment): Settings {
  const read = new Reader(environment);
  const public_origin = read.origin("ANTEROOM_PUBLIC_URL");
  const apps_origin = read.apps("ANTEROOM_APPS_ORIGIN", public_origin);
  const config: Config = {
    port: read.integer("ANTEROOM_PORT", { fallback: 4747, from: 0, to: 65_535 }),
    hosts: read.hosts("ANTEROOM_HOST"),
    ...(public_origin !== undefined && { public_origin }),
    ...(apps_origin !== undefined && { apps_origin }),
    data: resolve(read.text("ANTEROOM_DATA") ?? "data"),
    trust_proxy: read.flag("ANTEROOM_TRUST_PROXY"),
    log: read.level("ANTEROOM_LOG"),
    pending_limit: read.integer("ANTEROOM_PENDING_LIMIT", { fallback: 20, from: 0, to: 1_000_000 }),
    rate_per_minute: read.integer("ANTEROOM_RATE_PER_MINUTE", { fallback: 3000, from: 0, to: 1_000_000 }),
    rate_per_address: read.integer("ANTEROOM_RATE_PER_ADDRESS", { fallback: 600, from: 0, to: 1_000_000 }),
    open_calls: read.integer("ANTEROOM_OPEN_CALLS", { fallback: 64, from: 0, to: 10_000 }),
    egress_allow: read.places("ANTEROOM_EGRESS_ALLOW"),
    client_metadata: read.flag("ANTEROOM_CLIENT_METADATA"),
  };
  const owner = read.owner();
  const { providers, names, problems } = readIdentityProviders(environment, config.egress_allow);
  const secrets: Secrets = { ...(owner && { owner }), identity_providers: providers };
  const all = [...read.problems, ...problems];
  if (all.length > 0) throw new ConfigError(all);
  const known = new Set<string>([...NAMES, ...names]);
  const unknown = Object.keys(environment).filter((name) => name.startsWith("ANTEROOM_") && !known.has(name));
  return { config, secrets, unknown };
}

class Reader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: Name): string | undefined {
    return this.#environment[name] || undefined;
  }

  integer(name: Name, range: { fallback: number; from: number; to: number }): number {
    const text = this.text(name);
    if (text === undefined) return range.fallback;
    const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= range.from && value <= range.to) return value;
    this.#refuse(name, `must be a whole number from ${range.from} to ${range.to}`, `${range.fallback}`);
    return range.fallback;
  }

  flag(name: Name): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined || ["0", "false", "no"].includes(text)) return false;
    if (!["1", "true", "yes"].includes(text)) this.#refuse(name, "must be 1 or 0", "1");
    return true;
  }

  level(name: Name): LogLevel {
    const text = this.text(name) ?? "info";
    const level = LOG_LEVELS.find((one) => one === text);
    if (!level) this.#refuse(name, `must be one of ${LOG_LEVELS.join(", ")}`, "info");
    return level ?? "info";
  }

  /** By default both loopback addresses, since `localhost` may mean either. */
  hosts(name: Name): string[] {
    const text = this.text(name);
    if (text === undefined || text === "localhost") return ["127.0.0.1", "::1"];
    const address = text.replace(/^\[(.*)\]$/u, "$1");
    if (isIP(address) === 0) {
      this.#refuse(name, "must be an address of this machine, or 0.0.0.0 for all of them", "127.0.0.1");
    }
    return [address];
  }

  origin(name: Name): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const bare = url && url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
    const safe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
    if (bare && safe) return url.origin;
    const wanted = "must be an https address without a path (http is only safe on this machine's loopback)";
    this.#refuse(name, wanted, "https://anteroom.example.test");
    return undefined;
  }

  /** Hosts for apps, none of which may be a name of the server's own. */
  apps(name: Name, publicOrigin: string | undefined): string | undefined {
    const text = this.text(name);
    if (text === undefined || text.toLowerCase() === "off") return text?.toLowerCase();
    const example = "https://*.apps.example.test";
    const pattern = readAppsPattern(text);
    if (pattern === undefined) {
      const wanted =
        "must be an https address with *. before its name and no path (http for *.localhost), or off";
      this.#refuse(name, wanted, example);
      return undefined;
    }
    const hosts = new AppHosts(pattern);
    const hostname = publicOrigin === undefined ? "localhost" : new URL(publicOrigin).hostname;
    if (hosts.covers(hostname)) {
      this.#refuse(name, `must not cover the server's own name, ${hostname}`, example);
    } else if (hosts.local && !isLoopback(hostname) && !hostname.endsWith(".localhost")) {
      this.#refuse(name, "must not be below localhost, which is each person's own machine", example);
    }
    return pattern;
  }

  /** Places by host and port, written as the address of a request to them names them. */
  places(name: Name): string[] {
    return listOf(this.text(name)).flatMap((text) => {
      const [, host = "", port = ""] = /^([^\s:/?#@*[\]]+|\[[\da-f:.]+\]):(\d{1,5})$/iu.exec(text) ?? [];
      const address = `https://${host}`;
      if (URL.canParse(address) && Number(port) > 0 && Number(port) <= 65_535) {
        return [`${new URL(address).hostname}:${Number(port)}`];
      }
      this.#refuse(
        name,
        "must name places by host and port, with commas between them",
        "sign-in.internal:8443",
      );
      return [];
    });
  }

  owner(): Secrets["owner"] {
    const email = this.text("ANTEROOM_OWNER_EMAIL");
    const password = this.text("ANTEROOM_OWNER_PASSWORD");
    if (email === undefined && password === undefined) return undefined;
    if (email !== undefined && password !== undefined) return { email, password };
    const [set, missing] =
      email === undefined
        ? ["ANTEROOM_OWNER_PASSWORD", "ANTEROOM_OWNER_EMAIL"]
        : ["ANTEROOM_OWNER_EMAIL", "ANTEROOM_OWNER_PASSWORD"];
    this.problems.push(`${set} is set and ${missing} is not. Set both to create the owner, or neither.`);
    return undefined;
  }

  #refuse(name: Name, wanted: string, example: string): void {
    const got = JSON.stringify(this.text(name)?.slice(0, 80));
    this.problems.push(`${name} is ${got}; it ${wanted}. For example: ${name}=${example}`);
  }
}
