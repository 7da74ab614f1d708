import { readFiles } from "@anteroom/app-format";
import { checkFiles } from "@anteroom/sandbox/check";
import { scanApp } from "@anteroom/sandbox/review";
import { median } from "./load.ts";
import { type Figure, figure } from "./report.ts";
import { appOf, type AppShape } from "./review-apps.ts";

const ROUNDS = 9;
const APPS: readonly AppShape[] = [
  { files: 2, lines: 60 },
  { files: 100, lines: 50 },
  { files: 2, lines: 5000 },
];
/** A proposal is read once; so much of its time may be the scan, against the check that it compiles. */
const MOST_OF_CHECK = 4;

/** Scanning an app against checking that it compiles, which is done in any case. */
export async function scan(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { files, lines } of APPS) {
    const read = readFiles(appOf({ files, lines }));
    if (!read.ok) throw new Error(read.problem.message);
    const ratios: number[] = [];
    while (ratios.length < ROUNDS) {
      const checked = await took(() => checkFiles(read.files));
      ratios.push((await took(() => scanApp(read.files))) / checked);
    }
    const name = `scan of ${files} files of ${lines} lines, median`;
    figures.push(figure(name, median(ratios), "× check", { most: MOST_OF_CHECK }));
  }
  return figures;
}

async function took(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
