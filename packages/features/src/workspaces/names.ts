import { codePoints, nameProblem } from "@anteroom/app-format";
import { Refusal } from "../kernel/errors.ts";

/**
 * A name of a thing as kept: NFC and trimmed; throws `invalid_arguments` for one that cannot be shown. The
 * kept form is held to the rules too: composing makes up to three characters of one.
 */
export function tidyName(name: string, where: string): string {
  const kept = name.normalize("NFC");
  const problem = nameProblem(name) ?? nameProblem(kept);
  if (problem) throw new Refusal({ ...problem, where });
  return kept.trim();
}

/**
 * The same for people, workspaces, projects and Rooms, by whose names others tell whom they deal with: nothing
 * invisible and nothing that changes the direction of text stands in them, so that none poses as another.
 */
export function cleanName(name: string, where: string): string {
  const kept = tidyName(name, where);
  const at = hiddenAt(kept);
  if (at === undefined) return kept;
  throw new Refusal({
    code: "invalid_arguments",
    message: `The name holds an invisible or direction-changing character as character ${codePoints(kept.slice(0, at)) + 1}.`,
    where,
    hint: "Write the name in characters that everybody sees.",
  });
}

/** Scripts whose letters are joined and kept apart by the two joiners: there they can be seen. */
const JOINED =
  "\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}" +
  "\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}";
/** What may stand although parts of it are invisible alone: emoji, and joiners between such letters. */
const VISIBLE = `\\p{RGI_Emoji}|(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])`;
/** The last is the Braille pattern without dots, which no property of Unicode calls blank. */
const HIDDEN = "(?<hidden>[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800])";
const PARTS = new RegExp(`${VISIBLE}|${HIDDEN}`, "gv");

/** The UTF-16 index of the first character that cannot be seen, if there is one. */
function hiddenAt(name: string): number | undefined {
  for (const part of name.matchAll(PARTS)) {
    if (part.groups?.["hidden"] !== undefined) return part.index;
  }
  return undefined;
}
