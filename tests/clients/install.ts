import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

/** A folder of its own, so that no test here takes a module from the clients by accident. */
const FOLDER = path.join(import.meta.dirname, "pinned");
const LOCK_FILE = path.resolve(import.meta.dirname, "../../.cache/clients-install.lock");

/** Give this to the hook that calls `installClients`: the clients are some hundred megabytes. */
export const INSTALL_WITHIN_MS = 15 * 60_000;

/**
 * Installs the real clients, pinned by their lock, when they are missing or older than that. Returns the folder
 * whose node_modules holds them. Throws with npm's own words when they cannot be had: a test never goes on
 * without them.
 */
export async function installClients(): Promise<string> {
  if (isInstalled()) return FOLDER;
  using _ = await lock();
  // Another run may have installed them while this one waited.
  if (!isInstalled()) await npmCi();
  return FOLDER;
}

function isInstalled(): boolean {
  const marker = statSync(path.join(FOLDER, "node_modules/.package-lock.json"), { throwIfNoEntry: false });
  return marker !== undefined && marker.mtimeMs >= statSync(path.join(FOLDER, "package-lock.json")).mtimeMs;
}

/** Held by one process at a time, and let go by the system when that process ends in whatever way. */
async function lock(): Promise<Disposable> {
  mkdirSync(path.dirname(LOCK_FILE), { recursive: true });
  const file = new DatabaseSync(LOCK_FILE, { timeout: 0 });
  for (;;) {
    try {
      file.exec("BEGIN EXCLUSIVE");
      return { [Symbol.dispose]: () => file.close() };
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes("locked")) throw error;
      await delay(500);
    }
  }
}

async function npmCi(): Promise<void> {
  process.stderr.write("Installing the real clients for their tests (once)…\n");
  const windows = process.platform === "win32";
  const npm = spawn(
    windows ? "npm.cmd" : "npm",
    ["ci", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: FOLDER, env: environment(), stdio: ["ignore", "pipe", "pipe"], shell: windows },
  );
  let said = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  const [code] = (await once(npm, "close")) as [number | null];
  if (code === 0) return;
  throw new Error(
    `The real clients that tests/clients drives could not be installed (npm ci ended with ${code}). ` +
      `Is the package registry reachable?\n${said}`,
  );
}

/**
 * npm settles which versions fit by the Node that it runs on, so the Node of this run comes first. npm's own
 * settings of an outer `npm test` are left out: they describe the product's install, not this one.
 */
function environment(): NodeJS.ProcessEnv {
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^npm_(lifecycle|package|command)/.test(name),
  );
  const PATH = [path.dirname(process.execPath), process.env["PATH"]].join(path.delimiter);
  return { ...Object.fromEntries(outer), PATH, NODE_ENV: "development" };
}
