export { link } from "./link.ts";
export type { Diagnostic, Excerpt, Place } from "../wire/diagnostic.ts";
export type { FileSpan, LineMap } from "../wire/line-map.ts";
export { PACKAGES, type PackageName } from "../wire/packages.ts";
export type { LinkResult, Program, Style } from "../wire/program.ts";
