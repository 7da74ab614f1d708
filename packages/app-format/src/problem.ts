/**
 * Why something is no app, told to a coding agent: `message` says what is wrong, `where` names the part of
 * the call (`name`, `files`, `files["src/x.ts"]`), `hint` says what to do.
 */
export interface FormatProblem {
  readonly code: "invalid_path" | "missing_entry" | "too_many_files" | "too_large" | "invalid_arguments";
  readonly message: string;
  readonly where: string;
  readonly hint: string;
}

const QUOTED_CODE_POINTS = 200;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
const NOT_ASCII = /[^\x20-\x7e]/gu;

/**
 * A JSON string literal of `text`, safe and honest to show: at most 200 code points (then `…` follows the
 * closing quote), and whatever a reader could not see or could be misled by (controls, bidirectional and
 * zero-width characters, odd spaces) stands as an escape. Text that is not in NFC is escaped wholly outside
 * ASCII, since only so can it be told from its composed twin.
 */
export function quote(text: string): string {
  // 200 code points lie within the first 400 units, so a huge text is never walked.
  const shown = Array.from(text.slice(0, 2 * QUOTED_CODE_POINTS))
    .slice(0, QUOTED_CODE_POINTS)
    .join("");
  const escaped = shown === shown.normalize("NFC") ? UNSEEN : NOT_ASCII;
  return JSON.stringify(shown).replace(escaped, escapeUnits) + (shown === text ? "" : "…");
}

/** How `where` names one file of a proposal. */
export function fileAt(path: string): string {
  return `files[${quote(path)}]`;
}

function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
