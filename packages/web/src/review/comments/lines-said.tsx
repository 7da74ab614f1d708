import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";

/** Says which lines a comment is about, where they are several; one line is what it stands beneath. */
export function LinesSaid(place: { readonly line: number; readonly end_line: number }): ReactNode {
  const text = useText();
  const { line, end_line: end } = place;
  return end > line ? <span>{text("comments.lines", { line, end })}</span> : null;
}
