import { utf8Bytes } from "@anteroom/app-format";
import { appendEvent, type NewEvent } from "../events/index.ts";
import { findReplay, keepKey, type KeyUse } from "../idempotency/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import type { AgentPrincipal, PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { actorOf } from "../workspaces/index.ts";
import { findComment, listReplies } from "./comment-store.ts";
import { type PlacedComment, WORDS_BYTES } from "./comments.ts";
import { reachOwn, reachToDecide } from "./reach.ts";
import type { CommentReplyRow, CommentRow, ProposalRow } from "./tables.ts";
import { agentName } from "./writes.ts";

/** Replies that each side may make to one comment: neither can fill the place of the other. */
const MOST_REPLIES = 50;

interface Author {
  readonly id: string;
  readonly name: string;
}

/** Keeps what a person asks for, in its order. Called only by the one function that decides a proposal. */
export async function keepComments(
  tx: WriteTx,
  proposal: ProposalRow,
  { comments, by }: { comments: readonly PlacedComment[]; by: Author },
): Promise<CommentRow[]> {
  const { workspace_id, proposal_id, line_id } = proposal;
  const rows = comments.map((comment, index) => ({
    ...comment,
    workspace_id,
    comment_id: newId("comment"),
    proposal_id,
    line_id,
    position: index + 1,
    person_id: by.id,
    person_name: by.name,
    created_at: tx.now,
    resolved_at: null,
    resolved_by: null,
  }));
  for (const row of rows) await tx.db.insertInto("comments").values(row).execute();
  return rows;
}

interface OnComment {
  readonly proposal_id: string;
  readonly comment_id: string;
}

export interface AgentReplyArgs extends OnComment {
  readonly principal: AgentPrincipal;
  readonly body: string;
  readonly key: KeyUse;
}

/**
 * An agent's answer to a comment on a proposal of its person, or the one that the same call made before.
 * Throws `not_found` for any other comment, `conflict_state` where too much was answered already.
 */
export const replyAsAgentWrite = defineWrite(
  "proposals.reply_as_agent",
  async (tx, args: AgentReplyArgs): Promise<{ reply_id: string; replayed: boolean }> => {
    const { principal, body, key } = args;
    const proposal = await reachOwn(tx.db, principal, args.proposal_id);
    const made = await findReplay(tx.db, key);
    if (made !== undefined) return { reply_id: made, replayed: true };
    const comment = await commentOf(tx, proposal, args.comment_id);
    const actor = { kind: "agent", id: principal.connection_id, name: agentName(principal) } as const;
    const reply_id = await addReply(tx, comment, { actor, body });
    await tellOfComment(tx, { proposal, comment, actor, type: "comment.replied" });
    await keepKey(tx, key, reply_id);
    return { reply_id, replayed: false };
  },
);

export interface PersonReplyArgs extends OnComment {
  readonly principal: PersonPrincipal;
  readonly body: string;
}

/** The same by who may decide; the words reach the proposer's agents as data. */
export const replyAsPersonWrite = defineWrite(
  "proposals.reply_as_person",
  async (tx, { principal, body, ...on }: PersonReplyArgs): Promise<{ reply_id: string }> => {
    const { row: proposal } = await reachToDecide(tx.db, principal, on.proposal_id);
    const comment = await commentOf(tx, proposal, on.comment_id);
    const actor = { ...(await actorOf(tx, principal.person_id)), kind: "person" } as const;
    const reply_id = await addReply(tx, comment, { actor, body });
    await tellOfComment(tx, { proposal, comment, actor, type: "comment.replied", body });
    return { reply_id };
  },
);

export interface ResolveArgs extends OnComment {
  readonly principal: PersonPrincipal;
  readonly resolved: boolean;
}

/** Marks a comment as resolved, or opens it again; one that is so already stays as it is. */
export const resolveCommentWrite = defineWrite(
  "proposals.resolve_comment",
  async (tx, { principal, resolved, ...on }: ResolveArgs): Promise<object> => {
    const { row: proposal } = await reachToDecide(tx.db, principal, on.proposal_id);
    const comment = await commentOf(tx, proposal, on.comment_id);
    if ((comment.resolved_at !== null) === resolved) return {};
    const actor = { ...(await actorOf(tx, principal.person_id)), kind: "person" } as const;
    await tx.db
      .updateTable("comments")
      .set({ resolved_at: resolved ? tx.now : null, resolved_by: resolved ? actor.name : null })
      .where("workspace_id", "=", comment.workspace_id)
      .where("comment_id", "=", comment.comment_id)
      .execute();
    const type = resolved ? "comment.resolved" : "comment.reopened";
    await tellOfComment(tx, { proposal, comment, actor, type });
    return {};
  },
);

/** A comment on this proposal or on another revision of its line. */
async function commentOf(tx: WriteTx, proposal: ProposalRow, comment_id: string): Promise<CommentRow> {
  const comment = await findComment(tx.db, proposal, comment_id);
  if (!comment) throw notFound("comment");
  return comment;
}

interface NewReply {
  readonly actor: Author & { readonly kind: CommentReplyRow["actor_kind"] };
  readonly body: string;
}

async function addReply(tx: WriteTx, comment: CommentRow, { actor, body }: NewReply): Promise<string> {
  const { workspace_id, comment_id, proposal_id } = comment;
  if (body.trim() === "") {
    throw new Refusal({ code: "invalid_arguments", message: "A reply says something.", where: "body" });
  }
  const replies = await listReplies(tx.db, { workspace_id, proposal_id });
  const here = replies.filter((reply) => reply.comment_id === comment_id);
  const theirs = replies.filter((reply) => reply.actor_kind === actor.kind);
  const bytes = theirs.reduce((sum, reply) => sum + utf8Bytes(reply.body), utf8Bytes(body));
  const count = theirs.filter((reply) => reply.comment_id === comment_id).length;
  if (bytes > WORDS_BYTES || count >= MOST_REPLIES) throw tooMuchReplied();
  const reply_id = newId("reply");
  await tx.db
    .insertInto("comment_replies")
    .values({
      workspace_id,
      comment_id,
      reply_id,
      position: here.length + 1,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      body,
      created_at: tx.now,
    })
    .execute();
  return reply_id;
}

interface OfComment {
  readonly proposal: ProposalRow;
  readonly comment: CommentRow;
  readonly actor: NewEvent["actor"];
  readonly type: Extract<NewEvent["type"], `comment.${string}`>;
  /** What a person said. */
  readonly body?: string;
}

/** Tells the proposer's agents, and who may decide. */
async function tellOfComment(tx: WriteTx, { proposal, comment, actor, type, body }: OfComment) {
  const { comment_id, proposal_id } = comment;
  await appendEvent(tx, {
    workspace_id: comment.workspace_id,
    resource_id: proposal.room_id,
    actor,
    private_to: proposal.person_id,
    type,
    data: { proposal_id, comment_id, ...(body !== undefined && { body }) },
  });
}

function tooMuchReplied(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: `At most ${MOST_REPLIES} replies to a comment, and ${WORDS_BYTES} bytes of them to one revision, are kept.`,
    where: "body",
    hint: "Say the rest by the next revision, or by comments on it.",
  });
}
