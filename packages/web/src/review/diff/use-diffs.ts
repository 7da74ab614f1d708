import { startTransition, useEffect, useState } from "react";
import type { Compared, FileTexts } from "./compare-files.ts";
import type { FileDiff, Move } from "./file-diff.ts";

export interface Diffs {
  /** By path; a file that is not compared yet is missing. */
  readonly byPath: ReadonlyMap<string, FileDiff>;
  readonly moves: readonly Move[];
  /** The comparison broke off: what is missing will not come. */
  readonly failed: boolean;
}

const NO_DIFFS: Diffs = { byPath: new Map(), moves: [], failed: false };

/** Compares files beside the page; `files` keeps its identity as long as they are the same. */
export function useDiffs(files: readonly FileTexts[]): Diffs {
  const [made, setMade] = useState<Diffs & { readonly of: readonly FileTexts[] }>({ ...NO_DIFFS, of: files });
  useEffect(() => {
    if (files.length === 0) return;
    const worker = new Worker(new URL("./compare-worker.ts", import.meta.url), { type: "module" });
    // Many files come at once: they are drawn in slices, so that the page answers in between.
    const tell = (change: (diffs: Diffs) => Diffs): void =>
      startTransition(() => setMade((was) => ({ ...change(was.of === files ? was : NO_DIFFS), of: files })));
    worker.addEventListener("message", ({ data }: MessageEvent<Compared>) => {
      tell((diffs) =>
        "moves" in data
          ? { ...diffs, moves: data.moves }
          : { ...diffs, byPath: new Map([...diffs.byPath, ...data.diffs]) },
      );
      if ("moves" in data) worker.terminate();
    });
    worker.addEventListener("error", () => tell((diffs) => ({ ...diffs, failed: true })));
    worker.postMessage(files);
    return () => worker.terminate();
  }, [files]);
  return made.of === files ? made : NO_DIFFS;
}
