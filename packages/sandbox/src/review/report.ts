import type { Place } from "../wire/diagnostic.ts";

export { capabilityDelta, isSizeJump, type CapabilityDelta, type Size } from "./delta.ts";
export { looksLike } from "./lookalikes.ts";

/** Raise it when the rules change what they find: a report of other rules is made anew, not compared. */
export const SCAN_VERSION = 2;

/** What an app's code may be seen to use or to try, in the order in which a card tells it. */
export const CAPABILITIES = [
  "package",
  "network",
  "navigation",
  "eval",
  "raw_html",
  "storage_own",
  "storage_shared",
  "members",
  "storage_browser",
  "clipboard",
  "messaging",
  "workers",
  "devices",
  "computed_globals",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** A stretch of one line. `endColumn` is the first column after it. */
export interface Span extends Place {
  readonly endColumn: number;
}

/**
 * One way in which the code shows a capability. `name` is a package's name, or the interface of the browser
 * as the rules call it, however the code spells or hides it.
 */
export interface CapabilityUse {
  readonly capability: Capability;
  readonly name: string;
  /** How often it stands in the code; `places` holds up to five of them, from as many files as can be. */
  readonly total: number;
  readonly places: readonly Span[];
}

/** In what part of a file something stands; `file` where the file is no code. */
export type Within = "code" | "text" | "comment" | "file" | "path";

/** Characters of one line that are not seen, or reorder what is seen. */
export interface HiddenCharacters {
  /** The first few of them that differ, as `U+200B`. */
  readonly codePoints: readonly string[];
  readonly times: number;
  readonly within: Within;
}

/** What each finding says besides its place. All texts are bounded; `name`, `other` and `host` are the agent's. */
export interface FindingData {
  /** `times`: in how many places of the app the host is named; the finding stands at the first. */
  readonly url: { readonly host: string; readonly times: number };
  readonly endless_loop: Readonly<Record<string, never>>;
  readonly bidi_control: HiddenCharacters;
  readonly tag_character: HiddenCharacters;
  readonly invisible_character: HiddenCharacters;
  /** A word of letters that look alike but are of several scripts. */
  readonly mixed_script: {
    readonly name: string;
    readonly scripts: readonly string[];
    readonly within: Within;
  };
  /** A word or path that looks like another one of the app, or like a word that the language knows. */
  readonly lookalike: { readonly name: string; readonly other: string; readonly within: Within };
  /** In UTF-16 units. */
  readonly long_line: { readonly length: number };
  readonly blank_lines: { readonly lines: number };
  /** Blanks within a line that push what follows out of sight. */
  readonly blank_gap: { readonly columns: number };
  /** `line_length`: units of an average line; `blanks`, `short_names`: a share in percent. */
  readonly generated: {
    readonly measure: "line_length" | "blanks" | "short_names";
    readonly value: number;
  };
  readonly source_map: Readonly<Record<string, never>>;
  readonly encoded_blob: {
    readonly kind: "base64" | "hex" | "data_url" | "numbers";
    readonly length: number;
  };
  readonly obfuscation: { readonly kind: Obfuscation };
  /** The file's code was searched for words only, not read; see Unread. */
  readonly unread: { readonly reason: Unread };
}

export type Obfuscation =
  | "escapes"
  | "escaped_name"
  | "character_codes"
  | "decoding"
  | "hex_names"
  | "split_name"
  | "joined_letters"
  | "coded_strings"
  | "symbols";

/** `syntax`: it is no code; `too_complex`: it is nested too deeply; `skipped`: it was not tried (see ScanOptions). */
export type Unread = "syntax" | "too_complex" | "skipped";

export type FindingCode = keyof FindingData;

/** A signal for the reader's eyes. */
export type Finding = {
  readonly [Code in FindingCode]: Span & { readonly code: Code; readonly data: FindingData[Code] };
}[FindingCode];

export interface FileSummary {
  readonly file: string;
  /** In UTF-8. */
  readonly bytes: number;
  readonly lines: number;
  /** The longest line, in UTF-16 units. */
  readonly longest: number;
  /** Characters of the text that are not seen, or reorder what is seen. */
  readonly hidden: number;
  /** Findings in this file, shown or not. */
  readonly findings: number;
}

/** What the code of an app shows of itself. Bounded; nothing in it is a verdict. */
export interface ScanReport {
  readonly version: typeof SCAN_VERSION;
  /** All files, in the order of their paths' UTF-16 units. */
  readonly files: readonly FileSummary[];
  /** In the order of CAPABILITIES, then by name. */
  readonly capabilities: readonly CapabilityUse[];
  /** How many packages are imported; `capabilities` names at most 40. */
  readonly packages: number;
  /** In the order of files, lines and columns, some of each code. */
  readonly findings: readonly Finding[];
  /** How many findings of each code there are, shown or not. */
  readonly totals: { readonly [Code in FindingCode]?: number };
}
