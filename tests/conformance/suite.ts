import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { installClients } from "../clients/install.ts";

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** What came out of a run: each check by `scenario:check`, and what a failed one says. */
export interface Outcome {
  readonly passed: readonly string[];
  readonly failed: Readonly<Record<string, string>>;
}

/** Runs all that a revision of the protocol requires of servers, by the official suite. */
export async function runSuite(url: string, revision: string): Promise<Outcome> {
  const clients = await installClients();
  const bin = path.join(clients, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const results = await mkdtemp(path.join(tmpdir(), "anteroom-conformance-"));
  try {
    const args = [bin, "server", "--url", url, "--requirements", revision, "--output-dir", results];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const [said, complained] = [text(child.stdout), text(child.stderr)];
    await once(child, "close");
    const scenarios = [...(await said).matchAll(/^=== Running scenario: (\S+) ===$/gmu)].map(
      (found) => found[1]!,
    );
    if (scenarios.length === 0) throw new Error(`The suite ran nothing:\n${await complained}`);
    return await readResults(results, scenarios);
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

async function readResults(folder: string, scenarios: readonly string[]): Promise<Outcome> {
  const folders = await readdir(folder);
  const passed: string[] = [];
  const failed: Record<string, string> = {};
  for (const scenario of scenarios) {
    const of = new RegExp(`^server-${scenario}-\\d{4}-\\d{2}-\\d{2}T`, "u");
    const own = folders.find((name) => of.test(name));
    if (own === undefined) throw new Error(`The suite left no result of ${scenario}.`);
    const checks = JSON.parse(await readFile(path.join(folder, own, "checks.json"), "utf8")) as Check[];
    for (const { id, status, errorMessage = "" } of checks) {
      if (status === "FAILURE") failed[`${scenario}:${id}`] = errorMessage;
      if (status === "SUCCESS") passed.push(`${scenario}:${id}`);
    }
  }
  return { passed, failed };
}
