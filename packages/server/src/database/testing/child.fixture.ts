import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A program of this folder, run as a process of its own. */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  readonly #output: AsyncIterator<string>;

  constructor(program: string, ...args: readonly string[]) {
    const file = fileURLToPath(new URL(`./${program}.fixture.ts`, import.meta.url));
    const child = spawn(process.execPath, ["--expose-gc", file, ...args], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#process = child;
    this.#ended = once(child, "close");
    this.#output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line that it prints; undefined when it has ended. */
  async line(): Promise<string | undefined> {
    const { value, done } = await this.#output.next();
    return done ? undefined : value;
  }

  /** Lets a program go on that waits for its input. */
  go(): void {
    this.#process.stdin?.end("go\n");
  }

  /** Ends it as a power cut would, without a chance to tidy up, and returns the lines not read yet. */
  async kill(): Promise<string[]> {
    this.#process.kill("SIGKILL");
    const rest: string[] = [];
    for (let line = await this.line(); line !== undefined; line = await this.line()) rest.push(line);
    await this.#ended;
    return rest;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
