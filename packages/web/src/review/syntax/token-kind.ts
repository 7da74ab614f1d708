/** What a piece of code is, as far as its colour goes; highlights.css paints each. */
export const TOKEN_KINDS = ["key", "str", "num", "fn", "tag", "com"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
