import { LIMITS } from "./limits.ts";
import { fileAt, quote, type FormatProblem } from "./problem.ts";
import { NORMALISE_AT_MOST_UNITS, utf8Bytes } from "./text.ts";

/** A pattern that no path (or no segment) may match, what is then said of it, and what to do. */
type Rule = readonly [refused: RegExp, says: string, hint: string];

const RELATIVE = 'Write it relative to the app, with "/" between folders.';

const PATH_RULES: readonly Rule[] = [
  [/^$/u, "is empty", "Name the file."],
  [/\p{Cs}/u, "holds a lone surrogate", "Use whole characters."],
  [/\p{Cc}/u, "holds a control character", "Remove it."],
  [/^[a-z]:/iu, "starts with a drive letter", RELATIVE],
  [/\\/u, "holds a backslash", RELATIVE],
  [/^\//u, "is absolute", RELATIVE],
  [/:/u, "holds a colon, which opens another stream of the file on Windows", "Leave the colon out."],
];

/**
 * Windows takes these for devices in any case, whatever follows the first dot, spaces before it dropped.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]|con(?:in|out)\$) *(?:\.|$)/iu;

const SEGMENT_RULES: readonly Rule[] = [
  [/^$/u, "has an empty segment", 'Put a single "/" between folders, and none at the end.'],
  [/^\.\.?$/u, 'has a "." or ".." segment', "Write the path straight down from the app's root."],
  [/[. ]$/u, "has a segment that ends with a dot or a space, which Windows drops", "End it otherwise."],
  [DEVICE, "has a segment that Windows takes for a device", "Choose another name."],
  [
    /^__proto__$/u,
    'has the segment "__proto__", which is no plain key in JavaScript',
    "Choose another name.",
  ],
];

const TOO_LONG = { says: `is longer than ${LIMITS.path_bytes} bytes`, hint: "Shorten it." };

/**
 * Why a path cannot name a file of an app, or undefined. The rules hold for the NFC form, which is what is
 * kept, and are the same on every system: what passes stays below the app's folder on Windows, macOS and
 * Linux alike. A name is taken literally: percent text is never decoded, spaces and dots in front are
 * allowed, and so are `< > " | ? *`, which Windows merely cannot store.
 */
export function checkPath(path: string): FormatProblem | undefined {
  const fault = faultOf(path);
  if (fault === undefined) return undefined;
  const nearest = nearestSafe(path);
  return {
    code: "invalid_path",
    message: `The path ${quote(path)} ${fault.says}.`,
    where: fileAt(path),
    hint: nearest === undefined ? fault.hint : `${fault.hint} For example: ${quote(nearest)}.`,
  };
}

function faultOf(given: string): { says: string; hint: string } | undefined {
  if (given.length > NORMALISE_AT_MOST_UNITS) return TOO_LONG;
  const path = given.normalize("NFC");
  const segments = path.split("/");
  const broken =
    PATH_RULES.find(([refused]) => refused.test(path)) ??
    SEGMENT_RULES.find(([refused]) => segments.some((segment) => refused.test(segment)));
  if (broken !== undefined) return { says: broken[1], hint: broken[2] };
  if (utf8Bytes(path) > LIMITS.path_bytes) return TOO_LONG;
  if (segments.some((segment) => utf8Bytes(segment) > LIMITS.segment_bytes)) {
    return { says: `has a segment of more than ${LIMITS.segment_bytes} bytes`, hint: "Shorten it." };
  }
  if (segments.length > LIMITS.path_depth) {
    return {
      says: `has ${segments.length} segments; at most ${LIMITS.path_depth} are allowed`,
      hint: "Use fewer folders.",
    };
  }
  return undefined;
}

/** The safe path that a refused one most likely meant; none where it climbs, or where a name must change. */
function nearestSafe(path: string): string | undefined {
  if (path.length > NORMALISE_AT_MOST_UNITS) return undefined;
  const segments = path.replace(/^[a-z]:/iu, "").split(/[\\/]/u);
  if (segments.some((segment) => /^\.\.[. ]*$/u.test(segment))) return undefined;
  const nearest = segments
    .map((segment) => segment.replace(/[. ]+$/u, ""))
    .filter((segment) => segment !== "")
    .join("/");
  return faultOf(nearest) === undefined ? nearest : undefined;
}
