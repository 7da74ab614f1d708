import { spawn } from "node:child_process";

// Runs the program that its arguments name until its own input ends: a test run that was killed leaves nothing behind.
const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });
child.on("exit", (code) => process.exit(code ?? 1));
process.stdin.resume().on("end", () => {
  // With all the processes that it started.
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
});
