/**
 * A foreign text made fit for one line, at most `longest` characters long. Invisible and direction-changing
 * characters become spaces: a name must not pose as other text.
 */
export function oneLine(text: unknown, longest: number): string {
  if (typeof text !== "string") return "";
  const plain = text.slice(0, longest * 8).replaceAll(/[\p{C}\p{Z}]+/gu, " ");
  return Array.from(plain.normalize("NFC").trim()).slice(0, longest).join("").trim();
}
