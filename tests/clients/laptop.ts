import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installClients } from "./install.ts";
import { type Place, type Program, startInTerminal, startWithPipes } from "./program.ts";

/** Nothing answers here: a client that wants to tell the world something cannot. */
const NOWHERE = "http://127.0.0.1:9";

/** `npx` without a registry: the packages are the pinned ones. */
const NPX = `#!/bin/sh
[ "$1" = "-y" ] && shift
[ "$1" = "@modelcontextprotocol/inspector" ] && shift && exec mcp-inspector "$@"
exec "$@"
`;

/** A browser that opens nothing: the test is the person, and goes where the client says. */
const BROWSER = "#!/bin/sh\nexit 0\n";

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

  /** Installs the clients when they are missing; throws where one has no build for this platform. */
  static async open(more: Readonly<Record<string, string>> = {}): Promise<Laptop> {
    const modules = path.join(await installClients(), "node_modules");
    const home = await realpath(await mkdtemp(path.join(tmpdir(), "anteroom-laptop-")));
    const bin = path.join(home, "bin");
    await mkdir(bin);
    await symlink(claudeOf(modules), path.join(bin, "claude"));
    for (const [name, script] of Object.entries({ npx: NPX, browser: BROWSER })) {
      await writeFile(path.join(bin, name), script);
      await chmod(path.join(bin, name), 0o755);
    }
    const places = [bin, path.join(modules, ".bin"), path.dirname(process.execPath), "/usr/bin", "/bin"];
    const env = {
      HOME: home,
      PATH: places.join(path.delimiter),
      BROWSER: path.join(bin, "browser"),
      HTTP_PROXY: NOWHERE,
      HTTPS_PROXY: NOWHERE,
      NO_PROXY: "localhost,127.0.0.1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ...more,
    };
    return new Laptop({ cwd: home, env });
  }

  /** Runs a line of a shell to its end and returns what it said; throws unless it ends well. */
  async run(line: string): Promise<string> {
    const program = this.start(line);
    const code = await program.ended;
    const said = program.out.text + program.err.text;
    if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${said}`);
    return said;
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
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const file = path.join(modules, name, "claude");
  if (!existsSync(file)) {
    throw new Error(
      `Claude Code is not tested here: ${name} has no build for this machine, or could not be downloaded. ` +
        "A run without it proves nothing about it, so it fails.",
    );
  }
  return file;
}
