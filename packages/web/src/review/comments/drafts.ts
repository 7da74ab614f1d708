/** The lines of a file that a comment is about, from 1, both ends included. */
export interface DraftPlace {
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  /** The lines as they stood there, joined by `\n`. */
  readonly quote: string;
}

export interface Words {
  readonly body: string;
  /** What the person would have in the place of the lines; absent: none is suggested. */
  readonly suggestion?: string | undefined;
}

/** A comment that was not sent. */
export interface Draft {
  /** Unique among the drafts of one sheet. */
  readonly id: number;
  /** Absent: it is about the whole proposal. */
  readonly place?: DraftPlace;
  /** As it was saved last; absent until it was saved once. */
  readonly saved?: Words;
  /** What is being written and was not saved. */
  readonly writing?: Words;
}

export type DraftAction =
  /** Begins a comment, or goes on with the one that was begun at that very place and never saved. */
  | { readonly type: "begin"; readonly place?: DraftPlace }
  | { readonly type: "edit"; readonly id: number }
  | { readonly type: "write"; readonly id: number; readonly words: Words }
  | { readonly type: "save"; readonly id: number }
  /** Takes what is being written back; one that was never saved goes. */
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "delete"; readonly id: number }
  /** Puts drafts in: a deleted one, or those of an earlier revision; an id that is taken gives way. */
  | { readonly type: "add"; readonly drafts: readonly Draft[] }
  /** Saves everything that is being written and says something. */
  | { readonly type: "save-all" }
  | { readonly type: "clear" };

/** The drafts after an action; the same object when nothing changed. */
export function draftsReducer(drafts: readonly Draft[], action: DraftAction): readonly Draft[] {
  switch (action.type) {
    case "begin":
      return drafts.some((draft) => draft.saved === undefined && isAt(draft, action.place))
        ? drafts
        : [...drafts, { id: nextId(drafts), ...(action.place && { place: action.place }), writing: EMPTY }];
    case "add":
      return action.drafts.reduce<readonly Draft[]>((all, draft) => [...all, withFreeId(all, draft)], drafts);
    case "save-all":
      return drafts.some(({ writing }) => writing !== undefined) ? drafts.map(savedOf) : drafts;
    case "clear":
      return drafts.length === 0 ? drafts : [];
    default: {
      const at = drafts.findIndex(({ id }) => id === action.id);
      const draft = drafts[at];
      if (draft === undefined) return drafts;
      const next = changed(draft, action);
      if (next === undefined) return drafts.toSpliced(at, 1);
      return next === draft ? drafts : drafts.with(at, next);
    }
  }
}

const EMPTY: Words = { body: "" };

type OneDraftAction = Extract<DraftAction, { readonly id: number }>;

/** One draft after an action; undefined where it is gone. */
function changed(draft: Draft, action: OneDraftAction): Draft | undefined {
  const { writing, ...kept } = draft;
  switch (action.type) {
    case "edit":
      return writing ? draft : { ...kept, writing: draft.saved ?? EMPTY };
    case "write":
      return { ...kept, writing: action.words };
    case "save":
      return savedOf(draft);
    case "cancel":
      return draft.saved ? kept : undefined;
    case "delete":
      return undefined;
  }
}

function savedOf(draft: Draft): Draft {
  const { writing, ...kept } = draft;
  if (writing === undefined || isBlank(writing)) return draft;
  const { body, suggestion } = writing;
  // Lines in the place of the same lines suggest nothing.
  const suggests = suggestion !== undefined && suggestion !== draft.place?.quote;
  return { ...kept, saved: suggests ? { body, suggestion } : { body } };
}

/** Whether a comment says nothing yet: a suggestion alone needs a word of why. */
export function isBlank({ body }: Words): boolean {
  return body.trim() === "";
}

/** The drafts that say something, in the order in which they were begun. */
export function savedDrafts(drafts: readonly Draft[]): readonly (Draft & { readonly saved: Words })[] {
  return drafts.filter((draft) => draft.saved !== undefined) as (Draft & { readonly saved: Words })[];
}

function isAt(draft: Draft, place: DraftPlace | undefined): boolean {
  return (
    draft.place?.file === place?.file &&
    draft.place?.line === place?.line &&
    draft.place?.end_line === place?.end_line
  );
}

function withFreeId(drafts: readonly Draft[], draft: Draft): Draft {
  return drafts.some(({ id }) => id === draft.id) ? { ...draft, id: nextId(drafts) } : draft;
}

/** The id of the draft that `begin` leads to at a place. */
export function nextDraftId(drafts: readonly Draft[], place?: DraftPlace): number {
  const begun = drafts.find((draft) => draft.saved === undefined && isAt(draft, place));
  return begun?.id ?? nextId(drafts);
}

function nextId(drafts: readonly Draft[]): number {
  return drafts.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}
