import { quote, type AppFiles } from "@anteroom/app-format";
import type { ChildNode, Root } from "postcss";
import type { Diagnostic } from "../../wire/diagnostic.ts";
import { bringFiles, pathOf } from "./addresses.ts";
import type { localise, StyleExports } from "./css-module.ts";
import { Budget } from "./budget.ts";
import { bringImports } from "./imports.ts";
import { isModule } from "./is-module.ts";
import { nodePlace, parseSheet, StyleFault } from "./parse-sheet.ts";

/** A stylesheet of the app, ready for the browser. */
export interface Sheet {
  readonly ok: true;
  /** With what it imports and the pictures that it names in it. */
  readonly text: string;
  /** The names of a CSS module; undefined for a plain sheet. */
  readonly exports?: StyleExports;
  /** The files of whose rules it is composed: their sheets stand before this one. */
  readonly before: readonly string[];
}

/** The errors are those that were not told of another sheet before. */
export type SheetResult = Sheet | { readonly ok: false; readonly errors: readonly Diagnostic[] };

export interface Styles {
  /** Reads a `.css` file of the app. */
  sheet(file: string): SheetResult;
}

interface StylesOptions {
  readonly files: AppFiles;
  /** An own file as a `data:` address; undefined for what is no picture. */
  readonly assetUrl: (file: string) => string | undefined;
}

/**
 * Reads the stylesheets of one app, each once; the same in the browser and in Node. Hostile sheets are refused
 * where they would take long or grow large. Rejects only when what reads CSS modules cannot be loaded, which
 * is loaded only for apps that have some.
 */
export async function createStyles(options: StylesOptions): Promise<Styles> {
  const hasModules = [...options.files.keys()].some(isModule);
  const reader = new Reader(options, hasModules ? (await import("./css-module.ts")).localise : plain);
  const results = new Map<string, SheetResult>();
  const told = new Set<StyleFault>();

  function read(file: string): SheetResult {
    try {
      return reader.sheet(file);
    } catch (error) {
      if (!(error instanceof StyleFault)) throw error;
      const errors = told.has(error) ? [] : [error.diagnostic(options.files.get(error.fault.file) ?? "")];
      told.add(error);
      return { ok: false, errors };
    }
  }

  return {
    sheet(file) {
      const result = results.get(file) ?? read(file);
      results.set(file, result);
      return result;
    },
  };
}

/** What a sheet gives in an app without CSS modules, where none is asked. */
const plain: typeof localise = () => ({});

/** A module of which the exports are asked. */
interface Localised {
  readonly root: Root;
  readonly exports: StyleExports;
  readonly before: readonly string[];
}

/** Throws a StyleFault for what cannot be read; the same one each time. */
class Reader {
  readonly #options: StylesOptions;
  readonly #localiseRoot: typeof localise;
  readonly #budget = new Budget();
  readonly #plain = new Map<string, Root | StyleFault>();
  readonly #localised = new Map<string, Localised | StyleFault>();

  constructor(options: StylesOptions, localiseRoot: typeof localise) {
    this.#options = options;
    this.#localiseRoot = localiseRoot;
  }

  sheet(file: string): Sheet {
    if (!isModule(file)) return { ok: true, text: this.#plainSheet(file, []).toString(), before: [] };
    const { root, exports, before } = this.#localise(file, []);
    bringFiles(root, { from: file, assetUrl: this.#options.assetUrl, budget: this.#budget });
    return { ok: true, text: root.toString(), exports, before };
  }

  /** A sheet whose names stay as they are. `chain`: the files that lead to it by `@import`. */
  #plainSheet(file: string, chain: readonly string[]): Root {
    return once(this.#plain, file, () => {
      const root = this.#imported(file, chain);
      bringFiles(root, { from: file, assetUrl: this.#options.assetUrl, budget: this.#budget });
      return root;
    });
  }

  /** A sheet with what it imports in it. */
  #imported(file: string, chain: readonly string[]): Root {
    const { files } = this.#options;
    const root = parseSheet(file, files.get(file) ?? "");
    const next = [...chain, file];
    bringImports(root, {
      has: (one) => files.has(one),
      sheet: (one) => this.#plainSheet(one, next),
      chain: next,
      budget: this.#budget,
    });
    return root;
  }

  /** `chain`: the files that lead to it by `composes` or `@value`. */
  #localise(file: string, chain: readonly string[]): Localised {
    return once(this.#localised, file, () => {
      const { files } = this.#options;
      const before = new Set<string>();
      const root = this.#imported(file, []);
      const exports = this.#localiseRoot(root, {
        file,
        text: files.get(file) ?? "",
        budget: this.#budget,
        exportsOf: (path, node) => {
          const target = this.#targetOf(path, { node, chain: [...chain, file] });
          if (node.type === "decl") before.add(target);
          return this.#localise(target, [...chain, file]).exports;
        },
      });
      return { root, exports, before: [...before] };
    });
  }

  #targetOf(
    path: string,
    { node, chain }: { readonly node: ChildNode; readonly chain: readonly string[] },
  ): string {
    const fault = (message: string): StyleFault => new StyleFault({ ...nodePlace(node), message });
    const target = pathOf(nodePlace(node).file, path);
    if (target === undefined || !this.#options.files.has(target) || !target.endsWith(".css")) {
      throw fault(`${quote(path)} leads to no stylesheet of the app.`);
    }
    if (chain.includes(target)) {
      const circle = [...chain.slice(chain.indexOf(target)), target].join(" → ");
      throw fault(`Stylesheets take from one another in a circle: ${circle}.`);
    }
    return target;
  }
}

/** The value of `key`, or the fault that making it was: each is made once. */
function once<Value>(known: Map<string, Value | StyleFault>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? made(make);
  known.set(key, value);
  if (value instanceof StyleFault) throw value;
  return value;
}

function made<Value>(make: () => Value): Value | StyleFault {
  try {
    return make();
  } catch (error) {
    if (error instanceof StyleFault) return error;
    throw error;
  }
}
