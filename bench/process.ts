import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** A bench peer in a process of its own that tells its port over the channel, and stops with this one. */
export class Peer implements AsyncDisposable {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** Forks a file of this folder; `settings` reaches it as JSON in its first argument. */
  static async start(file: string, settings: object): Promise<Peer> {
    const child = fork(path.join(import.meta.dirname, file), [JSON.stringify(settings)]);
    const [first] = (await once(child, "message")) as [{ port: number }];
    return new Peer(child, first.port);
  }

  /** Asks the peer and waits for its answer. */
  async ask<T>(question: string): Promise<T> {
    const answer = once(this.#child, "message");
    this.#child.send(question);
    return ((await answer) as [T])[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exit = once(this.#child, "exit");
    this.#child.kill();
    await exit;
  }
}
