/**
 * Which class names are surely meant for Tailwind. An app's own classes are often called `card`, `container`,
 * `flex` or `hidden`; so such words count for nothing here.
 */

/** A colour of Tailwind's, as a part of an expression. */
export const COLOUR = `(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-(?:50|[1-9]00|950)`;
const SIZE = "(?:xs|sm|md|lg|xl|[2-7]xl)";

const UNMISTAKABLE = new RegExp(
  `^(?:${[
    `(?:bg|text|border(?:-[trblxyse])?|ring|ring-offset|from|via|to|fill|stroke|divide|outline|accent|caret|decoration|placeholder|shadow)-${COLOUR}(?:/\\d+)?`,
    String.raw`(?:bg|text|border|from|via|to)-(?:white|black)/\d+`,
    String.raw`[a-z][a-z-]*-\[[^\]]+\]`,
    `text-(?:xs|sm|base|lg|xl|[2-9]xl)`,
    `font-(?:thin|extralight|light|medium|semibold|bold|extrabold|black|mono)`,
    String.raw`tracking-(?:tight|wide)(?:r|st)?|leading-(?:none|tight|snug|relaxed|loose|\d+)`,
    `rounded(?:-[trblse]{1,2})?-(?:full|${SIZE})|shadow-(?:md|xl|2xl|inner)`,
    `(?:items|self|content)-(?:start|end|center|baseline|stretch)|justify-(?:start|end|center|between|around|evenly)`,
    String.raw`flex-(?:col|1|none)|(?:grid-cols|grid-rows|col-span|row-span)-\d+|(?:space|gap)-[xy]-[\d.]+|divide-[xy]`,
    String.raw`(?:max|min)-[wh]-(?:${SIZE}|\d+|full|screen|prose)|[wh]-(?:full|screen|\d+/\d+)`,
    `bg-(?:gradient|linear)-to-[trbl]{1,2}|(?:backdrop-)?blur-${SIZE}|inset-0|line-clamp-\\d`,
    String.raw`transition-(?:all|colors|opacity|transform|shadow)|duration-\d+|ease-(?:in|out|in-out)`,
    `animate-(?:spin|ping|pulse|bounce)|cursor-(?:pointer|not-allowed)`,
  ].join("|")})$`,
  "u",
);

/** Some of these in an app may as well be names of its own, or of things. */
const SPACING = /^(?:p|m|px|py|pt|pr|pb|pl|mx|my|mt|mr|mb|ml|gap|w|h|top|left|right|bottom)-\d+(?:\.5)?$/u;

const VARIANT =
  /^(?:hover|focus|focus-visible|focus-within|active|disabled|dark|sm|md|lg|xl|2xl|first|last|odd|even|checked|open|placeholder|before|after|file|motion-reduce|motion-safe|print|(?:group|peer)-(?:hover|focus|checked|disabled))$/u;

/** How many different ones make an app one that is written for Tailwind. */
const ENOUGH = 3;

/** Counts the classes of an app that are surely meant for Tailwind. */
export class UtilityCount {
  readonly #own: ReadonlySet<string>;
  readonly #found = new Set<string>();

  /** `own`: the classes for which the app has rules of its own. */
  constructor(own: ReadonlySet<string>) {
    this.#own = own;
  }

  get isEnough(): boolean {
    return this.#found.size >= ENOUGH;
  }

  /** Takes up the words of one string. Alone in a string that is no `className`, a word is no class. */
  add({ words, isAttribute }: { readonly words: readonly string[]; readonly isAttribute: boolean }): void {
    const found = words.filter((word) => !this.#own.has(word) && isUtility(word));
    if (!isAttribute && found.length < 2) return;
    for (const word of found) this.#found.add(SPACING.test(word) ? "spacing" : word);
  }
}

function isUtility(word: string): boolean {
  const parts = word.split(/:(?![^[]*\])/u);
  const name = (parts.pop() ?? "").replace(/^[!-]+|!$/gu, "");
  if (parts.length > 0) return parts.every((variant) => VARIANT.test(variant)) && /^[a-z]/u.test(name);
  return UNMISTAKABLE.test(name) || SPACING.test(name);
}

/** A class in a selector: `.name`, with what may follow it there. */
const CLASS_RULE = /\.((?:[\w-]|\\.)+)(?=[\s.:,>+~[#{)])/gu;

/** Adds the classes for which a stylesheet, or code that holds one, has rules. */
export function addOwnClasses(text: string, classes: Set<string>): void {
  for (const [, name = ""] of text.matchAll(CLASS_RULE)) classes.add(name.replace(/\\(.)/gu, "$1"));
}
