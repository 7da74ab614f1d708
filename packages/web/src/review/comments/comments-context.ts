import { createContext, useContext } from "react";
import type { Proposal } from "../../data/index.ts";
import type { LineHit } from "../line-hit.ts";
import type { Draft, DraftPlace, Words } from "./drafts.ts";
import type { Sheet } from "./sheets.ts";
import type { PlacedThread } from "./threads.ts";

/** What is said about a proposal, and what a person may do about it. */
export interface Comments {
  readonly shown: Proposal;
  readonly threads: readonly PlacedThread[];
  readonly drafts: readonly Draft[];
  /** What was written about other revisions and not sent. */
  readonly earlier: readonly Sheet[];
  /** Comments can be written, since they can be sent. */
  readonly mayWrite: boolean;
  /** Threads can be answered, resolved and opened again. */
  readonly mayAnswer: boolean;
  /** The draft that takes the focus: it was begun, or its editing ended. */
  readonly asked: { readonly id: number } | undefined;
  readonly begin: (place?: DraftPlace) => void;
  readonly edit: (id: number) => void;
  readonly write: (id: number, words: Words) => void;
  readonly save: (id: number) => void;
  readonly cancel: (id: number) => void;
  /** Deletes a draft, with a way to take that back. */
  readonly remove: (draft: Draft) => void;
  readonly takeEarlier: () => void;
  readonly dropEarlier: () => void;
  /** Replies that are being written, by comment. */
  readonly replies: ReadonlyMap<string, string>;
  /** undefined ends the writing. */
  readonly writeReply: (commentId: string, body: string | undefined) => void;
  readonly goTo: (place: LineHit) => void;
}

export const CommentsContext = createContext<Comments | undefined>(undefined);

/** The comments of the card around the calling component. @throws Error outside of one. */
export function useCommentsHere(): Comments {
  const comments = useContext(CommentsContext);
  if (comments === undefined) throw new Error("There is no card around this.");
  return comments;
}
