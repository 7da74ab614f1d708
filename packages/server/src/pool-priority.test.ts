import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism, constants } from "node:os";
import { expect, test } from "vitest";
import { keepPoolMoving, letPoolGiveWay, poolThreads } from "./pool-priority.ts";

const SCHED_IDLE = 5;

/** Niceness and policy of a thread of this process, as Linux tells them (proc_pid_stat(5), fields 19 and 41). */
function standingOf(thread: number): { nice: number; policy: number } {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { nice: Number(fields[16]), policy: Number(fields[38]) };
}

test("the pool's threads give way, where threads have priorities of their own, and the event loop does not", async () => {
  await readFile(import.meta.filename);
  const threads = poolThreads();
  const before = threads.length > 0 ? standingOf(process.pid) : undefined;
  await letPoolGiveWay();
  for (const { nice, policy } of threads.map(standingOf)) {
    expect(policy === SCHED_IDLE || nice === constants.priority.PRIORITY_BELOW_NORMAL).toBe(true);
  }
  if (before) expect(standingOf(process.pid)).toEqual(before);
  // Still of use.
  expect(await readFile(import.meta.filename, "utf8")).toContain("still of use".slice(1));
});

test("on a machine that others keep busy, the pool is let out of the idle class, and what is asked of it is done", async () => {
  await readFile(import.meta.filename);
  await letPoolGiveWay();
  const others = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  const keeper = keepPoolMoving();
  try {
    const idle = () => poolThreads().filter((thread) => standingOf(thread).policy === SCHED_IDLE);
    await expect.poll(idle, { timeout: 15_000 }).toEqual([]);
    expect(await readFile(import.meta.filename, "utf8")).toContain("idle class");
  } finally {
    keeper[Symbol.dispose]();
    for (const other of others) other.kill("SIGKILL");
  }
});
