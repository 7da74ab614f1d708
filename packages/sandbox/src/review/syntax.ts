import { visitorKeys, type Node } from "oxc-parser";

const WRAPPERS = new Set([
  ..."ChainExpression ParenthesizedExpression TSAsExpression TSSatisfiesExpression".split(" "),
  ..."TSNonNullExpression TSTypeAssertion TSInstantiationExpression".split(" "),
]);

/** Whether a node is but its inner expression seen otherwise: in brackets, as another type. */
export function isWrapper(node: Node): node is Node & { readonly expression: Node } {
  return WRAPPERS.has(node.type) && "expression" in node && typeof node.expression === "object";
}

/** An expression without what is wrapped around it. */
export function bare(node: Node): Node {
  let inner = node;
  while (isWrapper(inner)) inner = inner.expression;
  return inner;
}

/** Under which name its parent has a node; undefined where it is one of a list. */
export function roleOf(node: Node): string | undefined {
  const { parent } = node;
  if (parent === undefined || parent === null) return undefined;
  return visitorKeys[parent.type]?.find((key) => parent[key as keyof Node] === (node as unknown));
}
