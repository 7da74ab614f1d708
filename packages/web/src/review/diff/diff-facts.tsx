import type { ReactNode } from "react";
import { Message, useText } from "../../messages/text.tsx";
import codeStyles from "../code-lines.module.css";
import { endWords } from "./diff-row.tsx";
import type { FileDiff } from "./file-diff.ts";

/** What is told of a comparison as a whole, above its rows. */
export function DiffFacts({ diff: { ends, wholly } }: { readonly diff: FileDiff }): ReactNode {
  const text = useText();
  return (
    <>
      {ends ? (
        <p className={codeStyles.sign}>
          <Message
            id="diff.ends-switched"
            values={{ from: text(endWords(ends.from)), to: text(endWords(ends.to)) }}
          />
        </p>
      ) : null}
      {wholly ? <p className={codeStyles.sign}>{text("diff.wholly")}</p> : null}
    </>
  );
}
