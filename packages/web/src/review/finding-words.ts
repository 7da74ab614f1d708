import type { Proposal } from "../data/index.ts";
import type { MessageKey } from "../messages/text.tsx";

export type Scan = NonNullable<Proposal["scan"]>;
export type Finding = Scan["findings"][number];

interface FindingWords {
  /** Names all findings of the code. */
  readonly title: MessageKey;
  /** Says what one of them is, with all of `needs` out of its data. */
  readonly fact?: MessageKey;
  readonly needs?: readonly string[];
}

const LETTERS = 4;
const HIDDEN = { fact: "finding.hidden-fact", needs: ["times", "codePoints", "within"] } as const;

/** The words for what a scan finds, in the order in which the card lists it. */
const FINDING_WORDS: ReadonlyMap<string, FindingWords> = new Map<string, FindingWords>([
  ["unread", { title: "finding.unread", fact: "finding.unread-fact", needs: ["reason"] }],
  ["bidi_control", { title: "finding.bidi-control", ...HIDDEN }],
  ["tag_character", { title: "finding.tag-character", ...HIDDEN }],
  ["invisible_character", { title: "finding.invisible-character", ...HIDDEN }],
  [
    "lookalike",
    {
      title: "finding.lookalike",
      fact: "finding.lookalike-fact",
      needs: ["name", "letters", "other", "within"],
    },
  ],
  [
    "mixed_script",
    {
      title: "finding.mixed-script",
      fact: "finding.mixed-script-fact",
      needs: ["name", "scripts", "within"],
    },
  ],
  ["obfuscation", { title: "finding.obfuscation", fact: "finding.obfuscation-fact", needs: ["kind"] }],
  [
    "encoded_blob",
    { title: "finding.encoded-blob", fact: "finding.encoded-blob-fact", needs: ["kind", "length"] },
  ],
  ["blank_gap", { title: "finding.blank-gap", fact: "finding.blank-gap-fact", needs: ["columns"] }],
  ["blank_lines", { title: "finding.blank-lines", fact: "finding.blank-lines-fact", needs: ["lines"] }],
  ["long_line", { title: "finding.long-line", fact: "finding.long-line-fact", needs: ["length"] }],
  ["generated", { title: "finding.generated", fact: "finding.generated-fact", needs: ["measure", "value"] }],
  ["source_map", { title: "finding.source-map" }],
  ["endless_loop", { title: "finding.endless-loop" }],
  ["url", { title: "finding.url", fact: "finding.url-fact", needs: ["host", "times"] }],
]);

/** The words for what code uses or tries. */
const CAPABILITY_WORDS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ["package", "capability.package"],
  ["network", "capability.network"],
  ["navigation", "capability.navigation"],
  ["eval", "capability.eval"],
  ["raw_html", "capability.raw-html"],
  ["storage_own", "capability.storage-own"],
  ["storage_shared", "capability.storage-shared"],
  ["members", "capability.members"],
  ["storage_browser", "capability.storage-browser"],
  ["clipboard", "capability.clipboard"],
  ["messaging", "capability.messaging"],
  ["workers", "capability.workers"],
  ["devices", "capability.devices"],
  ["computed_globals", "capability.computed-globals"],
]);

/** Texts that the code itself has a hand in: they are drawn, so that nothing in them is hidden. */
const DRAWN: ReadonlySet<string> = new Set(["name", "letters", "other", "host", "codePoints", "scripts"]);

/** What is said of one finding; `drawn` are the values that must be shown as the code's own text. */
export interface Fact {
  readonly id: MessageKey;
  readonly values: Readonly<Record<string, string | number>>;
  readonly drawn: Readonly<Record<string, string>>;
}

/** The message that names all findings of a code; undefined for a code that this page does not know. */
export function findingTitle(code: string): MessageKey | undefined {
  return FINDING_WORDS.get(code)?.title;
}

/** The message that says what a capability is; undefined for one that this page does not know. */
export function capabilityTitle(capability: string): MessageKey | undefined {
  return CAPABILITY_WORDS.get(capability);
}

/** What a finding says besides its title; undefined where there is no more, or its data is not as expected. */
export function factOf({ code, data }: Pick<Finding, "code" | "data">): Fact | undefined {
  const { fact: id, needs = [] } = FINDING_WORDS.get(code) ?? {};
  if (id === undefined) return undefined;
  const values: Record<string, string | number> = {};
  const drawn: Record<string, string> = {};
  for (const name of needs) {
    const value = plain(name === "letters" ? lettersOf(data["name"]) : data[name]);
    if (value === undefined) return undefined;
    if (DRAWN.has(name)) drawn[name] = String(value);
    else values[name] = value;
  }
  return { id, values, drawn };
}

/** The first few letters of a name beyond ASCII, by code point: what looks like another name looks the same here. */
function lettersOf(name: unknown): readonly string[] {
  const letters = typeof name === "string" ? (name.match(/[^\0-\x7f]/gu) ?? []) : [];
  return [...new Set(letters)].slice(0, LETTERS).map((letter) => {
    return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  });
}

function plain(value: unknown): string | number | undefined {
  if (typeof value === "string" || typeof value === "number") return value;
  return Array.isArray(value) ? value.join(", ") : undefined;
}

/** Findings of one code. */
export interface FindingGroup {
  readonly code: string;
  /** How many there are, listed or not. */
  readonly total: number;
  /** Those that are listed, by their place in the scan's findings. */
  readonly listed: readonly { readonly finding: Finding; readonly index: number }[];
}

/** The findings by code, in the order of the words; what this page does not know comes last. */
export function groupFindings({ findings, totals }: Pick<Scan, "findings" | "totals">): FindingGroup[] {
  const byCode = Map.groupBy(
    findings.map((finding, index) => ({ finding, index })),
    ({ finding }) => finding.code,
  );
  const codes = new Set([...byCode.keys(), ...Object.keys(totals)]);
  const order = [...FINDING_WORDS.keys()].filter((code) => codes.has(code));
  return [...new Set([...order, ...codes])].map((code) => {
    const listed = byCode.get(code) ?? [];
    return { code, total: Math.max(totals[code] ?? 0, listed.length), listed };
  });
}

/** What the code uses or tries, by capability, in the order in which the scan tells it. */
export function groupUses(
  uses: readonly Scan["capabilities"][number][],
): [capability: string, Scan["capabilities"]][] {
  return [...Map.groupBy(uses, ({ capability }) => capability)];
}
