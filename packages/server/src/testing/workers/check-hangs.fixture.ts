import { parentPort } from "node:worker_threads";
import type { CheckAnswer, CheckJob } from "../../check-lane.ts";

/** Behaves as the files tell it: hangs, takes half a second, throws, ends the thread, or finds nothing. */
parentPort?.on("message", ({ files, readsCode }: CheckJob) => {
  if (files.has("hang") || (files.has("endless scan") && readsCode)) for (;;);
  for (const end = performance.now() + 500; files.has("slow") && performance.now() < end;);
  if (files.has("throw")) throw new Error("the parser broke");
  if (files.has("exit")) process.exit(3);
  parentPort?.postMessage({ diagnostics: [] } satisfies CheckAnswer);
});
parentPort?.postMessage("ready" satisfies CheckAnswer);
