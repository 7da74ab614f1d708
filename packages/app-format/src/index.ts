export { readFiles, type AppFiles, type ReadFiles } from "./files.ts";
export { ENTRY, LIMITS } from "./limits.ts";
export { contentKey, digestOf, manifestOf, type ManifestEntry, type Sha256 } from "./manifest.ts";
export { checkPath } from "./paths.ts";
export { quote, type FormatProblem } from "./problem.ts";
export {
  codePoints,
  foldCase,
  lineCount,
  nameProblem,
  normaliseName,
  textProblem,
  utf8Bytes,
  type TextProblem,
} from "./text.ts";
