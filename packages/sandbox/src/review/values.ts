import type { Node } from "oxc-parser";
import type { Effort } from "./effort.ts";
import { isCallers } from "./flow.ts";
import { KEEPING, type Binding, type Module, type PropertyKey, type Target } from "./module.ts";
import { GLOBAL_OBJECTS, PACKAGE, PATHS } from "./rules.ts";
import { bare, isWrapper } from "./syntax.ts";

/** What is known of an expression without running it. */
export interface Value {
  /** Where it may lead from the global object: `""` itself, `navigator.clipboard`, `package:react`, `#img`. */
  readonly paths: readonly string[];
  /** The text that it is, or begins with. */
  readonly text: string | undefined;
  /** Whether `text` is all of it. */
  readonly whole: boolean;
}

export const UNKNOWN: Value = { paths: [], text: undefined, whole: false };

/** What is under another name elsewhere too, as a path. */
const SAME = new Map([
  ["document.defaultView", ""],
  ["document.location", "location"],
]);
/** Properties of elements and documents that lead to the globals of a page. */
const LEADING = new Map([
  ["ownerDocument", "document"],
  ["defaultView", ""],
  ["contentWindow", ""],
  ["contentDocument", "document"],
  // Many things have a location; only that of a page is gone to.
  ["location", "?location"],
]);

/** The kinds of nodes that `#find` knows. */
const ASKED = new Set([
  ..."Literal TemplateLiteral TaggedTemplateExpression BinaryExpression Identifier".split(" "),
  ..."JSXIdentifier MemberExpression TSQualifiedName CallExpression NewExpression".split(" "),
  ..."ThisExpression ImportExpression AwaitExpression AssignmentExpression SequenceExpression".split(" "),
  ..."ConditionalExpression LogicalExpression".split(" "),
]);

const NAME_UNITS = 64;
const TEXT_UNITS = 4_096;
const DEPTH = 150;

/**
 * Within one file, follows names to what they were given, properties by the names that texts make, and texts to what they are
 * put together from. What goes through the properties of the code's own objects, through lists, calls and
 * other files is not followed (see `escapes`). Each node is asked once; ask inner nodes first, and no question
 * goes deep.
 */
export class Values {
  readonly #module: Module;
  readonly #effort: Effort;
  readonly #known = new Map<Node | Binding | Target, Value>();
  readonly #asked = new Set<Node | Binding | Target>();
  #depth = 0;
  /** How often a value was needed while it was being found. What was found meanwhile may be too little. */
  #circles = 0;
  /** A value was not found since it lies too far. */
  gaveUp = false;

  constructor(module: Module, effort: Effort) {
    this.#module = module;
    this.#effort = effort;
  }

  of(node: Node): Value {
    return ASKED.has(node.type) || isWrapper(node) ? this.#once(node, () => this.#find(node)) : UNKNOWN;
  }

