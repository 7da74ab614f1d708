import type { Node } from "oxc-parser";
import type { Effort } from "./effort.ts";
import { bare, isWrapper } from "./syntax.ts";

type Parent = Node | null | undefined;

/** What looks at a value but hands it to nobody, beyond the cases of `nextOf`. */
const LOOKS = new Set([
  ..."UnaryExpression BinaryExpression UpdateExpression ExpressionStatement IfStatement".split(" "),
  ..."WhileStatement DoWhileStatement ForStatement MemberExpression TSQualifiedName".split(" "),
  ..."TSImportEqualsDeclaration AssignmentPattern".split(" "),
]);

/**
 * Whether the value of an expression gets where it is not followed: into a call, a list, another file. A
 * variable or a pattern that is given it is followed (see Values). @throws TooMuch
 */
export function escapes(node: Node, effort: Effort): boolean {
  let at = node;
  for (;;) {
    effort.spend();
    const next = nextOf(at);
    if (typeof next === "boolean") return next;
    at = next;
  }
}

/** The expression that has the same value, or the answer. */
function nextOf(node: Node): Node | boolean {
  const { parent } = node;
  if (parent === undefined || parent === null) return false;
  if (isWrapper(parent) || parent.type === "AwaitExpression") return parent;
  switch (parent.type) {
    case "ConditionalExpression":
      return parent.test === node ? false : parent;
    case "LogicalExpression":
      return parent.left === node && parent.operator === "&&" ? false : parent;
    case "SequenceExpression":
      return parent.expressions.at(-1) === node ? parent : false;
    case "AssignmentExpression":
      if (parent.left === node) return false;
      return ["Identifier", "ObjectPattern"].includes(bare(parent.left).type) ? parent : true;
    case "TemplateLiteral":
      return parent.parent?.type === "TaggedTemplateExpression";
    case "VariableDeclarator":
      return parent.parent?.parent?.type === "ExportNamedDeclaration";
    case "CallExpression":
    case "NewExpression":
      return parent.callee !== node && !isParameterOf(parent, node);
    default:
      return !LOOKS.has(parent.type);
  }
}

/** Whether an arrow function that is called where it stands has a parameter for what it is given. */
function isParameterOf(call: Node & { type: "CallExpression" | "NewExpression" }, node: Node): boolean {
  const callee = bare(call.callee);
  if (callee.type !== "ArrowFunctionExpression") return false;
  const given: readonly Node[] = call.arguments.slice(0, callee.params.length);
  const parameter = callee.params[given.indexOf(node)];
  const isSpread = given.some(({ type }) => type === "SpreadElement");
  return parameter !== undefined && parameter.type !== "RestElement" && !isSpread;
}

/**
 * Whether `this` is what the caller of a plain function makes of it: a timer makes it the global object. In a
 * method it is an object of the code's own, and outside of functions nothing. @throws TooMuch
 */
export function isCallers(node: Node & { type: "ThisExpression" }, effort: Effort): boolean {
  for (let at: Parent = node.parent; at; at = at.parent) {
    effort.spend();
    if (at.type === "PropertyDefinition" || at.type === "StaticBlock") return false;
    if (at.type !== "FunctionExpression" && at.type !== "FunctionDeclaration") continue;
    const holder = at.parent?.type ?? "";
    const isMethod = holder === "MethodDefinition" || holder === "Property";
    return !isMethod && !(at.parent?.type === "AssignmentExpression" && at.parent.left.type !== "Identifier");
  }
  return false;
}

/** Whether it is only asked whether something is there. */
export function isProbed(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === "UnaryExpression") return parent.operator === "typeof";
  return parent?.type === "BinaryExpression" && parent.operator === "instanceof" && parent.right === node;
}
