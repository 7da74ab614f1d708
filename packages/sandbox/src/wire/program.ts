import type { Diagnostic, Place } from "./diagnostic.ts";
import type { LineMap } from "./line-map.ts";

/** A stylesheet that the app imports. */
export interface Style {
  readonly file: string;
  readonly text: string;
}

/** A built file of a package, as the runtime serves it below its own address. */
export interface PackageFile {
  /** What an app imports it by. */
  readonly name: string;
  /** For example `packages/recharts.js`; a stylesheet ends in `.css`. */
  readonly file: string;
  /** `sha256-…`, as `fetch` takes it. */
  readonly integrity: string;
}

/** An app linked into one script that the frame can run. */
export interface Program {
  /** The script: one call of `globalThis[DEFINE]` with the app's modules. */
  readonly code: string;
  /** In the order in which the modules that import them run. */
  readonly styles: readonly Style[];
  /**
   * The packages that the app imports and what those need, each after what it needs itself; without those that
   * the frame has built in. Programs of runtimes of wire version 1 have names here.
   */
  readonly packages: readonly PackageFile[];
  readonly map: LineMap;
  /** Where the entry exports its component, or the entry's start when that cannot be told. */
  readonly component: Place;
}

export type LinkResult =
  | ({ readonly ok: true } & Program)
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** The name under which the frame waits for the linked script. */
export const DEFINE = "__anteroom_define__";

/** Marks the packages among the targets of imports; no path has a colon. */
export const PACKAGE = "package:";

/** The name of the stylesheet that Tailwind makes for an app; no path has a colon. */
export const TAILWIND_SHEET = `${PACKAGE}tailwindcss`;

/** One module: its body, and where each of its specifiers leads (a file's path, or PACKAGE and a name). */
export type ModuleDefinition = readonly [body: ModuleBody, targets: Readonly<Record<string, string>>];

type ModuleBody = (
  exports: Record<string, unknown>,
  require: (specifier: unknown) => unknown,
  module: { exports: unknown },
) => void;
