import type { Node } from "oxc-parser";
import { isOwnPath } from "../compile/own-path.ts";
import { isScript, packageOf } from "./addresses.ts";
import type { Collector } from "./collector.ts";
import type { Effort } from "./effort.ts";
import { attributeRule, attributesOf } from "./elements.ts";
import { escapes, isProbed } from "./flow.ts";
import type { Lines } from "./lines.ts";
import type { Module, Taken } from "./module.ts";
import {
  APP_PACKAGE,
  COMMANDS,
  computed,
  CONTAINERS,
  ELEMENTS,
  EVENTS,
  OTHER_PAGES,
  PACKAGE,
  PROPERTIES,
  USED,
  WRITTEN,
  type Rule,
} from "./rules.ts";
import { bare } from "./syntax.ts";
import type { Values } from "./values.ts";

/** A file of code as it was read, and who gathers what is found in it. */
export interface ReadCode {
  readonly lines: Lines;
  readonly module: Module;
  readonly values: Values;
  readonly effort: Effort;
  readonly collector: Collector;
}

type Typed<Type extends Node["type"]> = Extract<Node, { readonly type: Type }>;
type Call = Typed<"CallExpression">;
type Member = Typed<"MemberExpression">;

const ELEMENT_MAKERS = new Set(["createElement", "createElementNS", "cloneElement", "jsx", "jsxs", "jsxDEV"]);

/** Finds what a module uses or tries, by the names through which it reaches it. */
export class UseFinder {
  readonly #code: ReadCode;

  constructor(code: ReadCode) {
    this.#code = code;
  }

  /** @throws TooMuch */
  find(): void {
    const { nodes, written, taken } = this.#code.module;
    // Inner ones first, so that no question goes deep.
    for (const node of nodes) this.#code.values.of(node);
    for (const node of nodes) {
      this.#look(node);
      if (written.has(node)) this.#written(node);
    }
    for (const one of taken) this.#taken(one);
  }

  #look(node: Node): void {
    switch (node.type) {
      case "Identifier":
      case "JSXIdentifier":
        if (this.#code.module.references.has(node)) this.#named(node, node);
        break;
      case "TSQualifiedName":
        this.#named(node, node.right);
        break;
      case "MemberExpression":
        this.#member(node);
        break;
      case "CallExpression":
        this.#call(node);
        break;
      case "NewExpression":
        this.#made(node);
        break;
      case "JSXOpeningElement":
        this.#element(node.name, node);
        break;
      case "Property":
        this.#property(node);
        break;
      case "ExportSpecifier":
        this.#passedOn(node);
        break;
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration":
      case "ImportExpression":
        if (node.source !== null) this.#import(node.source);
        break;
      case "TSExternalModuleReference":
        this.#import(node.expression);
        break;
      default:
        break;
    }
  }

  /** A variable or member that leads somewhere from the global object. */
  #named(node: Node, at: Node): boolean {
    const { values, effort } = this.#code;
    let isKnown = false;
    for (const path of values.of(node).paths) {
      const rule = USED.get(path);
      isKnown ||= rule !== undefined;
      if (rule !== undefined && !isProbed(node) && !this.#isOnTheWay(node)) this.#use(rule, at);
      const container = CONTAINERS.get(path);
      if (container !== undefined && escapes(node, effort)) this.#use(container, at);
    }
    if (node.type === "Identifier" && OTHER_PAGES.has(node.name) && values.of(node).paths.includes("")) {
      if (!this.#code.module.bindings.has(node)) this.#use({ capability: "messaging", name: node.name }, at);
    }
    return isKnown;
  }

  /** Whether a longer path of the same expression tells more, or nothing can come of this one. */
  #isOnTheWay(node: Node): boolean {
    const { parent } = node;
    if (parent?.type !== "MemberExpression" || parent.object !== node) return false;
    const { values } = this.#code;
    if (values.of(parent).paths.some((path) => USED.has(path))) return true;
    return values.of(node).paths.includes("Function") && this.#nameOf(parent) === "prototype";
  }

  #member(node: Member): void {
    const { values } = this.#code;
    const { property } = node;
    const name = this.#nameOf(node);
    const object = values.of(node.object);
    if (name === undefined) {
      if (!node.computed) return;
      for (const path of object.paths) {
        this.#use(CONTAINERS.get(path), property);
      }
      return;
    }
    if (object.paths.includes("") && OTHER_PAGES.has(name))
      this.#use({ capability: "messaging", name }, property);
    if (name === "then") this.#whenImported(node);
    const isKnown = this.#named(node, property);
    if (!isKnown) this.#propertyOfAny(name, node.object, property);
    if (name === "constructor" && !isHarmlessConstructor(node, this.#nameOf(node.parent))) {
      this.#use({ capability: "eval", name }, property);
    }
  }

