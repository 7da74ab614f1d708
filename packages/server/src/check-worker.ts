import { parentPort } from "node:worker_threads";
import { checkFiles } from "@anteroom/sandbox/check";
import type { CheckAnswer, CheckJob } from "./check-lane.ts";

parentPort?.on("message", (files: CheckJob) => {
  const found: CheckAnswer = checkFiles(files).map(({ file, line, column, message }) => ({
    file,
    line,
    column,
    message,
  }));
  parentPort?.postMessage(found);
});
parentPort?.postMessage("ready" satisfies CheckAnswer);
