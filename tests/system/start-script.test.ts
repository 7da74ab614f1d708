import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

// `npm start` as supervisors end it: npm passes SIGTERM on to the shell between it and the script, and no further.

const SCRIPT = path.resolve(import.meta.dirname, "../../scripts/start.mjs");

test("the server ends when npm's shell is ended under its start script", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "anteroom-start-"));
  // What follows the script keeps the shell from becoming it.
  const shell = spawn("sh", ["-c", `"${process.execPath}" "${SCRIPT}"; true`], {
    env: {
      PATH: process.env["PATH"],
      npm_lifecycle_event: "start",
      ANTEROOM_PORT: "0",
      ANTEROOM_DATA: path.join(folder, "data"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  while (!printed.includes("Ctrl+C")) await once(shell.stdout, "data");
  const origin = /http:\/\/localhost:\d+/u.exec(printed)?.[0] ?? "";
  const lives = async () =>
    await fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    );
  expect(await lives()).toBe(true);
  shell.kill("SIGTERM");
  await expect.poll(lives).toBe(false);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
