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
  return { check, outcome: "ok", what };
}

export function problem(check: Check, what: string, todo: string): Finding {
  return { check, outcome: "problem", what, todo };
}

export function warning(check: Check, what: string, todo: string): Finding {
  return { check, outcome: "warning", what, todo };
}
