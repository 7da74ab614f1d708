import { link } from "../compile/index.ts";
import type { CompileAnswer, CompileRequest } from "./compiler.ts";

/** The Worker of `createCompiler`; built as the runtime's `compile.js`. */
self.addEventListener("message", ({ data: { id, files } }: MessageEvent<CompileRequest>) => {
  const answer: CompileAnswer = { id, result: link(files) };
  self.postMessage(answer);
});
