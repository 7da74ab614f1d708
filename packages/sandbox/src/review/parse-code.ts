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
  if (isTooMuch(file, text)) return { program: undefined, comments: [], unread: "too_complex", offset: 0 };
  const options = { lang: langOf(file), sourceType: "module", preserveParens: false } as const;
  const { program, comments, errors } = parseSync(file, text, options);
  const fault = errors.find(isError);
  const unread = fault === undefined ? undefined : "syntax";
  const offset = fault?.labels.at(-1)?.start ?? 0;
  // The parser gave up, with nothing of what it had read.
  if (unread !== undefined && program.body.length === 0)
    return { program: undefined, comments, unread, offset };
  return { program, comments, unread, offset };
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "Error";
}
