import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installClients } from "./install.ts";
import { type Place, type Program, startInTerminal, startWithPipes } from "./program.ts";

/** Nothing answers here: a client that wants to tell the world something cannot. */
const NOWHERE = "http://127.0.0.1:9";

/** Commands that stand before the machine's own. */
const COMMANDS: Readonly<Record<string, string>> = {
  // The test is the person, and goes where the client says.
  browser: "exit 0",
  // Without a registry: the packages are the pinned ones.
  npx: `[ "$1" = -y ] && shift
case "$1" in @modelcontextprotocol/inspector) shift; set -- mcp-inspector "$@";; esac
exec "$@"`,
  // Claude Code fetches a catalogue of plugins with these at its first start, past any proxy.
  git: "exit 1",
  ssh: "exit 1",
  // The key chain of macOS is the person's own, whatever HOME says.
  security: "exit 1",
};

/**
 * A person's machine: an empty home folder, nobody's login, none of this process's environment, and the real
 * clients on its PATH under the names that a person types. Everything it runs ends with it.
 */
export class Laptop implements AsyncDisposable {
  readonly home: string;
  readonly #place: Place;
  readonly #programs = new Set<Program>();

  private constructor(place: Place) {
    this.home = place.cwd;
    this.#place = place;
  }

  /**
   * Installs the clients when they are missing; throws where one cannot run, for a test that leaves it out
   * proves nothing about it. `more` is what the person has set besides.
   */
  static async open(more: Readonly<Record<string, string>> = {}): Promise<Laptop> {
    const modules = path.join(await installClients(), "node_modules");
    const home = await realpath(await mkdtemp(path.join(tmpdir(), "anteroom-laptop-")));
    const bin = path.join(home, "bin");
    await mkdir(bin);
    await mkdir(path.join(home, "tmp"));
    await symlink(claudeOf(modules), path.join(bin, "claude"));
    for (const [name, script] of Object.entries(COMMANDS)) {
      await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    const places = [bin, path.join(modules, ".bin"), path.dirname(process.execPath), "/usr/bin", "/bin"];
    const env = {
      HOME: home,
      TMPDIR: path.join(home, "tmp"),
      PATH: places.join(path.delimiter),
      BROWSER: path.join(bin, "browser"),
      // A desktop would open its own browser.
      XDG_CURRENT_DESKTOP: "X-Generic",
      HTTP_PROXY: NOWHERE,
      HTTPS_PROXY: NOWHERE,
      NO_PROXY: "localhost,127.0.0.1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      MCP_INSPECTOR_SECRET_STORE: "memory",
      MCP_OAUTH_CALLBACK_URL: "http://127.0.0.1:0/oauth/callback",
      ...more,
    };
    return new Laptop({ cwd: home, env });
  }

  /** Runs a line of a shell to its end and returns what it said; throws unless it ends well. */
  async run(line: string): Promise<string> {
    const program = this.start(`${line} </dev/null`);
    const code = await program.ended;
    const { out, err } = program;
    if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${out.text}${err.text}`);
    return out.text;
  }

  /** Puts a file of settings into the home folder. */
  async write(name: string, text: string): Promise<void> {
    const file = path.join(this.home, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** Changes a file of the home folder; throws if it stays as it was. */
  async edit(name: string, change: (text: string) => string): Promise<void> {
    const before = await readFile(path.join(this.home, name), "utf8");
    const after = change(before);
    if (after === before) throw new Error(`Nothing to change in ${name}.`);
    await this.write(name, after);
  }

  /** Starts a line of a shell. */
  start(line: string): Program {
    return this.#keep(startWithPipes(line, this.#place));
  }

  /** Starts a line of a shell in a terminal, for clients that want a person in front of them. */
  async startInTerminal(line: string): Promise<Program> {
    return this.#keep(await startInTerminal(line, this.#place));
  }

  #keep(program: Program): Program {
    this.#programs.add(program);
    void program.ended.then(() => this.#programs.delete(program));
    return program;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Array.from(this.#programs, async (program) => await program.kill()));
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function claudeOf(modules: string): string {
  const { platform, arch } = process;
  if (platform === "win32") throw new Error("The real clients are tested through a POSIX shell: use WSL.");
  const name = `@anthropic-ai/claude-code-${platform}-${arch}`;
  const file = path.join(modules, name, "claude");
  if (existsSync(file)) return file;
  throw new Error(`Claude Code cannot be tested here: ${name} is not published, or could not be downloaded.`);
}
