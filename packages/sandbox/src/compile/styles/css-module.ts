import { quote } from "@anteroom/app-format";
import { extractICSS, replaceSymbols, replaceValueSymbols } from "icss-utils";
import type { ChildNode, Root } from "postcss";
import Declaration from "postcss/lib/declaration";
import Rule from "postcss/lib/rule";
import extractImports from "postcss-modules-extract-imports";
import localByDefault from "postcss-modules-local-by-default";
import scope from "postcss-modules-scope";
import type { Make } from "postcss-modules-scope";
import values from "postcss-modules-values";
import type { Budget } from "./budget.ts";
import { faultOf, nodePlace, StyleFault } from "./parse-sheet.ts";
import { isModule } from "./is-module.ts";
import { countValues, refuseCostly } from "./module-bounds.ts";

/** What a stylesheet gives to those that import it by name: classes, keyframes and values. */
export type StyleExports = Readonly<Record<string, string>>;

export interface ModuleSource {
  readonly file: string;
  readonly text: string;
  /** The exports of the file that this one names as `path`; throws a StyleFault at `node` when there are none. */
  readonly exportsOf: (path: string, node: ChildNode) => StyleExports;
  readonly budget: Budget;
}

/**
 * Makes the names of a CSS module its own, and answers what it exports. A plain sheet, from which a module may
 * take values and classes, keeps its names.
 *
 * @throws StyleFault
 */
export function localise(root: Root, source: ModuleSource): StyleExports {
  const { file } = source;
  refuseCostly(root, source.budget);
  const uses = usesOf(root);
  const own = isModule(file);
  const prefix = prefixOf(file);
  const suffix = hashOf(file);
  try {
    for (const part of [
      values(),
      localByDefault({ mode: own ? "local" : "global" }),
      extractImports(),
      scope({ generateScopedName: (name) => `${prefix}_${name}_${suffix}`, exportGlobals: !own }),
    ]) {
      const plugin = part.prepare?.(NO_RESULT) ?? part;
      plugin.Once?.(root, MAKE);
    }
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) {
      throw new StyleFault({ file, offset: 0, message: error.message });
    }
    throw faultOf(error, source);
  }
  return bound(root, uses, source);
}

/** What the parts of CSS modules take from PostCSS when they are run without it. */
const MAKE: Make = {
  decl: (of) => new Declaration(of),
  rule: (of) => new Rule(of),
};
const NO_RESULT = { warn: () => undefined };

/** Puts in what the module takes from other files. */
function bound(root: Root, uses: readonly Use[], { exportsOf, budget }: ModuleSource): StyleExports {
  const { icssImports } = extractICSS(root, false);
  // Without a prototype, since any word of a sheet is looked up in it.
  const taken: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [path, names] of Object.entries(icssImports)) {
    const node = uses.find((use) => use.path === path)?.node;
    if (node === undefined) continue;
    const theirs = exportsOf(path, node);
    for (const [here, there] of Object.entries(names)) {
      const value = Object.hasOwn(theirs, there) ? theirs[there] : undefined;
      if (value === undefined) {
        throw new StyleFault({ ...nodePlace(node), message: `${quote(path)} has no ${quote(there)}.` });
      }
      taken[here] = value;
    }
  }
  countValues(root, new Map(Object.entries(taken).map(([name, { length }]) => [name, length])), budget);
  const { icssExports } = extractICSS(root);
  replaceSymbols(root, taken);
  return Object.fromEntries(
    Object.entries(icssExports).map(([name, value]) => [name, replaceValueSymbols(value, taken)]),
  );
}

/** Where a module takes something from another file. */
interface Use {
  readonly path: string;
  readonly node: ChildNode;
}

function usesOf(root: Root): Use[] {
  const uses: Use[] = [];
  root.walk((node) => {
    const text = node.type === "decl" && node.prop === "composes" ? node.value : "";
    const value = node.type === "atrule" && node.name === "value" ? node.params : text;
    for (const { groups } of value.matchAll(/\bfrom (?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gu)) {
      uses.push({ path: groups?.["double"] ?? groups?.["single"] ?? "", node });
    }
  });
  return uses;
}

/** `Board` of `src/Board.module.css`, as CSS takes it for the start of a name. */
function prefixOf(file: string): string {
  const base = /([^/]*?)(?:\.module)?\.css$/u.exec(file)?.[1] ?? "";
  return base.replace(/[^\w-]/gu, "_").replace(/^(?=[\d-]|$)/u, "_");
}

/** Tells apart files of one name: FNV-1a of the path, in 32 bits. */
function hashOf(file: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(file)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}
