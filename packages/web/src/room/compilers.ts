import { createCompiler, type Compiler } from "@anteroom/sandbox/host";

/** Where a runtime is served: apps run on the one that they were approved on. */
export function runtimeBase(runtime: string): string {
  return `/rt/${encodeURIComponent(runtime)}`;
}

/** The compilers of one Room, one for each runtime that its apps run on; each stays warm for the next tab. */
export class Compilers implements Disposable {
  readonly #byRuntime = new Map<string, Compiler>();

  for(runtime: string): Compiler {
    const known = this.#byRuntime.get(runtime);
    if (known) return known;
    const made = createCompiler({ url: `${runtimeBase(runtime)}/compile.js` });
    this.#byRuntime.set(runtime, made);
    return made;
  }

  [Symbol.dispose](): void {
    for (const compiler of this.#byRuntime.values()) compiler[Symbol.dispose]();
    this.#byRuntime.clear();
  }
}
