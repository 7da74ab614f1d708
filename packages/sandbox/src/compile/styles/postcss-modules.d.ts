/** What is used of the parts of CSS modules, which ship without types. */
declare module "postcss-modules-scope" {
  /** What a part makes nodes with. */
  export interface Make {
    decl(of: import("postcss").DeclarationProps): import("postcss").Declaration;
    rule(of: import("postcss").RuleProps): import("postcss").Rule;
  }
  export interface Part {
    /** For the parts that keep something: answers the part for one sheet. */
    prepare?(result: { warn(text: string): void }): Part;
    Once?(root: import("postcss").Root, make: Make): void;
  }
  export default function scope(options: {
    readonly generateScopedName: (name: string) => string;
    /** Whether global classes are exported too. */
    readonly exportGlobals: boolean;
  }): Part;
}
declare module "postcss-modules-values" {
  export default function values(): import("postcss-modules-scope").Part;
}
declare module "postcss-modules-local-by-default" {
  /** `mode`: what a selector without `:local` or `:global` is. */
  export default function localByDefault(options: {
    readonly mode: "local" | "global";
  }): import("postcss-modules-scope").Part;
}
declare module "postcss-modules-extract-imports" {
  export default function extractImports(): import("postcss-modules-scope").Part;
}
declare module "icss-utils" {
  type Symbols = Record<string, string>;
  /** Reads `:import` and `:export` of a sheet, and takes them out. Imports: by path, our name to theirs. */
  export function extractICSS(
    root: import("postcss").Root,
    removes?: boolean,
  ): {
    icssImports: Record<string, Symbols>;
    icssExports: Symbols;
  };
  export function replaceSymbols(root: import("postcss").Root, symbols: Symbols): void;
  export function replaceValueSymbols(value: string, symbols: Symbols): string;
}
