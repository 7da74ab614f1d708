/**
 * The rules on paths once more, naively and apart from the code, for the property tests: from the prose, by
 * loops and lists, so that a slip in one formulation is not repeated in the other.
 */

const DEVICES = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
for (const digit of "0123456789¹²³") DEVICES.push(`COM${digit}`, `LPT${digit}`);

export function modelAccepts(given: string): boolean {
  const path = given.normalize("NFC");
  for (const character of path) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x1f || (code >= 0x7f && code <= 0x9f)) return false;
    if (code >= 0xd800 && code <= 0xdfff) return false;
    if (character === "\\" || character === ":") return false;
  }
  const segments = path.split("/");
  if (segments.length > 16 || Buffer.byteLength(path) > 1024) return false;
  for (const segment of segments) {
    if (segment === "" || segment === "__proto__") return false;
    if (segment.endsWith(".") || segment.endsWith(" ")) return false;
    if (Buffer.byteLength(segment) > 255) return false;
    let name = segment.split(".")[0] ?? "";
    while (name.endsWith(" ")) name = name.slice(0, -1);
    for (const device of DEVICES) if (asciiUpper(name) === device) return false;
  }
  return true;
}

/** Whether a file system that ignores case and composition, or any at all, cannot hold both paths. */
export function modelCollides(one: string, other: string): boolean {
  const a = one.normalize("NFC").split("/");
  const b = other.normalize("NFC").split("/");
  for (let depth = 0; depth < Math.min(a.length, b.length); depth += 1) {
    const [left, right] = [a[depth] ?? "", b[depth] ?? ""];
    if (caseless(left) !== caseless(right)) return false;
    const endsOne = depth === a.length - 1 || depth === b.length - 1;
    if (endsOne || left !== right) return true;
  }
  return false;
}

/** Case folding by a table, for ASCII and the letters that the generators know. */
const FOLDS: Readonly<Record<string, string>> = { ß: "ss", ẞ: "ss", ſ: "s", Σ: "σ", ς: "σ" };

function caseless(text: string): string {
  let folded = "";
  for (const character of text.normalize("NFD")) {
    const isUpper = character >= "A" && character <= "Z";
    folded += FOLDS[character] ?? (isUpper ? String.fromCharCode(character.charCodeAt(0) + 32) : character);
  }
  return folded.normalize("NFD");
}

function asciiUpper(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32));
}
