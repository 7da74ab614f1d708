import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { CommentReplyRow, CommentRow } from "./tables.ts";

type Db = Kysely<Schema>;

/** The comments of one revision, or of all revisions of a line. */
export type CommentScope =
  | { readonly workspace_id: string; readonly proposal_id: string }
  | { readonly workspace_id: string; readonly line_id: string };

/** A comment, the number of the revision it was made on, and what was replied, the oldest first. */
export interface Thread extends CommentRow {
  readonly revision: number;
  readonly replies: readonly CommentReplyRow[];
}

/** In the order of revisions, and within each in the order in which they were written. */
export async function listThreads(db: Db, scope: CommentScope): Promise<Thread[]> {
  const comments = await inScope(db, scope)
    .innerJoin("proposals as p", (join) =>
      join.onRef("p.workspace_id", "=", "c.workspace_id").onRef("p.proposal_id", "=", "c.proposal_id"),
    )
    .selectAll("c")
    .select("p.revision")
    .orderBy("p.revision")
    .orderBy("c.created_at")
    .orderBy("c.position")
    .execute();
  if (comments.length === 0) return [];
  const replies = Map.groupBy(await listReplies(db, scope), ({ comment_id }) => comment_id);
  return comments.map((comment) => ({ ...comment, replies: replies.get(comment.comment_id) ?? [] }));
}

/** What was replied to comments, the oldest first. */
export async function listReplies(db: Db, scope: CommentScope): Promise<CommentReplyRow[]> {
  return await inScope(db, scope)
    .innerJoin("comment_replies as r", (join) =>
      join.onRef("r.workspace_id", "=", "c.workspace_id").onRef("r.comment_id", "=", "c.comment_id"),
    )
    .selectAll("r")
    .orderBy("r.position")
    .execute();
}

function inScope(db: Db, scope: CommentScope) {
  const comments = db.selectFrom("comments as c").where("c.workspace_id", "=", scope.workspace_id);
  return "line_id" in scope
    ? comments.where("c.line_id", "=", scope.line_id)
    : comments.where("c.proposal_id", "=", scope.proposal_id);
}

/** A comment on any revision of a line. */
export async function findComment(
  db: Db,
  line: { readonly workspace_id: string; readonly line_id: string },
  comment_id: string,
): Promise<CommentRow | undefined> {
  return await db
    .selectFrom("comments")
    .selectAll()
    .where("workspace_id", "=", line.workspace_id)
    .where("comment_id", "=", comment_id)
    .where("line_id", "=", line.line_id)
    .executeTakeFirst();
}
