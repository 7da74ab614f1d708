import type { Node } from "oxc-parser";
import { hostsIn, isScript } from "./addresses.ts";
import { alwaysHolds, conditionOf } from "./loops.ts";
import type { Obfuscation, Span, Within } from "./report.ts";
import { GLOBAL_OBJECTS, WORDS } from "./rules.ts";
import { styleLoads } from "./style.ts";
import { bare } from "./syntax.ts";
import type { ReadCode } from "./uses.ts";

const NUMBERS = 200;
const DISTINCT_NUMBERS = 32;
const CODED_STRINGS = 20;
const CODED_SHARE = 0.6;
const CHARACTER_CODES = 4;
const HEX_NAMES = 3;
const JOINED = 4;
const JOINED_UNITS = 3;

/** Names that an obfuscator gives. */
const HEX_NAME = /^_0x[\da-f]{3,}$/iu;
/** One run of letters and digits as no word, and no words put together, have it. */
const CODED = /^(?=.*(?:\d|[+/=]|[A-Z]{2}))[\w+/=]{4,64}$/u;
const CHANGE = /[a-z](?=[A-Z\d])|\d(?=[A-Za-z])/gu;

/** A text that is one word. */
const WORD = /^[\p{L}\p{N}_$-]{2,64}$/u;

type Typed<Type extends Node["type"]> = Extract<Node, { readonly type: Type }>;

/** A host that is named. */
export interface Host {
  readonly host: string;
  readonly span: Span;
}

/** A name of the code, or a text of one word, which may name something too. */
export interface Named {
  readonly name: string;
  readonly span: Span;
  readonly within: Within;
}

/** What is compared over all files of an app. */
export interface FileNames {
  readonly hosts: readonly Host[];
  /** Each at its first place. */
  readonly names: readonly Named[];
}

/** Finds what code that was read shows beside its capabilities, and what is compared over the whole app. */
export class CodeRules {
  readonly #code: ReadCode;
  /** By the offset of the expression: a whole sum says more than its first part. */
  readonly #hosts = new Map<number, Host[]>();
  readonly #names = new Map<string, Named>();
  readonly #words = new Map<string, Named>();

  constructor(code: ReadCode) {
    this.#code = code;
  }

  /** @throws TooMuch */
  find(unending: readonly Node[]): FileNames {
    for (const node of this.#code.module.nodes) this.#look(node);
    for (const loop of unending) {
      if (this.#isEndless(loop)) this.#code.collector.find("endless_loop", this.#span(loop), {});
    }
    const hex = [...this.#names.values()].filter(({ name }) => HEX_NAME.test(name));
    if (hex.length >= HEX_NAMES && hex[0] !== undefined) this.#obfuscated("hex_names", hex[0].span);
    return {
      hosts: [...this.#hosts.values()].flat(),
      names: [...this.#names.values(), ...this.#words.values()],
    };
  }

  #look(node: Node): void {
    switch (node.type) {
      case "Identifier":
      case "JSXIdentifier":
      case "PrivateIdentifier":
        this.#name(node);
        break;
      case "Literal":
        if (typeof node.value === "string") this.#text(node, node.value);
        break;
      case "TemplateElement":
        this.#text(node, node.value.cooked ?? node.value.raw);
        break;
      case "TemplateLiteral":
        this.#folded(node);
        break;
      case "BinaryExpression":
        if (isSum(node) && !isSum(node.parent)) this.#sum(node);
        break;
      case "CallExpression":
        this.#call(node);
        break;
      case "MemberExpression":
        this.#reached(node);
        if (node.computed) this.#computed(node.property);
        break;
      case "Property":
        if (node.computed) this.#computed(node.key);
        break;
      case "ArrayExpression":
        this.#list(node);
        break;
      default:
        break;
    }
  }

  #name(node: Typed<"Identifier" | "JSXIdentifier" | "PrivateIdentifier">): void {
    const { lines } = this.#code;
    const { name, start } = node;
    if (node.type === "Identifier") this.#reached(node);
    const at = node.type === "PrivateIdentifier" ? start + 1 : start;
    if (!lines.text.startsWith(name, at)) this.#obfuscated("escaped_name", this.#span(node));
    const span = lines.span(at, at + name.length);
    if (!this.#names.has(name)) this.#names.set(name, { name, span, within: "code" });
  }

  /** A text that is put together, as far as it can be told. */
  #folded(node: Node): void {
    const { text } = this.#code.values.of(node);
    if (text !== undefined) this.#text(node, text);
  }

  #text(node: Node, text: string): void {
    const { collector } = this.#code;
    const span = this.#span(node);
    const hosts = new Set([...hostsIn(text)].map(({ host }) => host));
    if (hosts.size > 0) {
      const { parent } = node;
      const isFirst = parent?.type === "TemplateLiteral" && parent.quasis[0] === node;
      const start = isFirst ? parent.start : node.start;
      this.#hosts.set(
        start,
        Array.from(hosts, (host) => ({ host, span })),
      );
    }
    if (isScript(text)) collector.use("eval", "javascript:", span);
    for (const { name } of styleLoads(text)) collector.use("network", name, span);
    // Asked for by its name, as `Reflect.get(f, "constructor")` does.
    if (text === "constructor" && !isCompared(node)) collector.use("eval", text, span);
    if (WORD.test(text) && !this.#words.has(text)) {
      this.#words.set(text, { name: text, span, within: "text" });
    }
  }

  #sum(node: Typed<"BinaryExpression">): void {
    this.#folded(node);
    let joined = 0;
    for (let left: Node | undefined = node; left !== undefined && joined < JOINED;) {
      this.#code.effort.spend();
      const sum: Typed<"BinaryExpression"> | undefined = isSum(left) ? left : undefined;
      joined = isLetters(sum?.right ?? left) ? joined + 1 : 0;
      left = sum?.left;
    }
    if (joined === JOINED) this.#obfuscated("joined_letters", this.#span(node));
  }

