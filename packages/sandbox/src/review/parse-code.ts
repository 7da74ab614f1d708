import { type Comment, type Node, parseSync } from "oxc-parser";
import { isTooMuch, langOf } from "../compile/parser-bounds.ts";
import type { Unread } from "./report.ts";

export interface Parsed {
  readonly program: Node | undefined;
  readonly comments: readonly Comment[];
  /** Why there is no program, or one that may lack a part. */
  readonly unread: Unread | undefined;
  /** Where the fault is, a UTF-16 offset; else 0. */
  readonly offset: number;
}

/** Parses a file of code, as far as it can be. */
export function parseCode(file: string, text: string): Parsed {
  const refused = burdenFault(file, text);
  if (refused !== undefined) return { program: undefined, comments: [], ...refused };
  const options = { lang: langOf(file), sourceType: "module", preserveParens: false } as const;
  const { program, comments, errors } = parseSync(file, text, options);
  const fault = errors.find(isError);
  const unread = fault === undefined ? undefined : "syntax";
  return { program, comments, unread, offset: fault?.labels.at(-1)?.start ?? 0 };
}

/** Why a file must not be given to the parser. */
function burdenFault(file: string, text: string): Pick<Parsed, "unread" | "offset"> | undefined {
  try {
    return isTooMuch(file, text) ? { unread: "too_complex", offset: 0 } : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const offset = "pos" in error && typeof error.pos === "number" ? error.pos : 0;
    return { unread: "syntax", offset };
  }
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "Error";
}
