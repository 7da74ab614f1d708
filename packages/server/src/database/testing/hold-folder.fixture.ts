import { CannotOpenError } from "../cannot-open.ts";
import { openDataFolder } from "../data-folder.ts";

/** Holds the data folder that it is given until it is killed, if it gets it; keeps no reference to it. */
function hold(): string {
  try {
    return openDataFolder({ path: process.argv[2] ?? "", lock: true }).fresh ? "fresh" : "ready";
  } catch (error) {
    if (error instanceof CannotOpenError) return error.message.split("\n")[0] ?? "";
    throw error;
  }
}

const held = hold();
// A turn of the event loop first, so that nothing of the call is left on the stack.
setImmediate(() => {
  globalThis.gc?.();
  process.stdout.write(`${held}\n`);
});
process.stdin.resume();