  ofTarget(target: Target): Value {
    return this.#once(target, () => {
      const given = target.value === undefined ? UNKNOWN : this.of(target.value);
      if (target.base === undefined) return given;
      const base = this.ofTarget(target.base);
      if (target.key === undefined) return either(given, base);
      const name = this.nameOf(target.key);
      return either(given, name === undefined ? UNKNOWN : memberOf(base, name));
    });
  }

  /** Where the property `name` of what `target` gets may lead. */
  memberOf(target: Target, name: string): readonly string[] {
    return memberOf(this.ofTarget(target), name).paths;
  }

  /** The name of a property, where it is a plain name or a text that can be told. */
  nameOf({ node, computed }: PropertyKey): string | undefined {
    if (!computed && (node.type === "Identifier" || node.type === "JSXIdentifier")) return node.name;
    const { text, whole } = this.of(node);
    return whole ? text : undefined;
  }

  #once(key: Node | Binding | Target, find: () => Value): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#effort.spend();
    if (this.#asked.has(key)) {
      this.#circles += 1;
      return UNKNOWN;
    }
    if (this.#depth === DEPTH) {
      this.gaveUp = true;
      return UNKNOWN;
    }
    const circles = this.#circles;
    this.#asked.add(key);
    this.#depth += 1;
    const value = find();
    this.#depth -= 1;
    this.#asked.delete(key);
    if (circles === this.#circles || this.#depth === 0) this.#known.set(key, value);
    return value;
  }

  #find(node: Node): Value {
    switch (node.type) {
      case "Literal":
        return typeof node.value === "string" ? textOf(node.value) : UNKNOWN;
      case "TemplateLiteral":
        return this.#template(node);
      case "TaggedTemplateExpression":
        return this.of(node.tag).paths.includes("String.raw") ? this.#template(node.quasi, true) : UNKNOWN;
      case "BinaryExpression":
        return node.operator === "+" ? this.#sum(node) : UNKNOWN;
      case "Identifier":
      case "JSXIdentifier":
        return this.#variable(node);
      case "MemberExpression":
        return this.#member(this.of(node.object), { node: node.property, computed: node.computed });
      case "TSQualifiedName":
        return this.#member(this.of(node.left), { node: node.right, computed: false });
      case "CallExpression":
        return this.#call(node);
      case "NewExpression":
        return this.#made(node);
      case "ThisExpression":
        return isCallers(node, this.#effort) ? pathOf("") : UNKNOWN;
      case "ImportExpression":
        return this.#package(node.source);
      case "AwaitExpression":
        return this.of(node.argument);
      case "AssignmentExpression":
        return KEEPING.has(node.operator) ? this.of(node.right) : UNKNOWN;
      case "SequenceExpression": {
        const last = node.expressions.at(-1);
        return last === undefined ? UNKNOWN : this.of(last);
      }
      case "ConditionalExpression":
        return either(this.of(node.consequent), this.of(node.alternate));
      case "LogicalExpression":
        return either(this.of(node.left), this.of(node.right));
      default:
        return isWrapper(node) ? this.of(bare(node)) : UNKNOWN;
    }
  }

  #variable(node: Node & { readonly name: string }): Value {
    if (!this.#module.references.has(node)) return UNKNOWN;
    const binding = this.#module.bindings.get(node);
    if (binding === undefined) return pathOf(GLOBAL_OBJECTS.has(node.name) ? "" : node.name);
    if (binding.path !== undefined) return pathOf(binding.path);
    return this.#once(binding, () => {
      const all = binding.given.map((target) => this.ofTarget(target));
      const [only] = all;
      const paths = all.flatMap((value) => value.paths);
      if (all.length === 1 && only !== undefined) return only;
      return { ...UNKNOWN, paths: [...new Set(paths)] };
    });
  }

  #member(object: Value, key: PropertyKey): Value {
    const name = this.nameOf(key);
    return name === undefined ? UNKNOWN : memberOf(object, name);
  }

  #template(node: Node & { type: "TemplateLiteral" }, raw = false): Value {
    let text = "";
    for (const [index, { value }] of node.quasis.entries()) {
      text += (raw ? value.raw : value.cooked) ?? "";
      const inserted = node.expressions[index];
      if (inserted === undefined) break;
      const part = this.of(inserted);
      text += part.text ?? "";
      if (!part.whole) return textOf(text, false);
    }
    return textOf(text);
  }

  /** Long sums nest to the left, so what is left of them is gone through without recursion. */
  #sum(node: Node & { type: "BinaryExpression" }): Value {
    const parts: Node[] = [];
    let left: Node = node;
    while (left.type === "BinaryExpression" && left.operator === "+" && !this.#known.has(left)) {
      this.#effort.spend();
      parts.push(left.right);
      left = left.left;
    }
    return parts.toReversed().reduce((sum, part) => joined(sum, this.of(part)), this.of(left));
  }

  #call(node: Node & { type: "CallExpression" }): Value {
    const callee = bare(node.callee);
    const [first, second] = node.arguments;
    const given = first === undefined ? UNKNOWN : this.of(first);
    for (const path of this.of(callee).paths) {
      if (path.startsWith("String.from")) return this.#characters(node.arguments);
      if (path === "atob") return given.whole ? decoded(given.text, atob) : UNKNOWN;
      if (path === "unescape" || path.startsWith("decodeURI")) return decoded(given.text, decodeURIComponent);
      if (path === "URL.createObjectURL") return textOf("blob:", false);
      if (path === "document.createElement") return elementOf(given);
      if (path === "document.createElementNS" && second !== undefined) return elementOf(this.of(second));
      if (path === "require" && first !== undefined) return this.#package(first);
      if (path === "Reflect.get" && second !== undefined) {
        return this.#member(given, { node: second, computed: true });
      }
    }
    return callee.type === "MemberExpression" ? this.#method(callee, node.arguments) : UNKNOWN;
  }

  #method(callee: Node & { type: "MemberExpression" }, given: readonly Node[]): Value {
    switch (this.nameOf({ node: callee.property, computed: callee.computed })) {
      case "join": {
        const list = this.#list(callee.object);
        const between = given[0] === undefined ? "," : (this.of(given[0]).text ?? "");
        if (list === undefined) return UNKNOWN;
        this.#effort.spend(list.reduce((sum, { length }) => sum + length + between.length, 0));
        return textOf(list.join(between));
      }
      case "concat":
        return given.reduce((sum, part) => joined(sum, this.of(part)), this.of(callee.object));
      case "toString":
      case "valueOf":
      case "bind":
        return this.of(callee.object);
      case "toDataURL":
        return textOf("data:", false);
      default:
        return UNKNOWN;
    }
  }

  /** The texts of a list that is written out, split from a text, or turned around. */
  #list(node: Node): string[] | undefined {
    this.#effort.spend();
    const list = bare(node);
    if (list.type === "ArrayExpression") {
      const texts = list.elements.map((element) => (element === null ? UNKNOWN : this.of(element)));
      this.#effort.spend(texts.length);
      return texts.every(({ whole }) => whole) ? texts.map(({ text }) => text ?? "") : undefined;
    }
    const callee = list.type === "CallExpression" ? bare(list.callee) : undefined;
    if (list.type !== "CallExpression" || callee?.type !== "MemberExpression") return undefined;
    const name = this.nameOf({ node: callee.property, computed: callee.computed });
    if (name === "reverse") return this.#list(callee.object)?.toReversed();
    const { text, whole } = this.of(callee.object);
    const [separator] = list.arguments;
    if (name !== "split" || separator === undefined || text === undefined || !whole) return undefined;
    this.#effort.spend(text.length);
    return text.split(this.of(separator).text ?? "");
  }

  #characters(given: readonly Node[]): Value {
    const codes = given.map((node) =>
      node.type === "Literal" && typeof node.value === "number" ? node.value : -1,
    );
    if (!codes.every((code) => Number.isInteger(code) && code >= 0 && code <= 0x10ffff)) return UNKNOWN;
    return textOf(codes.map((code) => String.fromCodePoint(code)).join(""));
  }

  #made({ callee }: Node & { type: "NewExpression" }): Value {
    const paths = this.of(callee).paths;
    if (paths.includes("Image")) return pathOf("#img");
    return paths.includes("Audio") ? pathOf("#audio") : UNKNOWN;
  }

  #package(source: Node): Value {
    const { text, whole } = this.of(source);
    return whole ? pathOf(`${PACKAGE}${text ?? ""}`) : UNKNOWN;
  }
}

