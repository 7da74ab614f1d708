import { parentPort } from "node:worker_threads";
import { checkFiles } from "@anteroom/sandbox/check";
import { scanApp, storeReport } from "@anteroom/sandbox/review";
import type { CheckAnswer, CheckJob } from "./check-lane.ts";

parentPort?.on("message", ({ files, readsCode }: CheckJob) => {
  const diagnostics = checkFiles(files).map(({ file, line, column, message }) => ({
    file,
    line,
    column,
    message,
  }));
  const answer: CheckAnswer = diagnostics.length > 0 ? { diagnostics } : scanned(files, readsCode);
  parentPort?.postMessage(answer);
});
parentPort?.postMessage("ready" satisfies CheckAnswer);

function scanned(files: CheckJob["files"], readsCode: boolean): CheckAnswer {
  const report = scanApp(files, { readsCode });
  const findings = Object.values(report.totals).reduce((sum, count) => sum + count, 0);
  return { diagnostics: [], scan: { report: storeReport(report), findings } };
}
