/** As the contract has them, in code points. */
export const BODY_AT_MOST = 4000;
export const SUGGESTION_AT_MOST = 8000;
/** As the contract of request_changes has it. */
export const COMMENTS_AT_ONCE = 50;

/** How many code points of a text are too many. */
export function overBy(value: string | undefined, most: number): number {
  return Math.max(0, Array.from(value ?? "").length - most);
}
