/** A value of JSON as a literal of JavaScript on one line. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/gu, (end) =>
    end === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
