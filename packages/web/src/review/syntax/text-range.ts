import { splitMarks, type Piece } from "../visible-marks.ts";

/**
 * Makes ranges of a line that `VisibleText` drew into `element`, by places in the line. A character that is
 * drawn as its code point is taken whole; what stands after the text, as a note, is never taken.
 */
export function rangeMaker(
  element: Element,
  line: string,
): (from: number, to: number) => AbstractRange | undefined {
  const pieces = drawnPieces(element, line);
  return (from, to) => {
    const first = pieces.find((piece) => piece.to > from);
    const last = pieces.findLast((piece) => piece.from < to);
    if (first === undefined || last === undefined || to <= from || last.from < first.from) return undefined;
    const [startContainer, startOffset] = pointIn(first, Math.max(from, first.from), "start");
    const [endContainer, endOffset] = pointIn(last, Math.min(to, last.to), "end");
    return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
  };
}

interface DrawnPiece {
  readonly from: number;
  readonly to: number;
  /** The text itself, or the text of what stands in its place. */
  readonly node: Node;
  readonly isWhole: boolean;
}

function drawnPieces(element: Element, line: string): DrawnPiece[] {
  const pieces: DrawnPiece[] = [];
  let at = 0;
  for (const [index, piece] of splitMarks(line).entries()) {
    const child = element.childNodes[index];
    const node = piece.kind === "text" ? child : child?.firstChild;
    const length = lengthOf(piece);
    if (node) pieces.push({ from: at, to: at + length, node, isWhole: piece.kind === "mark" });
    at += length;
  }
  return pieces;
}

function lengthOf(piece: Piece): number {
  if (piece.kind !== "mark") return piece.text.length;
  const units = Number.parseInt(piece.codePoint.slice(2), 16) > 0xffff ? 2 : 1;
  return piece.times * units;
}

function pointIn(piece: DrawnPiece, at: number, side: "start" | "end"): [node: Node, offset: number] {
  const length = piece.node.textContent?.length ?? 0;
  if (piece.isWhole) return [piece.node, side === "start" ? 0 : length];
  return [piece.node, Math.min(at - piece.from, length)];
}
