import type { ReactNode, Ref } from "react";
import type { Proposal } from "../data/index.ts";
import { FileList, FilesHeading, type FileListProps } from "./file-list.tsx";
import { ReviewTools } from "./review-tools.tsx";
import { PainterContext } from "./syntax/painter-context.ts";
import type { CardFiles } from "./use-card-files.ts";

export interface CardFilesViewProps extends Pick<FileListProps, "notes" | "onComment" | "onMark"> {
  readonly proposal: Proposal;
  readonly card: CardFiles;
  /** How far the files were read says something about the decision. */
  readonly counts: boolean;
  /** More tools, after those of the code. */
  readonly tools?: ReactNode;
  readonly ref: Ref<HTMLDivElement>;
}

/** The code of a card: the tools above it, and every file. */
export function CardFilesView({
  proposal,
  card,
  counts,
  tools,
  ref,
  ...props
}: CardFilesViewProps): ReactNode {
  const { files, comparison, failed, layout, search, painter, watch, hit, goTo, setAt } = card;
  const reading = counts ? card.reading : undefined;
  return (
    <>
      <ReviewTools
        {...{ comparison, failed, layout, search }}
        heading={<FilesHeading proposal={proposal} files={files} reading={reading} />}
      >
        {tools}
      </ReviewTools>
      <PainterContext value={painter}>
        <FileList
          {...{ files, reading, hit, watch, ref }}
          {...props}
          layout={layout.layout}
          onGoTo={goTo}
          onFocusFile={setAt}
        />
      </PainterContext>
    </>
  );
}
