import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { installClients } from "./install.ts";
import { Transcript } from "./transcript.ts";

/** Where a program runs: its folder, and all of its environment. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A running line of a shell, with pipes or in a terminal of its own. */
export interface Program {
  /** What it says; in a terminal, that is all it shows. */
  readonly out: Transcript;
  /** What it says besides; nothing in a terminal. */
  readonly err: Transcript;
  write(text: string): void;
  /** Its exit code once it has ended and said everything. */
  readonly ended: Promise<number | null>;
  /** Ends it and its children at once, if it still runs. */
  kill(): Promise<void>;
}

export function startWithPipes(line: string, place: Place): Program {
  // A group of its own, so that a client's own children end with it.
  const child = spawn("/bin/sh", ["-c", line], { ...place, stdio: "pipe", detached: true });
  const out = transcribe(child.stdout);
  const err = transcribe(child.stderr);
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    out,
    err,
    ended,
    write: (text) => child.stdin.write(text),
    kill: async () => {
      endGroup(child.pid);
      await ended;
    },
  };
}

function transcribe(stream: NodeJS.ReadableStream): Transcript {
  const transcript = new Transcript();
  stream.setEncoding("utf8").on("data", (text: string) => transcript.add(text));
  stream.on("close", () => transcript.end());
  return transcript;
}

/** The part of node-pty that is used here; its types are only there once it is installed. */
interface Pty {
  readonly pid: number;
  onData(listener: (text: string) => void): void;
  onExit(listener: (ended: { exitCode: number }) => void): void;
  write(text: string): void;
}
interface PtyModule {
  readonly spawn: (file: string, args: string[], options: object) => Pty;
}

/** Wide, so that no address is broken in two. */
const SIZE = { cols: 800, rows: 50 };

export async function startInTerminal(line: string, place: Place): Promise<Program> {
  const module = createRequire(path.join(await installClients(), "package.json"));
  const { spawn: spawnPty } = module("@lydell/node-pty") as PtyModule;
  const pty = spawnPty("/bin/sh", ["-c", line], { ...place, ...SIZE, name: "xterm-256color" });
  const out = new Transcript();
  const err = new Transcript();
  pty.onData((text) => out.add(text));
  let running = true;
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      running = false;
      out.end();
      err.end();
      resolve(exitCode);
    });
  });
  return {
    out,
    err,
    ended,
    write: (text) => pty.write(text),
    kill: async () => {
      if (running) endGroup(pty.pid);
      await ended;
    },
  };
}

/** The leader of a group may be gone, and its children still there. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
