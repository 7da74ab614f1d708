import type { MouseEvent, ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import codeStyles from "../code-lines.module.css";
import { TextLink } from "../text-link.tsx";
import { VisibleText } from "../visible-text.tsx";
import type { Block } from "./blocks.ts";
import styles from "./diff-lines.module.css";
import { stepInto, stepLength, type RowSpan } from "./folds.ts";

export interface FoldRowProps {
  readonly block: Extract<Block, { readonly kind: "fold" }>;
  readonly onOpen: (span: RowSpan) => void;
}

/** Lines that are as before and folded away, counted; they open in part or all. */
export function FoldRow({ block: { fold, head }, onOpen }: FoldRowProps): ReactNode {
  const text = useText();
  const count = fold.to - fold.from;
  const step = stepLength(fold);
  function openAll({ currentTarget }: MouseEvent<HTMLElement>): void {
    const box = currentTarget.closest<HTMLElement>("[data-file-box]");
    onOpen(fold);
    // The button goes with the fold; reading goes on in the file.
    box?.focus({ preventScroll: true });
  }
  return (
    <div className={`${codeStyles.sign} ${styles.fold}`} data-step={fold.to} data-first-step={fold.from + 1}>
      <span>{text("diff.unchanged-lines", { count })}</span>
      {step < count ? (
        <TextLink look="words" onPress={() => onOpen(stepInto(fold))}>
          {text("diff.show-lines", { count: step })}
        </TextLink>
      ) : null}
      <TextLink look="words" onPress={openAll}>
        {text("diff.show-all")}
      </TextLink>
      {head === undefined ? null : (
        <span className={styles.head} dir="ltr">
          <VisibleText text={head} />
        </span>
      )}
    </div>
  );
}
