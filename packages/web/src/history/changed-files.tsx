import { useMemo, useRef, useState, type ReactNode } from "react";
import type { Comparison } from "../data/apps.ts";
import { FileList } from "../review/file-list.tsx";
import { PainterContext } from "../review/syntax/painter-context.ts";
import { createPainter } from "../review/syntax/painter.ts";
import { useGoTo } from "../review/use-go-to.ts";
import { useShownFiles } from "../review/use-shown-files.ts";

/** Nothing is decided by how far these files are read, or by which of them has the focus. */
const unwatched = () => () => undefined;
const nowhere = () => undefined;

/** What is other in each file of the version that would run, against the one that runs now. */
export function ChangedFiles({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const [painter] = useState(createPainter);
  const list = useRef<HTMLDivElement>(null);
  const { hit, goTo } = useGoTo(list);
  const { files } = useShownFiles(useMemo(() => cardOf(comparison), [comparison]));
  return (
    <PainterContext value={painter}>
      <FileList
        files={files}
        reading={undefined}
        layout="inline"
        hit={hit}
        onGoTo={goTo}
        watch={unwatched}
        onFocusFile={nowhere}
        ref={list}
      />
    </PainterContext>
  );
}

/** The comparison as a card has it: the version to go to is what is proposed. */
function cardOf({ from, to, files }: Comparison): Parameters<typeof useShownFiles>[0] {
  const utf8 = new TextEncoder();
  return {
    base: {
      proposal_id: from.proposal_id,
      revision: from.revision,
      kind: "approved",
      files: files.flatMap(({ path, before }) =>
        before === undefined ? [] : [{ path, sha256: from.digest, text: before }],
      ),
    },
    files: files.flatMap(({ path, before, after }) =>
      after === undefined
        ? []
        : [
            {
              path,
              text: after,
              sha256: to.digest,
              bytes: utf8.encode(after).length,
              lines: 0,
              change: before === undefined ? ("added" as const) : ("changed" as const),
            },
          ],
    ),
  };
}
