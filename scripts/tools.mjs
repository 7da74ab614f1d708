// What every script of this folder needs. Plain JavaScript without dependencies: it also runs on an old Node
// and before anything is installed, and its job is to find or install the right one.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = path.join(root, "node_modules", ".bin");
const LEAST_NODE = 24;

/** Ends the script with a message for a person. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Installs the dependencies when they are missing or older than the lock file: all of them, whatever NODE_ENV
 * or npm's settings leave out, since the building tools are among them. Tells of it on stderr, for stdout may
 * be a program's input.
 */
export function install() {
  const lock = path.join(root, "package-lock.json");
  const marker = path.join(root, "node_modules", ".package-lock.json");
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write("Installing dependencies (once)…\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const stdio = ["inherit", process.stderr, "inherit"];
  const done = spawnSync(npm, [...args, "--loglevel=error"], {
    cwd: root,
    stdio,
    shell: process.platform === "win32",
  });
  if (done.status !== 0) fail("npm ci failed: see its message above. Is the package registry reachable?");
}

/** The path of a Node that is new enough: the pinned one, or the person's own. */
export function node() {
  const pinned = path.join(bin, "node");
  for (const candidate of [pinned, process.execPath]) {
    const asked = spawnSync(candidate, ["-p", "process.versions.node"], { encoding: "utf8" });
    if (asked.status === 0 && Number.parseInt(asked.stdout, 10) >= LEAST_NODE) return candidate;
  }
  return fail(
    `Anteroom needs Node.js ${LEAST_NODE} or newer; this is ${process.versions.node}, and no pinned one is installed for this platform. Install Node.js ${LEAST_NODE} and run the command again.`,
  );
}

/** Environment in which the pinned Node and the installed tools come first. */
function environment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
}

/** Runs a command in the project; returns its exit code. */
export function run(command, args, extra = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: environment(extra) });
  if (done.error) fail(`Could not run ${command}: ${done.error.message}`);
  return done.status ?? 1;
}

/** Runs a command and passes signals on to it, ending as it ends. */
export function become(command, args) {
  const child = spawn(command, args, { cwd: process.cwd(), stdio: "inherit", env: environment() });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env.npm_lifecycle_event) onOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`Could not run ${command}: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** npm passes SIGTERM to the shell that it runs scripts in, and that shell ends without telling anybody. */
function onOrphaned(orphaned) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    orphaned();
  }, 500);
}

/** The file behind the command `command` of an installed package; no shell, so the same on Windows. */
export function toolFile(packageName, command = packageName) {
  const folder = path.join(root, "node_modules", packageName);
  const { bin: entry } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof entry === "string" ? entry : entry[command]);
}

/** Runs the command of an installed package with the right Node; returns its exit code. */
export function runTool(packageName, args, { command, env = {} } = {}) {
  return run(node(), [toolFile(packageName, command), ...args], env);
}
