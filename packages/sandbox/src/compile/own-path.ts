import { ENTRY } from "@anteroom/app-format";

const RELATIVE = /^\.\.?(?:\/|$)/u;
/**
 * What begins a path from the app's root or from `src`, as bundlers are often set up: `@/ui/button`, `~/a`,
 * `#/a`, `/src/a`, `src/a`. No package is called so.
 */
const ROOTED = /^(?:[@~#]?\/(?![\\/])|(?=src\/))/u;

/** Whether an import leads to another file of the app, or to nothing. */
export function isOwnPath(specifier: string): boolean {
  return RELATIVE.test(specifier) || ROOTED.test(specifier);
}

/** The paths that an own path in the file `from` may mean, in the order in which they are tried. */
export function ownPaths(
  from: string,
  specifier: string,
): { readonly base: string; readonly path: string }[] {
  if (RELATIVE.test(specifier)) return [{ base: from, path: specifier }];
  const path = specifier.replace(ROOTED, "");
  return [ENTRY, ""].map((base) => ({ base, path }));
}
