import { parentPort } from "node:worker_threads";
import { checkFiles } from "@anteroom/sandbox/check";
import { grantsOf, scanApp, storeReport } from "@anteroom/sandbox/review";
import type { CheckAnswer, CheckJob } from "./check-lane.ts";

/** Jobs are answered in their order, though compiling one may wait for a compiler to be loaded. */
let before: Promise<void> = Promise.resolve();

parentPort?.on("message", (job: CheckJob) => {
  before = before.then(async () => parentPort?.postMessage(await answer(job)));
});
parentPort?.postMessage("ready" satisfies CheckAnswer);

async function answer({ files, readsCode }: CheckJob): Promise<CheckAnswer> {
  const found = await checkFiles(files);
  const diagnostics = found.map(({ file, line, column, message }) => ({ file, line, column, message }));
  return diagnostics.length > 0 ? { diagnostics } : scanned(files, readsCode);
}

function scanned(files: CheckJob["files"], readsCode: boolean): CheckAnswer {
  const report = scanApp(files, { readsCode });
  const findings = Object.values(report.totals).reduce((sum, count) => sum + count, 0);
  return {
    diagnostics: [],
    scan: { report: storeReport(report), findings, grants: grantsOf(report) },
  };
}
