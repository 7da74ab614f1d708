import { parentPort } from "node:worker_threads";
import { checkFiles } from "@anteroom/sandbox/check";
import type { CheckAnswer, CheckJob } from "./source-checker.ts";

parentPort?.on("message", (files: CheckJob) => {
  const found: CheckAnswer = checkFiles(files).map(({ file, line, column, message }) => ({
    file,
    line,
    column,
    message,
  }));
  parentPort?.postMessage(found);
});
