import type { Tokens } from "./tokens.ts";

/** A text whose tokens are asked for; its answer has the same id. */
export interface TextAsked {
  readonly id: number;
  readonly path: string;
  readonly text: string;
}

export interface TokensFound {
  readonly id: number;
  /** Undefined where the text has no known language. */
  readonly tokens: Tokens | undefined;
}

type Answer = (tokens: Tokens | undefined) => void;

const waiting = new Map<number, Answer>();
let asked = 0;
let worker: Worker | undefined;

/** The tokens of a text, found beside the page; undefined where they cannot be: it is readable without colours. */
export function askTokens(path: string, text: string): Promise<Tokens | undefined> {
  // It and its parsers are loaded once something is to be coloured, and stay for the next card.
  worker ??= startWorker();
  asked += 1;
  const question: TextAsked = { id: asked, path, text };
  const { promise, resolve } = Promise.withResolvers<Tokens | undefined>();
  waiting.set(question.id, resolve);
  worker.postMessage(question);
  return promise;
}

function startWorker(): Worker {
  const made = new Worker(new URL("./syntax-worker.ts", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data: { id, tokens } }: MessageEvent<TokensFound>) => {
    waiting.get(id)?.(tokens);
    waiting.delete(id);
  });
  made.addEventListener("error", () => {
    // What it broke off at is not known: nobody waits any longer, and the next text begins anew.
    made.terminate();
    worker = undefined;
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  });
  return made;
}
