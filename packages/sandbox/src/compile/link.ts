import { ENTRY, type AppFiles } from "@anteroom/app-format";
import { diagnostic, positionAt, type Diagnostic, type Place } from "../wire/diagnostic.ts";
import type { FileSpan } from "../wire/line-map.ts";
import { packageFiles } from "../wire/package-table.ts";
import { DEFINE, PACKAGE, type LinkResult, type Style } from "../wire/program.ts";
import { kindOf } from "./kinds.ts";
import { literal } from "./literal.ts";
import { resolveImport, type Resolution } from "./resolve.ts";
import type { FoundImport } from "./scan.ts";
import { Sources } from "./sources.ts";
import { groundStyle } from "./styles/index.ts";
import {
  jsonModule,
  MODULE_MARK,
  plainModule,
  sourcePlace,
  textModule,
  type Translated,
} from "./translate.ts";

const ERRORS = 20;

/** Mark modules that are no file of the app; no path has a colon. */
const RAW = "raw:";
const MEMBER = "member:";

interface Module extends Translated {
  /** The file's path, or what is marked as none. */
  readonly id: string;
  /** See ModuleDefinition. */
  readonly targets: Record<string, string>;
}

/**
 * Links the files that the app's entry reaches into one script: the same in the browser and in Node. The
 * errors are files that cannot be translated, imports that lead nowhere, and an entry that surely has no
 * default export: at most 20, in the order in which they are met. See `translate` on its time, and on when
 * it rejects.
 */
export async function link(files: AppFiles): Promise<LinkResult> {
  return await linkSources(new Sources(files));
}

/** The same for files that may have been read before. */
export async function linkSources(sources: Sources): Promise<LinkResult> {
  if (!sources.files.has(ENTRY))
    return { ok: false, errors: [entryFault("", `The app has no file ${ENTRY}.`)] };
  const linker = new Linker(sources);
  // A Set is iterated in the order of adding, what is added on the way included.
  for (const id of linker.starts) await linker.visit(id);
  const { errors, failed, modules, styles, packages } = linker;
  if (failed) return { ok: false, errors };
  const component = componentPlace(modules.get(ENTRY), sources.text(ENTRY));
  const script = print([...modules.values()], sources.files);
  const texts = script.map.flatMap(({ file }) => (kindOf(file) === "style" ? [] : [sources.text(file)]));
  const ground = groundStyle([...styles.map(({ text }) => text), ...texts]);
  return { ok: true, ...script, styles: [...ground, ...styles], packages: packageFiles(packages), component };
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
  /** Also when all that is wrong was told before. */
  failed = false;
  readonly modules = new Map<string, Module>();
  readonly styles: Style[] = [];
  readonly packages = new Set<string>();
  /** The entry, and what is imported on demand: that runs after all that the entry needs, its styles too. */
  readonly starts = new Set<string>([ENTRY]);
  readonly #sources: Sources;
  readonly #visited = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Takes up a module and what it imports, in the order in which they run. */
  async visit(id: string): Promise<void> {
    if (this.#visited.has(id)) return;
    this.#visited.add(id);
    const translated = await this.#read(id);
    if (translated === undefined) return;
    const module: Module = { ...translated, id, targets: {} };
    this.modules.set(id, module);
    if (id === ENTRY && module.lacksDefault) this.#fail([entryWithoutDefault(this.#sources.text(ENTRY))]);
    for (const found of module.imports) await this.#follow(module, found);
  }

  /** Undefined when it cannot be translated. */
  async #read(id: string): Promise<Translated | undefined> {
    if (id.startsWith(RAW)) return textModule(this.#sources.text(id.slice(RAW.length)));
    if (id.startsWith(MEMBER)) return memberModule(id);
    if (kindOf(id) === "style") return await this.#readSheet(id);
    const translation = await this.#sources.translation(id);
    if (translation.ok) return translation;
    return this.#fail([translation.error]);
  }

  async #readSheet(file: string): Promise<Translated | undefined> {
    const sheet = await this.#sources.sheet(file);
    if (!sheet.ok) return this.#fail(sheet.errors);
    for (const one of sheet.before) await this.visit(one);
    this.styles.push({ file, text: sheet.text });
    return sheet.exports === undefined ? plainModule("") : jsonModule(JSON.stringify(sheet.exports));
  }

  async #follow(module: Module, { specifier, offset, dynamic }: FoundImport): Promise<void> {
    // What a member is taken from is known already.
    const resolution: Resolution = module.id.startsWith(MEMBER)
      ? { to: "package", name: specifier }
      : resolveImport(this.#sources.files, module.id, specifier);
    if (resolution.to === "nowhere") {
      const place = sourcePlace(module.id, module, offset);
      return this.#fail([diagnostic(this.#sources.text(module.id), place, resolution.message)]);
    }
    const target = idOf(resolution);
    module.targets[specifier] = target;
    if (resolution.to === "package") this.packages.add(resolution.name);
    else if (dynamic) this.starts.add(target);
    else await this.visit(target);
  }

  #fail(errors: readonly Diagnostic[]): undefined {
    this.failed = true;
    this.errors.push(...errors.slice(0, ERRORS - this.errors.length));
  }
}

function idOf(resolution: Exclude<Resolution, { readonly to: "nowhere" }>): string {
  switch (resolution.to) {
    case "package":
      return PACKAGE + resolution.name;
    case "member":
      return `${MEMBER}${resolution.name}/${resolution.member}`;
    case "raw":
      return RAW + resolution.file;
    case "file":
      return resolution.file;
  }
}

/** A module of one function of a package: its default export, and under its own name. */
function memberModule(id: string): Translated {
  const [name, member] = [id.slice(MEMBER.length, id.lastIndexOf("/")), id.slice(id.lastIndexOf("/") + 1)];
  const code = `${MODULE_MARK} exports.default = exports.${member} = require(${literal(name)}).${member};`;
  return { ...plainModule(code), imports: [{ specifier: name, offset: 0, dynamic: false }] };
}

function entryWithoutDefault(text: string): Diagnostic {
  const hint = /\bcreateRoot\b|\bReactDOM\.render\b/u.test(text)
    ? " It is drawn by itself, without a root."
    : "";
  const says = `${ENTRY} has no default export. Export a component: export default function App() { … }`;
  return entryFault(text, says + hint);
}

function entryFault(text: string, message: string): Diagnostic {
  return diagnostic(text, { file: ENTRY, line: 1, column: 1 }, message);
}

/** What bundlers give a module; all modules are one here. */
const META = `import.meta.env = { MODE: "production", BASE_URL: "/", PROD: true, DEV: false, SSR: false };`;

function asksForMeta(modules: readonly Module[]): boolean {
  return modules.some(({ code }) => /\bimport\.meta\.env\b/u.test(code));
}

/** The script, and which of its lines are whose. */
function print(modules: readonly Module[], files: AppFiles): { code: string; map: FileSpan[] } {
  const parts = [`${asksForMeta(modules) ? META : ""}globalThis.${DEFINE}({`];
  const map: FileSpan[] = [];
  let line = 2;
  for (const { id, code, mappings, targets, hoisted } of modules) {
    const { line: lines } = positionAt(code, code.length);
    // In a block of its own, a file may call something `module`.
    const head = `${literal(id)}: [function (exports, require, module) {{${hoisted}`;
    parts.push(head, code, `}}, ${literal(targets)}],`);
    if (files.has(id)) map.push({ file: id, firstLine: line + 1, lines, mappings });
    line += lines + 2;
  }
  return { code: [...parts, "});", ""].join("\n"), map };
}