function memberOf({ paths }: Value, name: string): Value {
  if (name.length > NAME_UNITS) return UNKNOWN;
  const found = paths.flatMap((path) => {
    if (path === "") return pathOf(GLOBAL_OBJECTS.has(name) ? "" : name).paths;
    return name === "default" && path.startsWith(PACKAGE) ? [path] : pathOf(`${path}.${name}`).paths;
  });
  const leading = found.length === 0 ? LEADING.get(name) : undefined;
  if (leading !== undefined) return pathOf(leading);
  return found.length === 0 ? UNKNOWN : { ...UNKNOWN, paths: [...new Set(found)] };
}

/** Paths that mean nothing are forgotten, so that no text of the code's own making grows. */
function pathOf(path: string): Value {
  const same = SAME.get(path) ?? path;
  return PATHS.has(same) || same.startsWith("#") ? { ...UNKNOWN, paths: [same] } : UNKNOWN;
}

function elementOf({ text, whole }: Value): Value {
  return whole && text !== undefined && text.length < 32 ? pathOf(`#${text.toLowerCase()}`) : UNKNOWN;
}

function textOf(text: string, whole = true): Value {
  return { paths: [], text: text.slice(0, TEXT_UNITS), whole: whole && text.length <= TEXT_UNITS };
}

/** A text with another after it, as far as they are known. */
function joined(one: Value, other: Value): Value {
  if (!one.whole || one.text === undefined) return one.paths.length === 0 ? one : UNKNOWN;
  return textOf(one.text + (other.text ?? ""), other.whole);
}

function decoded(text: string | undefined, decode: (text: string) => string): Value {
  try {
    return text === undefined ? UNKNOWN : textOf(decode(text));
  } catch {
    return UNKNOWN;
  }
}

function either(one: Value, other: Value): Value {
  if (one === UNKNOWN) return { ...other, whole: false };
  return { ...one, paths: [...new Set([...one.paths, ...other.paths])], whole: false };
}
