import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
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

/** How often it is looked whether the pool still moves, from when on it seems starved, and how long it is spared. */
const LOOK_MS = 1000;
const STARVED_MS = 250;
const SPARED_MS = 30_000;

/**
 * Looks after a pool that gives way: on a machine that others keep busy, idle threads get next to nothing, and
 * nobody could sign in. A pool that does not answer in time is given the priority of nice threads for a while.
 */
export function keepPoolMoving(): Disposable {
  let spared = 0;
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    const late = setTimeout(() => {
      spared = Date.now();
      void Promise.all(poolThreads().map((id) => setClass(id, "-o")));
    }, STARVED_MS);
    await stat(THREADS).catch(() => undefined);
    clearTimeout(late);
    if (spared > 0 && Date.now() - spared > SPARED_MS) {
      spared = 0;
      await letPoolGiveWay();
    }
    looking = false;
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

const makeIdle = async (thread: number): Promise<boolean> => await setClass(thread, "-i");

/** Sets the class of a thread by an option of chrt: idle (`-i`), or that of all others (`-o`). */
async function setClass(thread: number, option: "-i" | "-o"): Promise<boolean> {
  try {
    await promisify(execFile)("chrt", [option, "-p", "0", String(thread)], { timeout: 5000 });
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
