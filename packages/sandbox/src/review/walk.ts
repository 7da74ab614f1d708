import { visitorKeys, type Node } from "oxc-parser";
import type { Effort } from "./effort.ts";

/** What a walk tells of each node that runs; types, which do not, are passed over. */
export interface Visitor {
  enter(node: Node): void;
  leave(node: Node): void;
}

/** Nodes of TypeScript that hold code; all others are types, or declare what exists elsewhere. */
const RUNNING = new Set([
  ..."TSAsExpression TSSatisfiesExpression TSNonNullExpression TSInstantiationExpression".split(" "),
  ..."TSTypeAssertion TSEnumDeclaration TSEnumBody TSEnumMember TSModuleDeclaration".split(" "),
  ..."TSModuleBlock TSExportAssignment TSImportEqualsDeclaration TSExternalModuleReference".split(" "),
  ..."TSQualifiedName TSParameterProperty".split(" "),
]);

/** Parts of nodes that are types. */
const TYPES = new Set(
  "typeAnnotation returnType typeParameters typeArguments superTypeArguments implements".split(" "),
);

/** The parts of each kind of node that run, last ones first. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(visitorKeys).map(([type, keys]) => [
    type,
    keys.filter((key) => !TYPES.has(key)).toReversed(),
  ]),
);

/**
 * Walks a program in the order of its text, each node entered before what is in it and left after it, and
 * gives each node its `parent`. Without recursion, since hostile code nests deeper than a stack goes.
 *
 * @throws TooMuch
 */
export function walk(program: Node, visitor: Visitor, effort: Effort): void {
  /** A node that was entered stays below its parts, and is left when it comes up again. */
  const stack = [program];
  const entered = new Set<Node>();
  for (let node = stack.at(-1); node; node = stack.at(-1)) {
    if (entered.delete(node)) {
      stack.pop();
      visitor.leave(node);
      continue;
    }
    effort.spend();
    entered.add(node);
    visitor.enter(node);
    pushParts(node, stack);
  }
}

/** Pushes what is in a node, so that its first part comes up first. */
function pushParts(node: Node, stack: Node[]): void {
  for (const key of PARTS.get(node.type) ?? []) {
    const part: unknown = node[key as keyof Node];
    for (const child of Array.isArray(part) ? part.toReversed() : [part]) {
      if (!isNode(child) || !runs(child)) continue;
      child.parent = node as never;
      stack.push(child);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function runs(node: Node): boolean {
  if (node.type === "JSXClosingElement") return false;
  if (node.type.startsWith("TS") && !RUNNING.has(node.type)) return false;
  if ("declare" in node && node.declare) return false;
  if ("importKind" in node && node.importKind === "type") return false;
  return !("exportKind" in node && node.exportKind === "type");
}
