import type { AtRule, ChildNode, Declaration, Root } from "postcss";
import type { Budget } from "./budget.ts";
import { nodePlace, StyleFault } from "./parse-sheet.ts";

/** UTF-16 units of one value by name, with what it is made of. */
const VALUE_UNITS = 10_000;
/** UTF-16 units of what goes through expressions that take the square of it. */
const LOCAL_UNITS = 10_000;
/** UTF-16 units that are copied to put values in the place of their names: each time the text around it. */
const COPIED_UNITS = 500_000_000;

/** What may be the name of a value. */
const NAME = /[$]?[\w-]+/gu;
const SINGLE_CLASS = /^\s*(?::local\(\s*|:local\s+)?\.(?<name>(?:\\[^]|[^\s\\.:#>+~[\]()])+)\s*\)?\s*$/u;

/**
 * Refuses a CSS module that would take what reads it for longer than anybody waits, or grow without bounds:
 * values that are made of others twice, classes that are composed of others twice, and so on.
 *
 * @throws StyleFault
 */
export function refuseCostly(root: Root, budget: Budget): void {
  const sizes = new Map<string, number>();
  root.walkAtRules(/^value$/iu, (node) => {
    // Runs of blanks are what the reader's expressions are slow on.
    node.params = node.params.replace(/\s+/gu, " ");
    defineValue(node, sizes, budget);
  });
  countValues(root, sizes, budget);
  const classes = new Map<string, number>();
  root.walkRules((rule) => {
    if (rule.selector.length > LOCAL_UNITS) throw tooLong(rule);
    budget.select(1 + (rule.selector.match(/[.#[:,]/gu)?.length ?? 0), rule);
    for (const selector of rule.selector.split(",")) {
      const name = SINGLE_CLASS.exec(selector)?.groups?.["name"];
      if (name !== undefined && !classes.has(name)) classes.set(name, name.length);
    }
    for (const node of rule.nodes) {
      if (node.type !== "decl") continue;
      if (/^(?:composes|compose-with)$/iu.test(node.prop))
        compose(node, { classes, budget, within: rule.selector });
      if (node.value.length > LOCAL_UNITS && /:local/u.test(node.value)) throw tooLong(node);
    }
  });
}

/** Refuses what takes too long, or grows too much, when the values of these sizes are put in for their names. */
export function countValues(root: Root, sizes: ReadonlyMap<string, number>, budget: Budget): void {
  if (sizes.size === 0) return;
  let copied = 0;
  root.walk((node) => {
    const text = textOf(node);
    let grown = 0;
    let times = 0;
    for (const [name] of text.matchAll(NAME)) {
      const size = sizes.get(name);
      if (size === undefined) continue;
      grown += size;
      times += 1;
    }
    budget.grow(grown, node);
    copied += times * (text.length + grown);
    if (copied > COPIED_UNITS) throw tooLong(node);
  });
}

function textOf(node: ChildNode): string {
  if (node.type === "decl") return node.value;
  if (node.type === "rule") return node.selector;
  return node.type === "atrule" ? node.params : "";
}

function defineValue(node: AtRule, sizes: Map<string, number>, budget: Budget): void {
  const { name, value = "" } = /^\s*(?<name>[\w-]+):?(?<value>.*)$/u.exec(node.params)?.groups ?? {};
  if (name === undefined || / from (?:["']|[\w-]+$)/u.test(value)) return;
  let units = value.length;
  for (const [part] of value.matchAll(NAME)) units += sizes.get(part) ?? 0;
  if (units > VALUE_UNITS) throw tooLong(node);
  budget.grow(units, node);
  sizes.set(name, units);
}

interface Composing {
  /** The units of the names that each class stands for so far. */
  readonly classes: Map<string, number>;
  readonly budget: Budget;
  /** The selector of the rule. */
  readonly within: string;
}

function compose(node: Declaration, { classes, budget, within }: Composing): void {
  node.value = node.value.replace(/\s+/gu, " ");
  const names = within.split(",").map((selector) => SINGLE_CLASS.exec(selector)?.groups?.["name"]);
  const parts = Array.from(node.value.matchAll(/[^\s,]+/gu), ([part]) => classes.get(part) ?? part.length);
  const units = parts.reduce((sum, part) => sum + part, 0);
  for (const name of names) {
    if (name === undefined || node.parent?.parent?.type === "rule") {
      const message = "composes works only in a rule for a single class of the file's own, as .name { … }.";
      throw new StyleFault({ ...nodePlace(node), message });
    }
    budget.grow(units, node);
    classes.set(name, (classes.get(name) ?? 0) + units);
  }
}

function tooLong(node: ChildNode): StyleFault {
  return new StyleFault({ ...nodePlace(node), message: "This is too long for a CSS module." });
}
