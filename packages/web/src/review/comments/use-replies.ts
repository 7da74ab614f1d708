import { useState } from "react";
import { keepReply, keptReply } from "../kept.ts";
import { browserShelf } from "../shelf.ts";
import type { Comments } from "./comments-context.ts";
import type { Thread } from "./threads.ts";

/** The answers that a person is writing, each kept in this browser until it is sent or given up. */
export function useReplies(
  threads: readonly Thread[],
  personId: string,
): Pick<Comments, "replies" | "writeReply"> {
  const [replies, setReplies] = useState<ReadonlyMap<string, string>>(() => {
    const kept = threads.map(({ comment_id: commentId }): [string, string] => [
      commentId,
      keptReply(browserShelf, { personId, commentId }),
    ]);
    return new Map(kept.filter(([, reply]) => reply !== ""));
  });
  return {
    replies,
    writeReply: (commentId, body) => {
      keepReply(browserShelf, { personId, commentId }, body ?? "");
      setReplies((all) => {
        const next = new Map(all);
        if (body === undefined) next.delete(commentId);
        else next.set(commentId, body);
        return next;
      });
    },
  };
}
