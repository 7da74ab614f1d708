import { createIntl } from "react-intl";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import en from "./en.json" with { type: "json" };

const catalogue: Readonly<Record<string, string>> = en;

const files = import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const sources = Object.entries(files)
  .filter(([path]) => !/\.test\.tsx?$/.test(path))
  .map(([path, text]) => ({
    path,
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
  }));

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => each(child, visit));
}

/** Everything of a kind in the sources, with its file and line. */
function find(pick: (node: ts.Node) => string | undefined): { text: string; at: string }[] {
  return sources.flatMap(({ path, tree }) => {
    const found: { text: string; at: string }[] = [];
    each(tree, (node) => {
      const text = pick(node);
      if (text === undefined) return;
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push({ text, at: `${path}:${line + 1}` });
    });
    return found;
  });
}

describe("keys", () => {
  test("every key that is used exists", () => {
    const used = find((node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "text") {
        const [key] = node.arguments;
        return key && ts.isStringLiteral(key) ? key.text : undefined;
      }
      if (ts.isJsxAttribute(node) && node.name.getText() === "id" && isMessage(node)) {
        return node.initializer && ts.isStringLiteral(node.initializer) ? node.initializer.text : undefined;
      }
      return undefined;
    });
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ text }) => !(text in catalogue))).toEqual([]);
  });

  test("no key is unused", () => {
    const literals = new Set(
      find((node) => (ts.isStringLiteral(node) ? node.text : undefined)).map((one) => one.text),
    );
    expect(Object.keys(catalogue).filter((key) => !literals.has(key))).toEqual([]);
  });
});

function isMessage(attribute: ts.JsxAttribute): boolean {
  const { parent } = attribute.parent;
  return ts.isJsxOpeningLikeElement(parent) && parent.tagName.getText() === "Message";
}

/** Attributes that a person reads or hears. */
const SPOKEN = new Set(["aria-label", "title", "placeholder", "alt", "label", "hint", "floor", "lead"]);
const WORDS = /\p{L}/u;

test("no screen says anything that is not in the catalogue", () => {
  const literal = find((node) => {
    if (ts.isJsxText(node)) return WORDS.test(node.text) ? node.text.trim() : undefined;
    if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) {
      const inner = node.expression;
      return inner && ts.isStringLiteralLike(inner) && WORDS.test(inner.text) ? inner.text : undefined;
    }
    if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText())) {
      const value = node.initializer;
      return value && ts.isStringLiteral(value) && WORDS.test(value.text) ? value.text : undefined;
    }
    return undefined;
  });
  expect(literal).toEqual([]);
});

describe("English", () => {
  const intl = createIntl({
    locale: "en",
    messages: catalogue,
    onError: (error) => {
      throw error;
    },
  });
  const say = (key: string, values: Record<string, string | number>) =>
    intl.formatMessage({ id: key }, values);

  test.each(Object.entries(catalogue))("%s can be said", (id, message) => {
    // Any number stands for each argument; a tag needs a function.
    const values: Record<string, unknown> = {};
    for (const [, name = ""] of message.matchAll(/\{(\w+)/g)) values[name] = 2;
    for (const [, name = ""] of message.matchAll(/<(\w+)>/g)) values[name] = (chunks: unknown) => chunks;
    expect(message).not.toBe("");
    expect(() => intl.formatMessage({ id }, values as Record<string, string>)).not.toThrow();
  });

  test("the title leads with what waits", () => {
    expect(say("app.title", { page: "Home" })).toBe("Home · Anteroom");
    expect(say("app.title-waiting", { page: "Connected", count: 3 })).toBe("(3) Connected · Anteroom");
  });

  test("plurals and sizes read well", () => {
    expect(say("app.need-approval", { count: 1 })).toBe("1 needs your approval");
    expect(say("app.need-approval", { count: 4 })).toBe("4 need your approval");
    expect(say("queue.size", { files: 2, size: say("part.kilobytes", { size: 3.067 }) })).toBe(
      "2 files, 3.1 KB",
    );
  });

  test("holds the reference's words to the letter", () => {
    expect(say("queue.title", {})).toBe("Needs your approval");
    expect(say("first.read-words", {})).toContain("Connected → Needs your approval");
    expect([say("sign-in.email", {}), say("sign-in.password", {}), say("sign-in.submit", {})]).toEqual([
      "Email",
      "Password",
      "Sign in",
    ]);
  });
});
