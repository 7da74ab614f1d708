import { parentPort } from "node:worker_threads";
import type { CheckJob } from "../../source-checker.ts";

/** Behaves as the files tell it: hangs, throws, ends the thread, or finds nothing. */
parentPort?.on("message", (files: CheckJob) => {
  if (files.has("hang")) for (;;);
  if (files.has("throw")) throw new Error("the parser broke");
  if (files.has("exit")) process.exit(3);
  parentPort?.postMessage([]);
});
