import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const BIN = path.resolve(import.meta.dirname, "../../packages/anteroom/src/bin.ts");
const LEASH = pathToFileURL(path.join(import.meta.dirname, "ends-with-parent.ts")).href;
const STARTS_WITHIN_MS = 30_000;

/** The owner that most tests begin with, made by environment as an operator would. */
export const OWNER = { email: "owner@example.test", password: "correct horse battery" } as const;

export interface LaunchOptions {
  /** Settings besides the test's own, as an operator would give them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Make the owner by environment (the default), or leave that to the printed link. */
  readonly owner?: boolean;
  readonly port?: number;
  /** Keep using this data folder; without it the server gets a new one that is removed at the end. */
  readonly data?: string;
}

/** A running server in a process of its own, as a user starts it, on a free loopback port. */
export class TestServer implements AsyncDisposable {
  readonly origin: string;
  /** Printed while no owner exists. */
  readonly setUpLink: string | undefined;
  readonly data: string;
  readonly #child: ChildProcess;
  readonly #options: LaunchOptions;
  readonly #log: string[];
  #ownsData: boolean;

  private constructor(parts: {
    child: ChildProcess;
    options: LaunchOptions;
    data: string;
    log: string[];
    origin: string;
    setUpLink: string | undefined;
  }) {
    this.#child = parts.child;
    this.#options = parts.options;
    this.#ownsData = parts.options.data === undefined;
    this.#log = parts.log;
    this.data = parts.data;
    this.origin = parts.origin;
    this.setUpLink = parts.setUpLink;
  }

  static async launch(options: LaunchOptions = {}): Promise<TestServer> {
    const data = options.data ?? path.join(await mkdtemp(path.join(tmpdir(), "anteroom-")), "data");
    const child = spawn(process.execPath, ["--import", LEASH, BIN, "serve", ...(options.args ?? [])], {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        ANTEROOM_PORT: String(options.port ?? 0),
        ANTEROOM_DATA: data,
        ANTEROOM_RATE_PER_MINUTE: "0",
        ...(options.owner !== false && {
          ANTEROOM_OWNER_EMAIL: OWNER.email,
          ANTEROOM_OWNER_PASSWORD: OWNER.password,
        }),
        ...options.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log: string[] = [];
    createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
    const printed = await readBanner(child, log, options.owner === false);
    return new TestServer({ child, options, data, log, ...printed });
  }

  /** What the server logged so far, line by line. */
  get log(): readonly string[] {
    return this.#log;
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends the process as an operator would; resolves to its exit code. */
  async stop(): Promise<number | null> {
    return await this.#end("SIGTERM");
  }

  /** The same data folder and port in a new process. */
  async restart(): Promise<TestServer> {
    await this.#end("SIGKILL");
    const next = await TestServer.launch({ ...this.#options, data: this.data, port: this.port });
    next.#ownsData = this.#ownsData;
    return next;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGKILL");
    if (this.#ownsData) await rm(path.dirname(this.data), { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, "exit");
      this.#child.kill(signal);
      await exit;
    }
    return this.#child.exitCode;
  }
}

/** Reads what the server prints at its start: its address, and the link that makes the owner. */
async function readBanner(child: ChildProcess, log: string[], expectLink: boolean) {
  let origin: string | undefined;
  let setUpLink: string | undefined;
  const timer = setTimeout(() => child.kill("SIGKILL"), STARTS_WITHIN_MS);
  try {
    for await (const line of createInterface({ input: child.stdout! })) {
      setUpLink ??= /(https?:\/\/\S+\/set-up#\S+)/.exec(line)?.[1];
      origin ??= /(https?:\/\/localhost:\d+)/.exec(line)?.[1];
      if (origin && (setUpLink || !expectLink)) return { origin, setUpLink };
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`The server did not start:\n${log.join("\n")}`);
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the program (`anteroom admin token …`) to its end. */
export async function anteroom(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream.setEncoding("utf8")) text += String(chunk);
    return text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: (await stdout) ?? "", stderr: (await stderr) ?? "" };
}

/** A token as an operator makes one beside the running server. */
export async function adminToken(
  server: TestServer,
  { email = OWNER.email, scope = "osfoundry:read,osfoundry:write" }: { email?: string; scope?: string } = {},
): Promise<string> {
  const args = ["admin", "token", "--for", email, "--scope", scope, "--json"];
  const made = await anteroom(args, { ANTEROOM_DATA: server.data });
  if (made.code !== 0) throw new Error(`admin token failed: ${made.stderr}`);
  return (JSON.parse(made.stdout) as { token: string }).token;
}
