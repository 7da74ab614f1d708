export { link } from "./link.ts";
export { withTailwind } from "./styles/index.ts";
export type { Diagnostic, Excerpt, Place } from "../wire/diagnostic.ts";
export type { FileSpan, LineMap } from "../wire/line-map.ts";
export type { LinkResult, PackageFile, Program, Style } from "../wire/program.ts";
