import { LIMITS, quote, type AppFiles } from "@anteroom/app-format";
import { packageNamed } from "../wire/package-table.ts";
import { BUILT_IN, PACKAGES } from "../wire/packages.ts";
import { insteadOf } from "./instead.ts";
import { IMPORTABLE, kindOf } from "./kinds.ts";
import { isOwnPath, ownPaths } from "./own-path.ts";

/** Where an import leads, or why it leads nowhere. */
export type Resolution =
  | { readonly to: "file"; readonly file: string }
  /** The text of a file, whatever it is. */
  | { readonly to: "raw"; readonly file: string }
  /** By the name that the list of packages has. */
  | { readonly to: "package"; readonly name: string }
  /** What a package exports by one name, imported as if it had a file for it. */
  | { readonly to: "member"; readonly name: string; readonly member: string }
  | { readonly to: "nowhere"; readonly message: string };

/** What is tried, in this order, after a path that names no file. */
const GUESSES = [".tsx", ".ts", ".jsx", ".js", ".mts", ".mjs", ".json"];

/** Packages of functions that are often imported one by one, as `lodash/debounce`. */
const BY_MEMBERS = ["lodash-es", "date-fns", "date-fns/locale", "dayjs/locale", "dayjs/plugin"];

/** Resolves what the file `from` imports: one of the app's own files by its path, or a package. */
export function resolveImport(files: AppFiles, from: string, specifier: string): Resolution {
  if (isOwnPath(specifier)) return resolvePath(files, from, specifier);
  const name = packageNamed(specifier);
  if (name !== undefined) return { to: "package", name };
  return memberNamed(specifier) ?? nowhere(unknownPackage(specifier));
}

function memberNamed(specifier: string): Resolution | undefined {
  const [, inner = "", last = ""] = /^(.+?)\/([a-z][\w-]*)(?:\/index)?(?:\.js)?$/iu.exec(specifier) ?? [];
  const name = packageNamed(inner);
  // Lodash's other flavour is no member.
  if (name === undefined || !BY_MEMBERS.includes(name) || last === "fp") return undefined;
  // Of `date-fns/locale/en-US`.
  return { to: "member", name, member: last.replaceAll("-", "") };
}

function resolvePath(files: AppFiles, from: string, specifier: string): Resolution {
  const exact = findFile(files, from, specifier);
  const path = exact === undefined ? specifier.replace(/\?[^?]*$/u, "") : specifier;
  const query = specifier.slice(path.length);
  const file = exact ?? findFile(files, from, path);
  if (file === undefined) return nowhere(leadsNowhere(files, from, path));
  if (query === "?raw") return { to: "raw", file };
  const kind = kindOf(file);
  if (query !== "" && !(query === "?url" && kind === "media"))
    return nowhere(`${quote(specifier)}: ${QUERIES}`);
  if (kind !== "other") return { to: "file", file };
  if (/\.(?:s[ac]ss|less|styl)$/u.test(file))
    return nowhere(`${quote(specifier)} cannot be imported: ${NO_SASS}`);
  return nowhere(`${quote(specifier)} cannot be imported. What can be: ${IMPORTABLE}.`);
}

const QUERIES =
  "after a path only ?raw is known, for the text of any file, and ?url for the address of a picture.";
const NO_SASS =
  "write it as .css, where rules can be nested (&:hover) and variables are custom properties (var(--brand)).";

function findFile(files: AppFiles, from: string, specifier: string): string | undefined {
  return candidatesOf(from, specifier).find((one) => files.has(one));
}

function candidatesOf(from: string, specifier: string): string[] {
  return ownPaths(from, specifier).flatMap(({ base, path }) => {
    const joined = join(base, path);
    return joined === undefined ? [] : candidates(joined, path);
  });
}

function leadsNowhere(files: AppFiles, from: string, specifier: string): string {
  const paths = ownPaths(from, specifier).flatMap(({ base, path }) => join(base, path) ?? []);
  if (paths.length === 0) return `${quote(specifier)} leads outside the app's files.`;
  const endings = GUESSES.join(", ");
  const tried = paths.map((path) => quote(path)).join(", ");
  const small = new Set(candidatesOf(from, specifier).map((one) => one.toLowerCase()));
  const near = [...files.keys()].find((one) => small.has(one.toLowerCase()));
  const hint = near === undefined ? "" : ` There is ${quote(near)}: letter case counts.`;
  return `${quote(specifier)} leads to no file.${hint} Tried: ${tried}, the same with ${endings}, and index files with these.`;
}

/** The path from the app's root; undefined when it leads above it. */
export function join(from: string, specifier: string): string | undefined {
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
  return [path, ...GUESSES.map((ending) => path + ending), ...asTypeScript(path), ...index];
}

/** TypeScript is often imported by the name of the JavaScript that it would become. */
function asTypeScript(path: string): string[] {
  const [, stem, letter = "", isJsx = ""] = /^(.*)\.([cm]?)js(x?)$/u.exec(path) ?? [];
  if (stem === undefined) return [];
  return isJsx === "" ? [`${stem}.${letter}ts`, `${stem}.tsx`] : [`${stem}.tsx`];
}

function unknownPackage(specifier: string): string {
  if (/^(?:(?!node:)[a-z]+:|\/\/)/u.test(specifier)) {
    return `${quote(specifier)} cannot be imported: an app loads no code from elsewhere.`;
  }
  const own = ownName(specifier);
  const names = [...BUILT_IN, ...PACKAGES.map(({ name }) => name)];
  const parts = names.filter((name) => ownName(name) === own);
  if (parts.length > 0) {
    return `${quote(specifier)} is not available. Of ${own} an app can import: ${parts.join(", ")}.`;
  }
  const hint = insteadOf(specifier);
  const list = [...new Set(names.map(ownName))].join(", ");
  const ownFiles = hint === "" ? ` The app's own files start with "./", "../" or "@/".` : "";
  return `The package ${quote(specifier)} is not available.${hint && ` ${hint}`} Packages that an app can import: ${list}.${ownFiles}`;
}

/** The name of the package that a specifier is of. */
function ownName(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier;
}

function nowhere(message: string): Resolution {
  return { to: "nowhere", message };
}
