import { ENTRY, type AppFiles } from "@anteroom/app-format";
import { diagnostic, positionAt, type Diagnostic, type Place } from "../wire/diagnostic.ts";
import type { FileSpan } from "../wire/line-map.ts";
import type { PackageName } from "../wire/packages.ts";
import { DEFINE, PACKAGE, type LinkResult, type Style } from "../wire/program.ts";
import type { FoundImport } from "./scan.ts";
import { kindOf } from "./kinds.ts";
import { resolveImport } from "./resolve.ts";
import { literal, sourcePlace, translate, type Translated } from "./translate.ts";

const ERRORS = 20;

interface Module extends Translated {
  readonly file: string;
  /** See ModuleDefinition. */
  readonly targets: Record<string, string>;
}

/**
 * Links the files that the app's entry reaches into one script. Pure, and the same in the browser and in
 * Node. The errors are files that cannot be translated and imports that lead nowhere: at most 20, in the
 * order in which they are met. See `translate` on its time.
 */
export function link(files: AppFiles): LinkResult {
  if (!files.has(ENTRY)) return { ok: false, errors: [missingEntry()] };
  const linker = new Linker(files);
  // A Set is iterated in the order of adding, what is added on the way included.
  for (const file of linker.starts) linker.visit(file);
  const { errors, modules, styles, packages } = linker;
  if (errors.length > 0) return { ok: false, errors };
  const component = componentPlace(modules.get(ENTRY), files.get(ENTRY) ?? "");
  return { ok: true, ...print([...modules.values()]), styles, packages: [...packages].toSorted(), component };
}

function componentPlace(entry: Module | undefined, text: string): Place {
  const start = { file: ENTRY, line: 1, column: 1 };
  if (entry?.defaultExport === undefined) return start;
  const place = sourcePlace(ENTRY, entry, entry.defaultExport);
  // An export list was moved below the last line.
  return place.line > positionAt(text, text.length).line ? start : place;
}

class Linker {
  readonly errors: Diagnostic[] = [];
  readonly modules = new Map<string, Module>();
  readonly styles: Style[] = [];
  readonly packages = new Set<PackageName>();
  /** The entry, and what is imported on demand: that runs after all that the entry needs, its styles too. */
  readonly starts = new Set<string>([ENTRY]);
  readonly #files: AppFiles;
  readonly #visited = new Set<string>();

  constructor(files: AppFiles) {
    this.#files = files;
  }

  /** Takes up a file and what it imports, in the order in which they run. */
  visit(file: string): void {
    if (this.#visited.has(file)) return;
    this.#visited.add(file);
    const text = this.#files.get(file) ?? "";
    const translation = translate(file, text);
    if (!translation.ok) return this.#fail(translation.error);
    const module: Module = { ...translation, file, targets: {} };
    this.modules.set(file, module);
    if (kindOf(file) === "style") this.styles.push({ file, text });
    for (const found of module.imports) this.#follow(module, found);
  }

  #follow(module: Module, { specifier, offset, dynamic }: FoundImport): void {
    const { file, targets } = module;
    const resolution = resolveImport(this.#files, file, specifier);
    if (resolution.to === "nowhere") {
      if (this.errors.length >= ERRORS) return;
      const text = this.#files.get(file) ?? "";
      this.#fail(diagnostic(text, sourcePlace(file, module, offset), resolution.message));
    } else if (resolution.to === "package") {
      this.packages.add(resolution.name);
      targets[specifier] = PACKAGE + resolution.name;
    } else {
      targets[specifier] = resolution.file;
      if (dynamic) this.starts.add(resolution.file);
      else this.visit(resolution.file);
    }
  }

  #fail(error: Diagnostic): void {
    if (this.errors.length < ERRORS) this.errors.push(error);
  }
}

function missingEntry(): Diagnostic {
  return diagnostic("", { file: ENTRY, line: 1, column: 1 }, `The app has no file ${ENTRY}.`);
}

/** The script, and which of its lines are whose. */
function print(modules: readonly Module[]): { code: string; map: FileSpan[] } {
  const parts = [`globalThis.${DEFINE}({`];
  const map: FileSpan[] = [];
  let line = 2;
  for (const { file, code, mappings, targets } of modules) {
    const { line: lines } = positionAt(code, code.length);
    parts.push(`${literal(file)}: [function (exports, require, module) {`, code, `}, ${literal(targets)}],`);
    map.push({ file, firstLine: line + 1, lines, mappings });
    line += lines + 2;
  }
  return { code: [...parts, "});", ""].join("\n"), map };
}
