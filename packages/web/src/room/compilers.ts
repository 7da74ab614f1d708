import { createCompiler, type Compiler } from "@anteroom/sandbox/host";
import { runtimePlace } from "./runtime-place.ts";

/** The compilers of one Room, one for each runtime that its apps run on; each stays warm for the next tab. */
export class Compilers implements Disposable {
  readonly #byRuntime = new Map<string, Compiler>();

  for(runtime: string): Compiler {
    const known = this.#byRuntime.get(runtime);
    if (known) return known;
    const made = createCompiler({ url: `${runtimePlace(runtime).base}/compile.js` });
    this.#byRuntime.set(runtime, made);
    return made;
  }

  [Symbol.dispose](): void {
    for (const compiler of this.#byRuntime.values()) compiler[Symbol.dispose]();
    this.#byRuntime.clear();
  }
}
