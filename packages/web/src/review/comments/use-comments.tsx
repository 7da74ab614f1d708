import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { Proposal } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { tell } from "../../parts/index.ts";
import { cutLines } from "../diff/cut-lines.ts";
import type { LineHit } from "../line-hit.ts";
import type { CommentOn, LineNotes } from "../line-notes.ts";
import { carryDrafts, type LinesOf } from "./carry.ts";
import type { Comments } from "./comments-context.ts";
import { nextDraftId, type Draft, type DraftPlace } from "./drafts.ts";
import { LineComments } from "./line-comments.tsx";
import { useOutdatedWords } from "./outdated-words.ts";
import { commentStops, type CommentStop } from "./comment-stops.ts";
import { placeThreads, type PlacedThread } from "./threads.ts";
import { useReplies } from "./use-replies.ts";
import { useSheets, type SheetsOf } from "./use-sheets.ts";

export interface CommentsOf extends Pick<SheetsOf, "note" | "setNote" | "act"> {
  /** For CommentsContext. */
  readonly here: Comments;
  /** What stands beneath lines of the code. */
  readonly notes: LineNotes;
  /** Begins a comment on lines; absent where none can be written. */
  readonly commentOn: CommentOn | undefined;
  /** Where N and P stop. */
  readonly stops: readonly CommentStop[];
}

export interface CommentsInput {
  readonly shown: Proposal;
  readonly now: Proposal;
  readonly personId: string;
  /** It can still be decided here. */
  readonly open: boolean;
  readonly goTo: (place: LineHit) => void;
}

/** Everything that is said about a proposal: drafts of this person, and the threads of its line of revisions. */
export function useComments({ shown, now, personId, open, goTo }: CommentsInput): CommentsOf {
  const { drafts, note, earlier, act, setNote, dropEarlier } = useSheets(shown, personId);
  const linesOf = useLinesOf(shown.files);
  const threads = useMemo(
    () => placeThreads(now.comments, { proposal_id: shown.proposal_id }, linesOf),
    [now.comments, shown.proposal_id, linesOf],
  );
  const drafting = useDrafting(drafts, act);
  const replying = useReplies(now.comments, personId);
  const outdated = useOutdatedWords();
  const { begin } = drafting;
  const mayWrite = open && shown.may_decide;

  const comment: CommentOn = useCallback(
    (file, { line, end_line }) => {
      const quote = (linesOf(file) ?? []).slice(line - 1, end_line).join("\n");
      begin({ file, line, end_line, quote });
    },
    [linesOf, begin],
  );
  const here: Comments = {
    ...drafting,
    ...replying,
    shown,
    threads,
    drafts,
    earlier,
    mayWrite,
    mayAnswer: now.may_decide,
    takeEarlier: () => {
      for (const sheet of earlier) {
        const words = outdated(sheet.revision);
        act({ type: "add", drafts: carryDrafts(sheet, linesOf, words) });
      }
      dropEarlier();
    },
    dropEarlier,
    goTo,
  };
  return {
    here,
    notes: useNotes(threads, drafts),
    commentOn: mayWrite ? comment : undefined,
    stops: commentStops(threads, drafts),
    note,
    setNote,
    act,
  };
}

type Drafting = Pick<Comments, "asked" | "begin" | "edit" | "write" | "save" | "cancel" | "remove">;

function useDrafting(drafts: readonly Draft[], act: SheetsOf["act"]): Drafting {
  const text = useText();
  const [asked, setAsked] = useState<Comments["asked"]>();
  const now = useRef(drafts);
  now.current = drafts;
  const begin = useCallback(
    (place?: DraftPlace) => {
      setAsked({ id: nextDraftId(now.current, place) });
      act({ type: "begin", ...(place && { place }) });
    },
    [act],
  );
  const actOn = (type: "edit" | "save" | "cancel", id: number): void => {
    setAsked({ id });
    act({ type, id });
  };
  return {
    asked,
    begin,
    edit: (id) => actOn("edit", id),
    save: (id) => actOn("save", id),
    cancel: (id) => actOn("cancel", id),
    write: (id, words) => act({ type: "write", id, words }),
    remove: (draft) => {
      act({ type: "delete", id: draft.id });
      tell({
        text: text("comments.deleted"),
        undo: { label: text("comments.undo"), onPress: () => act({ type: "add", drafts: [draft] }) },
      });
    },
  };
}

/** The lines of each file, cut when they are asked for. */
function useLinesOf(files: Proposal["files"]): LinesOf {
  return useMemo(() => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    return (path) => {
      const text = texts.get(path);
      return text === undefined ? undefined : cutLines(text).lines;
    };
  }, [files]);
}

/** Made anew only when a place comes or goes, and for that line only: what stands there reads the rest by itself. */
function useNotes(threads: readonly PlacedThread[], drafts: readonly Draft[]): LineNotes {
  const places = [
    ...threads.flatMap(({ at }) => (at.kind === "lines" ? [[at.file, at.end_line] as const] : [])),
    ...drafts.flatMap(({ place }) => (place ? [[place.file, place.end_line] as const] : [])),
  ];
  const signature = JSON.stringify(places);
  const [made] = useState(() => new Map<string, ReactNode>());
  return useMemo(() => {
    const notes = new Map<string, Map<number, ReactNode>>();
    for (const [path, line] of JSON.parse(signature) as typeof places) {
      const name = `${line} ${path}`;
      const note = made.get(name) ?? <LineComments path={path} line={line} />;
      made.set(name, note);
      notes.set(path, (notes.get(path) ?? new Map<number, ReactNode>()).set(line, note));
    }
    return notes;
  }, [signature, made]);
}
