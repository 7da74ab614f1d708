import { LIMITS, quote, type AppFiles } from "@anteroom/app-format";
import { PACKAGES, type PackageName } from "../wire/packages.ts";
import { kindOf } from "./kinds.ts";

/** Where an import leads, or why it leads nowhere. */
export type Resolution =
  | { readonly to: "file"; readonly file: string }
  | { readonly to: "package"; readonly name: PackageName }
  | { readonly to: "nowhere"; readonly message: string };

/** What is tried, in this order, after a path that names no file. */
const GUESSES = [".tsx", ".ts", ".jsx", ".js", ".json"];

/** Resolves what the file `from` imports: one of the app's own files by a relative path, or a package. */
export function resolveImport(files: AppFiles, from: string, specifier: string): Resolution {
  if (/^\.\.?(?:\/|$)/u.test(specifier)) return resolvePath(files, from, specifier);
  const name = PACKAGES.find((known) => known === specifier);
  return name === undefined ? nowhere(unknownPackage(specifier)) : { to: "package", name };
}

function resolvePath(files: AppFiles, from: string, specifier: string): Resolution {
  const path = join(from, specifier);
  if (path === undefined) return nowhere(`${quote(specifier)} leads outside the app's files.`);
  const file = candidates(path, specifier).find((one) => files.has(one));
  if (file === undefined) {
    const endings = GUESSES.join(", ");
    return nowhere(
      `${quote(specifier)} leads to no file. Tried: ${quote(path)}, the same with ${endings}, and index files with these.`,
    );
  }
  if (file.endsWith(".module.css")) {
    return nowhere(`${quote(specifier)} is a CSS module. Only plain stylesheets can be imported.`);
  }
  if (kindOf(file) !== "other") return { to: "file", file };
  return nowhere(
    `${quote(specifier)} cannot be imported. Files that can: .tsx, .ts, .jsx, .js, .json and .css.`,
  );
}

/** The path from the app's root; undefined when it leads above it. */
function join(from: string, specifier: string): string | undefined {
  const segments = from.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "" && segment !== ".") {
      segments.push(segment);
    }
  }
  const path = segments.join("/");
  // A file's path is in NFC; what is longer than any path is not worth the (quadratic) normalising.
  return path.length > LIMITS.path_bytes ? path : path.normalize("NFC");
}

function candidates(path: string, specifier: string): string[] {
  const index = GUESSES.map((ending) => `${path === "" ? "" : `${path}/`}index${ending}`);
  if (/(?:^|\/)\.{0,2}$/u.test(specifier)) return index;
  // TypeScript is often imported by the name of the JavaScript that it would become.
  const asTypeScript = /\.jsx?$/u.test(path) ? [path.replace(/\.js(x?)$/u, ".ts$1")] : [];
  return [path, ...GUESSES.map((ending) => path + ending), ...asTypeScript, ...index];
}

function unknownPackage(specifier: string): string {
  if (/^(?:[a-z]+:|\/\/)/u.test(specifier)) {
    return `${quote(specifier)} cannot be imported: an app loads no code from elsewhere.`;
  }
  const list = `Packages that an app can import: ${PACKAGES.join(", ")}.`;
  return `The package ${quote(specifier)} is not available. ${list} The app's own files start with "./" or "../".`;
}

function nowhere(message: string): Resolution {
  return { to: "nowhere", message };
}
