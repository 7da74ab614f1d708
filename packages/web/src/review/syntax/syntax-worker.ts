import { tokensOf } from "./languages.ts";
import type { TextAsked, TokensFound } from "./ask-tokens.ts";

// A parser makes much that is thrown away again; beside the page nothing waits for it, or for what tidies up.
self.addEventListener("message", ({ data: { id, path, text } }: MessageEvent<TextAsked>) => {
  const tokens = tokensOf(path, text);
  const found: TokensFound = { id, tokens };
  self.postMessage(found, { transfer: tokens ? [tokens.buffer] : [] });
});
