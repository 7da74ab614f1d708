/** The longest code that is read, without its hyphen; the server's have eight characters. */
const LONGEST = 12;
const HALF = 4;

/**
 * A code as the device shows it, from what a person typed: letters and digits in upper case, in groups of four.
 * Spaces, hyphens and whatever else came along do not count.
 */
export function readUserCode(typed: string): string {
  const characters = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "")
    .slice(0, LONGEST);
  return characters.replaceAll(new RegExp(`(.{${HALF}})(?=.)`, "g"), "$1-");
}

/** Whether a code is long enough to be looked up. */
export function isWholeCode(code: string): boolean {
  return code.replaceAll("-", "").length >= 2 * HALF;
}
