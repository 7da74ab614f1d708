import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findUnfitText, JsonProblem, parseJson } from "./json.ts";
import { placeOf } from "./place.ts";

const parse = (text: string, member?: string) => parseJson(Buffer.from(text), member);

function problemOf(bytes: string | Buffer): JsonProblem {
  try {
    parseJson(Buffer.from(bytes as string));
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
  throw new Error("This text was let through.");
}

describe("what is JSON", () => {
  test("a byte order mark before it is let through, and no key is spoiled by it", () => {
    expect(parseJson(Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('{"a":1}')])).value).toEqual({ a: 1 });
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["half an object", Buffer.from('{"a":')],
    ["two values", Buffer.from("{} {}")],
    ["a trailing comma", Buffer.from('{"a":1,}')],
    ["a raw control character", Buffer.from('{"a":"\n"}')],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])("%s is refused", (_, bytes) => {
    expect(problemOf(bytes).kind).toBe("syntax");
  });

  test("a refusal names line and column, and repeats nothing of the text", () => {
    const { message, where } = problemOf('{"password":"hunter2",\n "a" 1}');
    expect(where).toBe("line 2, column 6");
    expect(message).not.toContain("hunter2");
  });

  test("nesting is bounded, long before it could be a burden", () => {
    expect(parse(`${"[".repeat(64)}${"]".repeat(64)}`).value).toBeInstanceOf(Array);
    expect(problemOf(`${"[".repeat(65)}${"]".repeat(65)}`).kind).toBe("too_deep");
    expect(problemOf(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`).kind).toBe("too_deep");
  });

  test("so is the number of values", () => {
    expect(parse(`[${"{},".repeat(4999)}1]`).value).toHaveLength(5000);
    for (const item of ["1", "[]", "{}", '"":1'])
      expect(problemOf(`[${`${item},`.repeat(10_000)}1]`).kind).toBe("too_many_values");
  });

  test("a long key is not read again at each of a million colons after it", () => {
    for (const key of ["a", "\\\\"]) {
      const text = `{"${key.repeat(1_000_000)}"${":".repeat(1_000_000)}`;
      expect(() => parse(text, "id")).toThrow(JsonProblem);
    }
  });

  test("whatever the bytes, the answer is a value or a problem", () => {
    const cut = fc.tuple(fc.json(), fc.nat(), fc.string({ unit: "binary" })).map(([text, at, noise]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + noise + text.slice(from + noise.length);
    });
    fc.assert(
      fc.property(cut, (text) => {
        try {
          expect(parse(text, "id").value).toEqual(JSON.parse(text));
        } catch (error) {
          expect(error).toBeInstanceOf(JsonProblem);
        }
      }),
    );
  });

  test("__proto__ is a key like any other", () => {
    const { value } = parse('{"__proto__":{"polluted":1},"a":2}');
    expect(Object.keys(value as object)).toEqual(["__proto__", "a"]);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("a key that stands twice", () => {
  test.each([
    ['{"a":1,"a":1}', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"files":{"src/App.tsx":"HARMLESS","src/App.tsx":"OTHER"}}', 'files["src/App.tsx"]'],
    ['{"a":[{},{"b":{"c":1 , "c" : 2}}]}', "a[1].b.c"],
    ['{"a":{"x":1},"b":{"x":1,"":2,"":3}}', 'b[""]'],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"q":"\\"a\\":1,\\"a\\":2\\\\","r":1,"r":2}', "r"],
  ])("%s is refused at its place", (text, where) => {
    const problem = problemOf(text);
    expect(problem.kind).toBe("duplicate_key");
    expect(problem.where).toBe(where);
  });

  test("the same key in different objects is none", () => {
    expect(parse('[{"a":1},{"a":2},{"b":{"a":1},"a":3}]').value).toHaveLength(3);
  });

  /** JSON as a tree of pairs, in which a key can stand twice, beside what should be found in it. */
  type Tree = null | number | string | Tree[] | { pairs: [string, Tree][] };
  const key = fc.oneof(
    fc.constantFrom("a", "b", "__proto__", "\\", '"', ":", "é", "😀"),
    fc.string({ unit: "grapheme" }),
  );
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant(null),
      fc.integer(),
      fc.string({ unit: "grapheme" }),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.record({ pairs: fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }) }),
    ),
  }));

  function hasTwin(node: Tree): boolean {
    if (typeof node !== "object" || node === null) return false;
    if (Array.isArray(node)) return node.some(hasTwin);
    const keys = node.pairs.map(([name]) => name);
    return new Set(keys).size < keys.length || node.pairs.some(([, value]) => hasTwin(value));
  }

  /** Writes a tree with blanks and escapes wherever JSON lets them stand. */
  function write(node: Tree, loose: boolean): string {
    const blank = loose ? " \n\t" : "";
    if (typeof node === "string") return writeString(node, loose);
    if (typeof node !== "object" || node === null) return String(node);
    const items = Array.isArray(node)
      ? node.map((item) => write(item, loose))
      : node.pairs.map(
          ([name, value]) => `${writeString(name, loose)}${blank}:${blank}${write(value, loose)}`,
        );
    const [open, close] = Array.isArray(node) ? "[]" : "{}";
    return `${open}${blank}${items.join(`${blank},${blank}`)}${blank}${close}`;
  }

  function writeString(text: string, loose: boolean): string {
    if (!loose) return JSON.stringify(text);
    const units = text.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return `"${units.join("")}"`;
  }

  test("is found in every text that has one, and in no other", () => {
    fc.assert(
      fc.property(tree, fc.boolean(), (node, loose) => {
        const text = write(node, loose);
        if (hasTwin(node)) expect(problemOf(text).kind).toBe("duplicate_key");
        else expect(parse(text).value).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("how a member is spelled", () => {
  test.each([
    ['{"id":1}', "1"],
    ['{"id" :\n 9007199254740993 ,"x":2}', "9007199254740993"],
    ['{"x":{"id":5},"id":1.0}', "1.0"],
    ['{"\\u0069d":-7}', "-7"],
    ['{"x":["id",":",{"id":3}],"id":"a,b"}', '"a,b"'],
    ['{"x":1}', undefined],
    ['[{"id":1}]', undefined],
  ])("%s", (text, spelled) => {
    expect(parse(text, "id").spelled).toBe(spelled);
  });
});

describe("text that cannot be stored", () => {
  const placeIn = (text: string) => {
    const { value, plain } = parse(text);
    const found = findUnfitText(value);
    if (plain) expect(found).toBeUndefined();
    return found && `${found.what} at ${placeOf(found.path)}`;
  };

  test.each([
    ['{"body":"a\\u0000b"}', "NUL at body"],
    ['{"a":[1,"x\\udc00y"]}', "lone surrogate at a[1]"],
    ['{"a":{"\\ud83d":1}}', 'lone surrogate at a["\\ud83d"]'],
    ['{"a":"\\ud83d\\ude00 \\u2028 é😀"}', undefined],
    ['{"a":"plain","b":"\\\\u0000"}', undefined],
  ])("%s", (text, found) => {
    expect(placeIn(text)).toBe(found);
  });
});
