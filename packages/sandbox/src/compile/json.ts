const SPACE = /[ \t\n\r]*/uy;
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "nothing";

const SAYS: Readonly<Record<Expected, string>> = {
  value: "expected a value",
  "value or ]": 'expected a value or "]"',
  key: "expected a key in double quotes",
  "key or }": 'expected a key in double quotes or "}"',
  ":": 'expected ":" after the key',
  ", or end": 'expected "," or the end of the list or object',
  nothing: "expected nothing after the end of the value",
};

/**
 * Where a text stops being JSON and what should stand there, or undefined when it is JSON. Engines word and
 * place the errors of JSON.parse each in their own way, many without a place.
 */
export function jsonFault(text: string): { offset: number; message: string } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return findFault(text);
  }
}

function findFault(text: string): { offset: number; message: string } {
  const open: string[] = [];
  let expected: Expected = "value";
  let offset = 0;
  for (;;) {
    offset += matchAt(SPACE, text, offset)?.length ?? 0;
    const token = matchAt(TOKEN, text, offset);
    const next: Expected | undefined = token === undefined ? undefined : after(expected, token, open);
    if (next === undefined) return { offset, message: `This is not valid JSON: ${SAYS[expected]}.` };
    offset += token?.length ?? 0;
    expected = next;
  }
}

/** What may follow `token` where `expected` was due; undefined when the token may not stand there. */
function after(expected: Expected, token: string, open: string[]): Expected | undefined {
  const within = open.at(-1);
  if (expected === ", or end" && token === ",") return within === "{" ? "key" : "value";
  const closes =
    (token === "}" && within === "{" && (expected === ", or end" || expected === "key or }")) ||
    (token === "]" && within === "[" && (expected === ", or end" || expected === "value or ]"));
  if (closes) {
    open.pop();
    return open.length === 0 ? "nothing" : ", or end";
  }
  if (expected === ":") return token === ":" ? "value" : undefined;
  if (expected.startsWith("key")) return token.startsWith('"') ? ":" : undefined;
  if (!expected.startsWith("value") || /^[}\],:]/u.test(token)) return undefined;
  if (token !== "{" && token !== "[") return open.length === 0 ? "nothing" : ", or end";
  open.push(token);
  return token === "{" ? "key or }" : "value or ]";
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}
