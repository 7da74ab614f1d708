import { shorten } from "../wire/diagnostic.ts";
import type { Named } from "./code-rules.ts";
import { QUOTED_UNITS, type Collector } from "./collector.ts";
import { hiddenRuns } from "./hidden.ts";
import { mixedScripts, skeletonOf } from "./lookalikes.ts";
import type { Span } from "./report.ts";
import { GLOBAL_OBJECTS, WORDS } from "./rules.ts";
import { hiddenData } from "./text-rules.ts";

/** Words that everybody knows, beside those of the rules: nothing of an app should only look like one. */
const KNOWN: readonly string[] = [
  ..."break case catch class const continue default delete else export extends false finally for".split(" "),
  ..."function import instanceof let new null return super switch this throw true try typeof void".split(" "),
  ..."undefined var while with yield async await document console Object Array String Number Math".split(" "),
  ..."JSON Promise constructor prototype".split(" "),
  ...WORDS.keys(),
  ...GLOBAL_OBJECTS,
];

const BEYOND_ASCII = /[^\0-\x7f]/u;

/** Gathers the names of an app's files and tells which could be taken for others. */
export class NameReader {
  readonly #ascii = new Set(KNOWN);
  readonly #others: Named[] = [];

  read(names: readonly Named[]): void {
    for (const named of names) {
      if (BEYOND_ASCII.test(named.name)) this.#others.push(named);
      else this.#ascii.add(named.name);
    }
  }

  /** Texts are told of only where they mix scripts, since they may be of any language. */
  find(collector: Collector): void {
    if (this.#others.length === 0) return;
    const known = bySkeleton(this.#ascii);
    for (const { name, span, within } of this.#others) {
      const skeleton = skeletonOf(name);
      const scripts = mixedScripts(name);
      const other = known.get(skeleton);
      if (other !== undefined && other !== name && (within === "code" || scripts !== undefined)) {
        collector.find("lookalike", span, { name: quoted(name), other: quoted(other), within });
      } else if (scripts !== undefined) {
        collector.find("mixed_script", span, { name: quoted(name), scripts, within });
      }
      if (within === "code" && other === undefined && skeleton !== "") known.set(skeleton, name);
    }
  }
}

/** Findings about the paths of an app's files; they stand at the start of the file. */
export function findInPaths(paths: readonly string[], collector: Collector): void {
  const known = bySkeleton(paths.filter((path) => !BEYOND_ASCII.test(path)));
  for (const path of paths.filter((one) => BEYOND_ASCII.test(one))) {
    const span: Span = { file: path, line: 1, column: 1, endColumn: 1 };
    for (const [kind, runs] of Map.groupBy(hiddenRuns(path), (run) => run.kind)) {
      collector.find(kind, span, hiddenData(runs, "path"));
    }
    const skeleton = skeletonOf(path);
    const other = known.get(skeleton);
    const scripts = path.split(/[^\p{L}\p{N}]+/u).flatMap((word) => mixedScripts(word) ?? []);
    if (other !== undefined) {
      collector.find("lookalike", span, { name: quoted(path), other: quoted(other), within: "path" });
    } else if (scripts.length > 0) {
      collector.find("mixed_script", span, {
        name: quoted(path),
        scripts: [...new Set(scripts)],
        within: "path",
      });
    }
    if (skeleton !== "" && other === undefined) known.set(skeleton, path);
  }
}

function bySkeleton(words: Iterable<string>): Map<string, string> {
  const known = new Map<string, string>();
  for (const word of words) {
    const skeleton = skeletonOf(word);
    if (skeleton !== "" && !known.has(skeleton)) known.set(skeleton, word);
  }
  return known;
}

function quoted(text: string): string {
  return shorten(text, QUOTED_UNITS);
}
