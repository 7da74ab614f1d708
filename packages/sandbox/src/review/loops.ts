import type { Node } from "oxc-parser";
import { bare } from "./syntax.ts";
import type { Visitor } from "./walk.ts";

/** Something that is being read and can be left before its end: a loop, a switch, a label; or a function. */
interface Frame {
  readonly node: Node;
  /** The outermost frame that is left from within; beyond all frames when none is. */
  leaves: number;
}

const FUNCTIONS = new Set([
  ..."FunctionDeclaration FunctionExpression ArrowFunctionExpression StaticBlock".split(" "),
  ..."PropertyDefinition AccessorProperty".split(" "),
]);
const ENDED_BY_BREAK = new Set([
  ..."WhileStatement DoWhileStatement ForStatement ForInStatement ForOfStatement".split(" "),
  ..."SwitchStatement".split(" "),
]);

/** Finds loops that nothing within ends or pauses; whether their condition ends them is asked later. */
export class LoopReader implements Visitor {
  /** Loops without an end but their condition, which may be none. */
  readonly unending: Node[] = [];
  readonly #frames: Frame[] = [];
  /** The places in `#frames` of functions, of what a plain `break` ends, and of each label. */
  readonly #functions: number[] = [];
  readonly #breakable: number[] = [];
  readonly #labels = new Map<string, number[]>();

  enter(node: Node): void {
    switch (node.type) {
      case "ReturnStatement":
      case "ThrowStatement":
      case "AwaitExpression":
      case "YieldExpression":
        this.#leave((this.#functions.at(-1) ?? -1) + 1);
        break;
      case "BreakStatement":
        this.#leave(node.label === null ? this.#breakable.at(-1) : this.#placesOf(node.label.name).at(-1));
        break;
      case "ContinueStatement":
        // The loop after the label goes on; what is within it is left.
        if (node.label !== null) this.#leave((this.#placesOf(node.label.name).at(-1) ?? 0) + 2);
        break;
      default:
        this.#stackOf(node)?.push(this.#frames.push({ node, leaves: Infinity }) - 1);
    }
  }

  leave(node: Node): void {
    if (this.#frames.at(-1)?.node !== node) return;
    const { leaves } = this.#frames.pop() ?? { leaves: Infinity };
    const place = this.#frames.length;
    this.#stackOf(node)?.pop();
    if (!FUNCTIONS.has(node.type) && leaves < place) this.#leave(leaves);
    if (leaves > place && "body" in node && ENDED_BY_BREAK.has(node.type)) this.unending.push(node);
  }

  #stackOf(node: Node): number[] | undefined {
    if (FUNCTIONS.has(node.type)) return this.#functions;
    if (ENDED_BY_BREAK.has(node.type)) return this.#breakable;
    return node.type === "LabeledStatement" ? this.#placesOf(node.label.name) : undefined;
  }

  #placesOf(label: string): number[] {
    const places = this.#labels.get(label) ?? [];
    this.#labels.set(label, places);
    return places;
  }

  /** Says that the frame `outermost`, and so all within it, can be left from here. */
  #leave(outermost = Infinity): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.leaves = Math.min(frame.leaves, outermost);
  }
}

/** The condition of a loop that could go on for ever; true where it has none, undefined for other loops. */
export function conditionOf(node: Node): Node | true | undefined {
  if (node.type === "WhileStatement" || node.type === "DoWhileStatement") return bare(node.test);
  if (node.type !== "ForStatement") return undefined;
  return node.test === null ? true : bare(node.test);
}

const NEGATIONS = 8;

/** Whether a condition holds whatever happens: a literal, or its negation any number of times. */
export function alwaysHolds(condition: Node): boolean {
  let node = condition;
  let holds = true;
  for (
    let count = 0;
    count < NEGATIONS && node.type === "UnaryExpression" && node.operator === "!";
    count += 1
  ) {
    node = bare(node.argument);
    holds = !holds;
  }
  if (node.type === "ArrayExpression" || node.type === "ObjectExpression") return holds;
  return node.type === "Literal" && Boolean(node.value) === holds;
}