  #call(node: Typed<"CallExpression">): void {
    const { values } = this.#code;
    this.#folded(node);
    if (!values.of(node.callee).paths.some((path) => path.startsWith("String.from"))) return;
    const isMany = node.arguments.length >= CHARACTER_CODES;
    if (isMany || node.arguments.some(({ type }) => type === "SpreadElement")) {
      this.#obfuscated("character_codes", this.#span(node));
    }
  }

  /** A function that makes texts of what no reader can read. */
  #reached(node: Node): void {
    const { values, module } = this.#code;
    if (node.type === "Identifier" && !module.references.has(node)) return;
    const { parent } = node;
    const isCalled = parent?.type === "CallExpression" && parent.callee === node;
    for (const path of values.of(node).paths) {
      if (path === "atob" || path === "unescape") this.#obfuscated("decoding", this.#span(node));
      if (path.startsWith("String.from") && !isCalled) this.#obfuscated("character_codes", this.#span(node));
    }
  }

  /** A property whose name is put together, where it is one that rules know. */
  #computed(key: Node): void {
    const isPlain = ["Literal", "Identifier"].includes(bare(key).type);
    const isTemplate = key.type === "TemplateLiteral" && key.expressions.length === 0;
    const { text, whole } = this.#code.values.of(key);
    if (isPlain || isTemplate || !whole || text === undefined) return;
    if (WORDS.has(text) || GLOBAL_OBJECTS.has(text) || text === "constructor") {
      this.#obfuscated("split_name", this.#span(key));
    }
  }

  #list({ elements, start, end }: Typed<"ArrayExpression">): void {
    const { lines, collector } = this.#code;
    const span = lines.span(start, end);
    const numbers = elements.flatMap((element) => (isByte(element) ? [element.value] : []));
    if (numbers.length >= NUMBERS && new Set(numbers).size >= DISTINCT_NUMBERS) {
      collector.find("encoded_blob", span, { kind: "numbers", length: numbers.length });
    }
    const texts = elements.flatMap((element) =>
      element?.type === "Literal" && typeof element.value === "string" ? [element.value] : [],
    );
    const coded = texts.filter((text) => CODED.test(text) && (text.match(CHANGE)?.length ?? 0) >= 2);
    if (texts.length >= CODED_STRINGS && coded.length >= CODED_SHARE * texts.length) {
      this.#obfuscated("coded_strings", span);
    }
  }

  #isEndless(loop: Node): boolean {
    const condition = conditionOf(loop);
    if (condition === true || condition === undefined) return condition ?? false;
    const binding = this.#code.module.bindings.get(condition);
    if (binding === undefined) return alwaysHolds(condition);
    const [only, more] = binding.given;
    return only?.value !== undefined && more === undefined && alwaysHolds(bare(only.value));
  }

  #obfuscated(kind: Obfuscation, span: Span): void {
    this.#code.collector.find("obfuscation", span, { kind });
  }

  #span({ start, end }: Node): Span {
    return this.#code.lines.span(start, end);
  }
}

function isSum(node: Node | null | undefined): node is Typed<"BinaryExpression"> {
  return node?.type === "BinaryExpression" && node.operator === "+";
}

function isCompared({ parent }: Node): boolean {
  return parent?.type === "BinaryExpression" || parent?.type === "SwitchCase";
}

function isLetters(node: Node): boolean {
  return node.type === "Literal" && typeof node.value === "string" && node.value.length <= JOINED_UNITS;
}

function isByte(node: Node | null): node is Node & { readonly value: number } {
  if (node?.type !== "Literal" || typeof node.value !== "number") return false;
  return Number.isInteger(node.value) && node.value >= 0 && node.value <= 0xff;
}
