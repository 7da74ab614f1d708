import type { MessageFormatElement } from "react-intl";

/** The kind of a part that is nothing but words, in what the build reads messages into. */
const WORDS = 0;

/** The English texts of all code that is loaded, by their names; the build adds those of each module to it. */
export const texts: Record<string, MessageFormatElement[]> = {};

/**
 * Adds texts, each in its parts, or as plain words. Called by what the build adds to modules.
 *
 * @public
 */
export function addTexts(more: Readonly<Record<string, string | MessageFormatElement[]>>): void {
  for (const [name, text] of Object.entries(more)) {
    texts[name] = typeof text === "string" ? [wordsOf(text)] : text;
  }
}

/** The parser's own names for kinds would bring the parser along. */
function wordsOf(text: string): MessageFormatElement {
  const part: unknown = { type: WORDS, value: text };
  return part as MessageFormatElement;
}
