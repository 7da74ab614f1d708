import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, constants, setPriority } from "node:os";
import { promisify } from "node:util";

const THREADS = "/proc/self/task";

/**
 * Lets the threads of Node's pool, which hash passwords among other things, give way to the event loop where
 * the processors are too few for all: a flood of sign-ins then costs nobody else's call its time. Linux gives
 * each thread a priority of its own; elsewhere nothing is changed.
 *
 * A nice thread is still left running until the next tick of the scheduler (4 ms); one of the idle class makes
 * room at once. Node cannot set that class, so `chrt` of util-linux or busybox does it where it is there. On a
 * single processor an event loop that never rests would leave idle threads next to nothing: they stay nice.
 */
export async function letPoolGiveWay(): Promise<void> {
  await Promise.all(
    poolThreads().map(async (id) => {
      if (availableParallelism() > 1 && (await makeIdle(id))) return;
      try {
        setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // Ended meanwhile, or not allowed here: then it runs as before.
      }
    }),
  );
}

async function makeIdle(thread: number): Promise<boolean> {
  try {
    await promisify(execFile)("chrt", ["-i", "-p", "0", String(thread)], { timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

/** The ids of the pool's threads, which are there from its first use on; none where they cannot be told. */
export function poolThreads(): number[] {
  try {
    return readdirSync(THREADS)
      .filter((id) => readFileSync(`${THREADS}/${id}/comm`, "utf8").trim() === "libuv-worker")
      .map(Number);
  } catch {
    return [];
  }
}
