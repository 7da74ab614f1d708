/** Whatever breaks lines, cannot be seen or changes directions; the Braille pattern without dots is called blank by no property. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** More marks on one letter than any script needs climb over the lines around it. */
const HEAP = /(\p{M}{4})\p{M}+/gu;

/**
 * A foreign text made fit for one line, at most `longest` characters long. Invisible and direction-changing
 * characters become spaces: a name must not pose as other text.
 */
export function oneLine(text: unknown, longest: number): string {
  if (typeof text !== "string") return "";
  const plain = text
    .slice(0, longest * 8)
    .replaceAll(UNSEEN, " ")
    .replaceAll(HEAP, "$1");
  return Array.from(plain.normalize("NFC").trim()).slice(0, longest).join("").trim();
}
