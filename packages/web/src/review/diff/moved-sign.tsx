import type { ReactNode } from "react";
import { Message, useText } from "../../messages/text.tsx";
import codeStyles from "../code-lines.module.css";
import type { LineHit } from "../line-hit.ts";
import { TextLink } from "../text-link.tsx";
import { VisibleName } from "../visible-text.tsx";
import type { MovedRow, Row } from "./rows.ts";

export interface MovedSignProps {
  readonly row: Row;
  readonly moved: MovedRow;
  readonly onGoTo: (place: LineHit) => void;
}

/** Says that the lines below moved, and leads to their other place. They are shown at both. */
export function MovedSign({ row, moved: { path, line, lines }, onGoTo }: MovedSignProps): ReactNode {
  const text = useText();
  const isGone = row.kind === "removed";
  const values = { count: lines, line, path: <VisibleName text={path} /> };
  return (
    <p className={codeStyles.sign}>
      <span>
        {isGone ? (
          <Message id="diff.moved-to" values={values} />
        ) : (
          <Message id="diff.moved-from" values={values} />
        )}
      </span>
      <TextLink look="words" onPress={() => onGoTo({ path, line, isOld: !isGone })}>
        {text("review.go-to-line", { line })}
      </TextLink>
    </p>
  );
}
