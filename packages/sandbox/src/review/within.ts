import type { Comment, Node } from "oxc-parser";
import type { Within } from "./report.ts";

interface Part {
  readonly start: number;
  readonly end: number;
  readonly within: Within;
}

/** Tells in what part of a file of code an offset is. */
export function partsOf(nodes: readonly Node[], comments: readonly Comment[]): (offset: number) => Within {
  const parts: Part[] = [
    ...comments.map(({ start, end }): Part => ({ start, end, within: "comment" })),
    ...nodes.filter(isText).map(({ start, end }): Part => ({ start, end, within: "text" })),
  ].toSorted((a, b) => a.start - b.start);
  return (offset) => {
    let low = 0;
    let high = parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const part = parts[low - 1];
    return part !== undefined && offset < part.end ? part.within : "code";
  };
}

function isText(node: Node): boolean {
  if (node.type === "Literal") return typeof node.value === "string";
  return node.type === "TemplateElement" || node.type === "JSXText";
}
