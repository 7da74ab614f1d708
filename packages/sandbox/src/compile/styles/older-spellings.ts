import type { ClassString } from "./class-names.ts";
import { COLOUR } from "./utilities.ts";

/** What Tailwind 3 drew otherwise, and what is written for it counts on: faint borders, hands over buttons. */
export const OLDER_BASE = `@layer base {
  *, ::before, ::after, ::backdrop, ::file-selector-button { border-color: color-mix(in oklab, currentcolor 15%, transparent); }
  button:not(:disabled), [role="button"]:not(:disabled) { cursor: pointer; }
}
`;

/** Rules of Tailwind 3 in the words of Tailwind 4. */
export function inNewWords(css: string): string {
  return css
    .replace(/@screen\s+([\w-]+)/gu, "@media (width >= theme(--breakpoint-$1))")
    .replace(/@apply\s+([^;{}]*?)\s*!important/gu, (_rule, classes: string) => {
      return `@apply ${classes.replace(/\S+/gu, "$&!")}`;
    });
}

const OPACITY = /^((?:[\w-]+:)*)(bg|text|border|divide|placeholder|ring)-opacity-(\d+|\[[\d.]+\])$/u;
const COLOURED = new RegExp(
  `^((?:[\\w-]+:)*)((bg|text|border|divide|placeholder|ring)-(?:white|black|${COLOUR}))$`,
  "u",
);

/** Far beyond what people write; each word of a string is tried with each. */
const MOST_WORDS = 200;
const MOST_RULES = 1_000;

/**
 * Rules for `bg-black bg-opacity-50` and the like, which Tailwind 4 writes `bg-black/50`: one for each pair of
 * a colour and an opacity that stand in one string.
 */
export function opacityRules(strings: Iterable<ClassString>): string {
  const rules = new Set<string>();
  for (const { words } of strings) {
    if (words.length > MOST_WORDS || rules.size > MOST_RULES) continue;
    for (const faint of words) {
      const [, when = "", of, degree] = OPACITY.exec(faint) ?? [];
      if (of === undefined) continue;
      for (const colour of words) {
        const [, colourWhen = "", utility, colourOf] = COLOURED.exec(colour) ?? [];
        if (colourOf !== of || (when !== "" && colourWhen !== "" && when !== colourWhen)) continue;
        const selector = `.${escaped(colour)}.${escaped(faint)}`;
        rules.add(`${selector} { @apply ${when || colourWhen}${utility}/${degree}; }`);
      }
    }
  }
  return rules.size === 0 ? "" : `@layer utilities {\n${[...rules].join("\n")}\n}\n`;
}

function escaped(name: string): string {
  return name.replace(/[^\w-]/gu, String.raw`\$&`);
}
