import { useMemo, useState } from "react";
import type { Comparison } from "./diff/use-comparison.ts";
import { useDiffs, type Diffs } from "./diff/use-diffs.ts";
import { wasSeen, type KeptFile } from "./reading.ts";
import { comparedFile, removedFile, wholeFile, type ProposedFile, type ShownFile } from "./shown-file.ts";

/** The files in the order of the card: what changed, what is as before, what is gone. */
export interface ShownFiles {
  readonly files: readonly ShownFile[];
  /** The comparison broke off, and files are shown whole. */
  readonly failed: boolean;
}

export interface ShownFilesInput extends Pick<Comparison, "base" | "files"> {
  /** What this person read of the line's revisions until now; keeps its identity. */
  readonly kept?: readonly KeptFile[];
}

const NOTHING_KEPT: readonly KeptFile[] = [];

/** A proposal's files as they are shown by a comparison; each keeps its identity until it is shown otherwise. */
export function useShownFiles({ base, files, kept = NOTHING_KEPT }: ShownFilesInput): ShownFiles {
  const removed = useMemo(
    () => base?.files.filter(({ path }) => !files.some((file) => file.path === path)) ?? [],
    [base, files],
  );
  const texts = useMemo(() => {
    if (base === undefined) return [];
    const olds = new Map(base.files.map(({ path, text }) => [path, text]));
    return [
      ...files
        .filter(({ change }) => change === "added" || change === "changed")
        .map(({ path, text }) => ({ path, old: olds.get(path) ?? "", new: text })),
      ...removed.map(({ path, text }) => ({ path, old: text, new: "" })),
    ];
  }, [base, files, removed]);
  const diffs = useDiffs(texts);
  const [remembered] = useState(() => new Map<string, Remembered>());
  return useMemo(() => {
    const olds = new Map(base?.files.map((file) => [file.path, file]));
    const shown = files.map((file) => {
      const { change = "same" } = file;
      if (base === undefined) return remember(remembered, file, "whole", () => wholeFile(file, "whole"));
      if (change === "same") return remember(remembered, file, "same", () => wholeFile(file, "same"));
      const old = olds.get(file.path);
      // Nobody let the previous revision in: what of it was never on screen is not folded away here either.
      const folds = base.kind === "approved" || (old !== undefined && wasSeen(kept, old));
      const made = { ...madeOf(diffs, file.path), folds };
      const as = `${base.proposal_id} ${made.moves.length} ${made.diff !== undefined} ${diffs.failed}`;
      return remember(remembered, file, as, () =>
        made.diff === undefined && diffs.failed ? wholeFile(file, "whole") : comparedFile(file, old, made),
      );
    });
    const gone = removed.map((file) => {
      const { moves } = madeOf(diffs, file.path);
      return remember(remembered, file, `${moves.length}`, () => removedFile(file.path, file, moves));
    });
    return {
      files: [
        ...shown.filter(({ state }) => state !== "same"),
        ...shown.filter(({ state }) => state === "same"),
        ...gone,
      ],
      failed: diffs.failed,
    };
  }, [base, files, kept, removed, diffs, remembered]);
}

interface Remembered {
  readonly of: object;
  readonly as: string;
  readonly file: ShownFile;
}

/** The same as before where nothing about it changed, so that it is not drawn again. */
function remember(
  all: Map<string, Remembered>,
  of: Pick<ProposedFile, "path">,
  as: string,
  make: () => ShownFile,
): ShownFile {
  const was = all.get(of.path);
  if (was?.of === of && was.as === as) return was.file;
  const file = make();
  all.set(of.path, { of, as, file });
  return file;
}

function madeOf({ byPath, moves }: Diffs, path: string): Omit<Parameters<typeof comparedFile>[2], "folds"> {
  return {
    diff: byPath.get(path),
    moves: moves.filter(({ from, to }) => from.path === path || to.path === path),
  };
}
