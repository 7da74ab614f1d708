/** What was found in one place. A warning is worth knowing, a problem keeps something from working as it should. */
export interface Finding {
  readonly check: Check;
  readonly outcome: "ok" | "warning" | "problem";
  /** One sentence or two, for the operator. */
  readonly what: string;
  /** What to do about it; absent where nothing needs doing. */
  readonly todo?: string;
}

/** What is looked at, in this order. */
export type Check =
  | "settings"
  | "data folder"
  | "address"
  | "page"
  | "frame"
  | "app host"
  | "app host closed"
  | "hosting";

/** That all is well. */
export function ok(check: Check, what: string): Finding {
  return { check, outcome: "ok", what: visible(what) };
}

export function problem(check: Check, what: string, todo: string): Finding {
  return { check, outcome: "problem", what: visible(what), todo: visible(todo) };
}

export function warning(check: Check, what: string, todo: string): Finding {
  return { check, outcome: "warning", what: visible(what), todo: visible(todo) };
}

/** What settings, names and other servers hold stands in these sentences: none of it acts upon a terminal, or hides. */
function visible(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}
