import type { AppFiles } from "@anteroom/app-format";
import { link, withTailwind, type LinkResult } from "../compile/index.ts";
import type { CompileAnswer, CompileRequest } from "./compiler.ts";
import { WARM_UP, WARM_UPS } from "./warm-up.ts";

/** Aborted when the first app has come. */
const warming = new AbortController();

/** The Worker of `createCompiler`; built as the runtime's `compile.js`, with a chunk for each import below. */
self.addEventListener("message", ({ data: { id, files } }: MessageEvent<CompileRequest>) => {
  warming.abort();
  const answer = (result?: LinkResult): void => {
    self.postMessage({ id, ...(result && { result }) } satisfies CompileAnswer);
  };
  compile(files).then(answer, () => answer());
});

// Without it the first app is compiled all the same.
warmUp().catch(() => undefined);

async function compile(files: AppFiles): Promise<LinkResult> {
  return await withTailwind(await link(files), files, () => import("../compile/styles/tailwind-web.ts"));
}

/** A bit at a time, and no more when an app has come: it is not to wait. */
async function warmUp(): Promise<void> {
  for (let row = 0; row < WARM_UPS.rows && !warming.signal.aborted; row += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    for (let time = 0; time < WARM_UPS.times; time += 1) await link(WARM_UP);
  }
}
