import { readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";

const THREADS = "/proc/self/task";

/**
 * Lets the threads of Node's pool, which hash passwords among other things, give way to the event loop where
 * the processors are too few for all: a flood of sign-ins then costs nobody else's call its time. Linux gives
 * each thread a priority of its own; elsewhere nothing is changed.
 */
export function letPoolGiveWay(): void {
  for (const id of poolThreads()) {
    try {
      setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Ended meanwhile, or not allowed here: then it runs as before.
    }
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