  /** `import("@anteroom/app").then(f)` hands the whole package on. */
  #whenImported({ object, property }: Member): void {
    for (const path of this.#code.values.of(object).paths) {
      if (path.startsWith(PACKAGE)) this.#use(CONTAINERS.get(path), property);
    }
  }

  #propertyOfAny(name: string, object: Node | undefined, at: Node): void {
    const rule = PROPERTIES.get(name);
    if (rule !== undefined) this.#use(rule, at);
    // Many objects have a `fetch` of their own; where it is not seen that this one does, it cannot be told.
    else if (name === "fetch" && object !== undefined && !this.#isOwn(object)) this.#use(computed(name), at);
  }

  #isOwn(object: Node): boolean {
    const inner = bare(object);
    if (inner.type === "ThisExpression" || inner.type === "Super" || isMadeHere(inner)) return true;
    const binding = this.#code.module.bindings.get(inner);
    if (binding === undefined) return false;
    return (
      binding.own ||
      binding.path !== undefined ||
      binding.given.some(({ value }) => value !== undefined && isMadeHere(bare(value)))
    );
  }

  #call(node: Call): void {
    const { values } = this.#code;
    const callee = bare(node.callee);
    const [first, second] = node.arguments;
    const given = first === undefined ? undefined : values.of(first).text;
    const { paths } = values.of(callee);
    const name = callee.type === "MemberExpression" ? this.#nameOf(callee) : undefined;
    const called = name ?? (callee.type === "Identifier" ? callee.name : "");
    if (first !== undefined && paths.includes("require")) this.#import(first);
    if (first === undefined) return;
    if (paths.includes("Reflect.get")) {
      for (const path of values.of(node).paths) this.#use(USED.get(path), second ?? first);
    } else if (paths.includes("setTimeout") || paths.includes("setInterval")) {
      if (given !== undefined) this.#use({ capability: "eval", name: paths[0] ?? "" }, first);
    } else if (paths.includes("document.execCommand")) {
      this.#use(COMMANDS.get(given?.toLowerCase() ?? ""), first);
    } else if (called === "addEventListener") {
      this.#use(EVENTS.get(given ?? ""), first);
    } else if (name === "setAttribute" || name === "setAttributeNS") {
      const [attribute, value] = name === "setAttribute" ? [first, second] : node.arguments.slice(1);
      if (callee.type === "MemberExpression" && attribute !== undefined) {
        this.#setAttribute(callee.object, attribute, value);
      }
    } else if (ELEMENT_MAKERS.has(called) || paths.some((path) => path.startsWith("document.create"))) {
      const isByDocument = paths.some((path) => path.startsWith("document.create"));
      const element = called === "createElementNS" ? second : first;
      if (element !== undefined) this.#element(element, isByDocument ? undefined : second);
      if (isByDocument && given === undefined) this.#use(computed("document.createElement"), callee);
    }
  }

  #made(node: Typed<"NewExpression">): void {
    const { values } = this.#code;
    const [first] = node.arguments;
    if (first === undefined || !values.of(node).paths.includes("#audio")) return;
    this.#use(attributeRule("audio", "src", values.of(first).text), first);
  }

  /** An element by the name in `tag`, with the attributes of `holder`. */
  #element(tag: Node, holder: Node | undefined): void {
    const { values } = this.#code;
    const isNative = tag.type === "JSXIdentifier" && !this.#code.module.references.has(tag);
    const { text, whole } = values.of(tag);
    const named = isNative ? tag.name : text;
    const element = isNative || whole ? named?.toLowerCase() : undefined;
    if (element !== undefined) this.#use(ELEMENTS.get(element), tag);
    if (holder === undefined) return;
    for (const { name, at, value } of attributesOf(bare(holder))) {
      const known = value === undefined ? undefined : values.of(value).text;
      this.#use(attributeRule(element, name, known), at);
      // The properties of an object are seen for themselves.
      if (at.type === "JSXIdentifier") this.#use(htmlRule(name), at);
    }
  }

  #property(node: Typed<"Property">): void {
    if (node.parent?.type !== "ObjectExpression") return;
    const name = this.#code.values.nameOf({ node: node.key, computed: node.computed });
    this.#use(htmlRule(name), node.key);
  }

  /** A variable or member that is given another value. */
  #written(node: Node): void {
    const { values, module } = this.#code;
    if (node.type === "Identifier" && !module.bindings.has(node)) this.#use(WRITTEN.get(node.name), node);
    if (node.type !== "MemberExpression") return;
    const name = this.#nameOf(node);
    // The `this` of a plain function can be any object, with a name and place of its own.
    const paths = node.object.type === "ThisExpression" ? [] : values.of(node.object).paths;
    for (const path of paths) {
      const whole = path === "" ? name : `${path}.${name ?? ""}`;
      this.#use(WRITTEN.get(`${path}.*`) ?? WRITTEN.get(whole ?? ""), node.property);
    }
    const value = module.written.get(node);
    if (name !== undefined && value !== undefined)
      this.#assignAttribute(node, name, values.ofTarget(value).text);
  }

  #assignAttribute({ object, property }: Member, name: string, text: string | undefined): void {
    const element = this.#elementOf(object);
    // An element that was made only to be given an address is not shown on the page.
    const isHidden =
      text === undefined && element !== undefined && ["img", "audio", "script"].includes(element);
    this.#use(attributeRule(element, name, isHidden ? "//" : text), property);
  }

  #setAttribute(object: Node, attribute: Node, value: Node | undefined): void {
    const { values } = this.#code;
    const name = values.of(attribute).text?.toLowerCase() ?? "";
    if (name.startsWith("on")) this.#use({ capability: "eval", name: "setAttribute" }, attribute);
    if (name === "srcdoc") this.#use(PROPERTIES.get(name), attribute);
    const text = value === undefined ? undefined : values.of(value).text;
    this.#use(attributeRule(this.#elementOf(object), name, text), attribute);
  }

  #elementOf(object: Node): string | undefined {
    const path = this.#code.values.of(object).paths.find((one) => one.startsWith("#"));
    return path?.slice(1);
  }

  /** `const { fetch } = window` */
  #taken({ node, from, key }: Taken): void {
    const { values } = this.#code;
    const { paths } = values.ofTarget(from);
    const name = key === undefined ? undefined : values.nameOf(key);
    if (name === undefined) {
      for (const path of paths) {
        this.#use(CONTAINERS.get(path), node);
      }
      return;
    }
    const rules = values.memberOf(from, name).flatMap((path) => USED.get(path) ?? []);
    for (const rule of rules) this.#use(rule, node);
    const isOfExpression = from.value !== undefined || from.base !== undefined;
    if (rules.length > 0 || !isOfExpression) return;
    this.#propertyOfAny(name, from.value, node);
    if (name === "constructor") this.#use({ capability: "eval", name }, node);
    if (paths.includes("") && OTHER_PAGES.has(name)) this.#use({ capability: "messaging", name }, node);
  }

  #import(source: Node): void {
    const { text, whole } = this.#code.values.of(source);
    if (!whole || text === undefined) this.#use(computed("import"), source);
    else if (!isOwnPath(text)) this.#use(importRule(text), source);
    const isWhole = source.parent?.type === "ExportAllDeclaration";
    if (isWhole && text === APP_PACKAGE) this.#use(computed(APP_PACKAGE), source);
  }

  /** `export { shared } from "@anteroom/app"` */
  #passedOn({ local, parent }: Typed<"ExportSpecifier">): void {
    if (parent?.type !== "ExportNamedDeclaration" || parent.source === null) return;
    const name = local.type === "Literal" ? local.value : local.name;
    const path = `${PACKAGE}${parent.source.value}.${name}`;
    this.#use(USED.get(path) ?? CONTAINERS.get(path), local);
  }

  #nameOf(node: Node | null | undefined): string | undefined {
    if (node?.type !== "MemberExpression") return undefined;
    return this.#code.values.nameOf({ node: node.property, computed: node.computed });
  }

  #use(rule: Rule | undefined, at: Node): void {
    if (rule === undefined) return;
    const { lines, collector } = this.#code;
    // A name's node spans the type after it.
    const end = "name" in at && typeof at.name === "string" ? at.start + at.name.length : at.end;
    collector.use(rule.capability, rule.name, lines.span(at.start, end));
  }
}

function importRule(specifier: string): Rule {
  if (isScript(specifier) || /^(?:data|blob):/iu.test(specifier))
    return { capability: "eval", name: "import" };
  if (/^(?:https?:|[\\/]{2})/iu.test(specifier)) return { capability: "network", name: "import" };
  return { capability: "package", name: packageOf(specifier) };
}

function htmlRule(name: string | undefined): Rule | undefined {
  const rule = PROPERTIES.get(name ?? "");
  return rule?.capability === "raw_html" ? rule : undefined;
}

/** A constructor makes functions of text only where it is called, kept, or asked for its own constructor. */
function isHarmlessConstructor(node: Member, next: string | undefined): boolean {
  const { parent } = node;
  if (parent?.type === "MemberExpression" && parent.object === node) {
    return next !== undefined && !["constructor", "call", "apply", "bind"].includes(next);
  }
  return parent?.type === "BinaryExpression";
}

function isMadeHere({ type }: Node): boolean {
  return /^(?:Object|Array|Class|Function|ArrowFunction|New)Expression$/u.test(type);
}
