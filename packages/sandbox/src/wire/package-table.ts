import { BUILT_IN, PACKAGES } from "./packages.ts";
import type { PackageFile } from "./program.ts";

/** A built package, and the names of the other built packages that it imports. */
export interface BuiltPackage extends PackageFile {
  readonly needs: readonly string[];
}

/** Put in by the build of the runtime. Elsewhere, where apps are linked only to be judged, nothing is built. */
declare const ANTEROOM_PACKAGES: readonly BuiltPackage[] | undefined;

/** The name by which the list has what an app imports as `specifier`; undefined for what is not on it. */
export function packageNamed(specifier: string): string | undefined {
  const builtIn: readonly string[] = BUILT_IN;
  if (builtIn.includes(specifier)) return specifier;
  return PACKAGES.find(({ name, aliases = [] }) => name === specifier || aliases.includes(specifier))?.name;
}

/**
 * The files of the packages of these names and of what they need, each after what it needs itself; those
 * that the frame has built in have none. Outside a built runtime the files have no integrity.
 */
export function packageFiles(names: Iterable<string>): PackageFile[] {
  const files = new Map<string, PackageFile>();
  const add = (name: string): void => {
    if (files.has(name)) return;
    const { file, integrity, needs } = builtPackage(name) ?? { file: "", integrity: "", needs: [] };
    for (const needed of needs) add(needed);
    files.set(name, { name, file, integrity });
  };
  const builtIn: readonly string[] = BUILT_IN;
  for (const name of [...names].toSorted()) if (!builtIn.includes(name)) add(name);
  return [...files.values()];
}

function builtPackage(name: string): BuiltPackage | undefined {
  return typeof ANTEROOM_PACKAGES === "undefined"
    ? undefined
    : ANTEROOM_PACKAGES.find((built) => built.name === name);
}
