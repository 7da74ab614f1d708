import { utf8Bytes } from "@anteroom/app-format";
import {
  type ApprovingBrowser,
  confirmedApproval,
  hasPasskey,
  noteConfirmedApproval,
  takeEvidence,
} from "../accounts/index.ts";
import { audit, type AuditEntry } from "../audit/index.ts";
import { appendEvent } from "../events/index.ts";
import { Refusal } from "../kernel/errors.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { filesOfSource, findSource } from "../rooms/index.ts";
import { actorOf, type Reached } from "../workspaces/index.ts";
import { type FilesSeen, receiptFor, type SignedReceipt } from "./approval.ts";
import { keepComments } from "./comment-writes.ts";
import { commentForAgent, type PlacedComment } from "./comments.ts";
import type { Confirmation } from "./confirmation.ts";
import { letIn, type Place, placeFor } from "./let-in.ts";
import { mayApprove } from "./policy.ts";
import { reachToDecide } from "./reach.ts";
import { notAsSeen, refuseUnlessAsSeen, type Seen, type Way } from "./seen.ts";
import { findApprovalPolicy } from "./store.ts";
import type { DecisionRow, ProposalRow } from "./tables.ts";
import { changeState } from "./writes.ts";

interface Approval {
  readonly state: "approved";
  readonly way: Way;
  readonly files_seen: FilesSeen;
  readonly browser: ApprovingBrowser;
  readonly confirmation?: Confirmation;
  readonly receipt: SignedReceipt;
}

interface Asking {
  readonly state: "changes_requested";
  readonly files_seen: FilesSeen;
  readonly comments: readonly PlacedComment[];
}

interface Declining {
  readonly state: "declined";
  readonly reason?: string;
}

export interface DecideArgs {
  readonly seen: Seen;
  readonly principal: PersonPrincipal;
  readonly verdict: Approval | Asking | Declining;
  /** The runtime that the server would run the app on now. */
  readonly runtime: string;
}

export interface Decided {
  readonly room_id: string;
  /** The app that was made or updated, or else the id that the proposal reserved. */
  readonly instance_id: string;
  /** Until when the browser keeps the secret of a confirmation; absent where there was none. */
  readonly kept_until?: string;
  /** Of the comments that ask for changes. */
  readonly comment_ids?: readonly string[];
}

/**
 * The one function that decides a proposal, for every face: by the Room's owner, as a person, once, on what
 * the person saw. Approving makes or updates the app in the same transaction.
 * Throws `not_found` for who may not decide, `conflict_state` for a second decision or a stale card.
 */
export const decideWrite = defineWrite("proposals.decide", async (tx, args: DecideArgs): Promise<Decided> => {
  const { principal, verdict } = args;
  const { row: proposal, room } = await reachToDecide(tx.db, principal, args.seen.proposal_id);
  refuseUnlessAsSeen(proposal, args.seen, args.runtime);
  const matter = { ...args, proposal, room, actor: await actorOf(tx, principal.person_id) };
  switch (verdict.state) {
    case "approved":
      return await approve(tx, matter, verdict);
    case "changes_requested":
      return await askForChanges(tx, matter, verdict);
    case "declined":
      return await decline(tx, matter, verdict);
  }
});

/** What is decided, and by whom. */
interface Matter extends DecideArgs {
  readonly proposal: ProposalRow;
  readonly room: Reached;
  readonly actor: AuditEntry["actor"];
}

async function approve(tx: WriteTx, matter: Matter, verdict: Approval): Promise<Decided> {
  const { proposal, actor, runtime } = matter;
  const { way, files_seen, receipt } = verdict;
  const policy = await findApprovalPolicy(tx.db, proposal.workspace_id);
  if (!mayApprove(proposal, matter.principal, policy)) throw notOneself();
  const place = await placeFor(tx, proposal, way);
  await refuseUnlessAllRead(tx, proposal, files_seen);
  refuseOtherReceipt(matter, verdict);
  const { how, kept_until } = await takeConfirmation(tx, verdict, policy.confirm_minutes);
  const marked = files_seen.filter((file) => file.how === "marked").length;
  await keepDecision(tx, matter, {
    decision: {
      files_seen: JSON.stringify(files_seen),
      assertion: verdict.confirmation?.assertion ?? null,
      decided_at: receipt.at,
      instance_id: place.instance_id,
      receipt: receipt.text,
      signature: receipt.signature,
    },
    action: way.as === "create" ? "app.approved" : "app.updated",
    detail: `${how}, ${marked} of ${files_seen.length} files marked as read by hand`,
    place,
    ...(way.as === "update" && { data: { updates: place.instance_id } }),
  });
  await letIn(tx, { proposal, as: way.as, place, actor, runtime });
  const { instance_id } = place;
  return { room_id: proposal.room_id, instance_id, ...(kept_until !== undefined && { kept_until }) };
}

/** Bytes of JSON up to which an event carries the comments; who gets none reads them by read_proposal. */
const EVENT_COMMENTS_BYTES = 8 * 1024;

async function askForChanges(tx: WriteTx, matter: Matter, verdict: Asking): Promise<Decided> {
  const { proposal, actor } = matter;
  const rows = await keepComments(tx, proposal, { comments: verdict.comments, by: actor });
  const comments = rows.map((row) => commentForAgent({ ...row, replies: [] }));
  const fit = utf8Bytes(JSON.stringify(comments)) <= EVENT_COMMENTS_BYTES;
  const count = rows.length;
  await keepDecision(tx, matter, {
    decision: { files_seen: JSON.stringify(verdict.files_seen) },
    action: "app.changes_requested",
    detail: count === 1 ? "1 comment" : `${count} comments`,
    data: {
      comments_count: count,
      ...(fit ? { comments } : { hint: "Call read_proposal for the comments." }),
    },
  });
  const { room_id, instance_id } = proposal;
  return { room_id, instance_id, comment_ids: rows.map((row) => row.comment_id) };
}

async function decline(tx: WriteTx, matter: Matter, verdict: Declining): Promise<Decided> {
  const { room_id, instance_id } = matter.proposal;
  const reason = verdict.reason ?? null;
  await keepDecision(tx, matter, { decision: { reason }, action: "app.declined" });
  return { room_id, instance_id };
}

/**
 * Who has a passkey approves by it: by an answer that was checked and is used up here, or because one was given in
 * this browser within the minutes that the workspace allows. Returns in words how the approval was confirmed, and
 * until when the browser keeps its secret.
 */
async function takeConfirmation(
  tx: WriteTx,
  { browser, confirmation }: Approval,
  minutes: number,
): Promise<{ how: string; kept_until?: string | undefined }> {
  if (confirmation) {
    await takeEvidence(tx, browser.person_id, confirmation.evidence);
    const kept_until = await noteConfirmedApproval(tx, browser, confirmation.confirmation_hash);
    return { how: "confirmed by passkey", kept_until };
  }
  if (!(await hasPasskey(tx.db, browser.person_id))) return { how: "no passkey" };
  if (await confirmedApproval(tx.db, browser, { minutes, now: tx.now })) {
    return { how: "confirmed by passkey some minutes before" };
  }
  throw new Refusal({
    code: "forbidden",
    message: "This approval needs your passkey. Nothing was decided.",
    where: "credential",
    hint: "Approve again, and answer with your passkey.",
  });
}

/** Approve needs every file read, whoever asks: the page withholds the button, and this does not trust it. */
export async function refuseUnlessAllRead(
  tx: WriteTx,
  proposal: ProposalRow,
  files_seen: FilesSeen,
): Promise<void> {
  const source = await findSource(tx.db, proposal.workspace_id, proposal.digest);
  const files = filesOfSource(source?.files, proposal.digest);
  if (!files) throw notAsProposed();
  const read = new Set(files_seen.map((file) => file.path));
  const all = Array.from(files.keys()).every((path) => read.has(path));
  // The receipt names what was read: each file, once, and nothing that is none.
  if (all && files_seen.length === files.size) return;
  throw new Refusal({
    code: "conflict_state",
    message: all
      ? "What was read is not the files of this proposal, each once. Nothing was decided."
      : "Not every file was read. Nothing was decided.",
    where: "files_seen",
    hint: "See each file to its end, or mark it as read.",
  });
}

/** What was signed must be what is written. */
function refuseOtherReceipt({ proposal, runtime, actor }: Matter, verdict: Approval): void {
  const { way, files_seen, receipt, confirmation } = verdict;
  const text = receiptFor({
    proposal,
    way,
    runtime,
    files_seen,
    assertion: confirmation?.assertion,
    person: { person_id: actor.id, name: actor.name },
    at: receipt.at,
  });
  if (text !== receipt.text) throw notAsSeen("receipt");
}

/** The answer where the stored code is not what its digest stands for. */
export function notAsProposed(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "The stored code is not the code that was proposed, so nothing can be decided on it.",
    hint: "Ask the agent to propose it again.",
  });
}

function notOneself(): Refusal {
  return new Refusal({
    code: "forbidden",
    message: "This workspace lets nobody approve what their own agents proposed. Nothing was decided.",
    where: "proposal_id",
    hint: "Hand the Room over to who should decide, or ask for changes, or decline.",
  });
}

interface Kept {
  /** What this kind of decision has besides what every decision has. */
  readonly decision: Partial<DecisionRow>;
  readonly action: AuditEntry["action"];
  readonly detail?: string;
  /** Where an approval lets the code in. */
  readonly place?: Place;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Keeps the decision, tells the proposer and who decides, and the audit log. */
async function keepDecision(tx: WriteTx, matter: Matter, kept: Kept): Promise<void> {
  const { verdict, principal, proposal, actor, room, runtime } = matter;
  const { workspace_id, proposal_id, instance_id, digest, person_id } = proposal;
  const { state } = verdict;
  await changeState(tx, proposal, { state, line_id: kept.place?.line_id ?? proposal.line_id });
  const none = { reason: null, assertion: null, instance_id: null, receipt: null, signature: null };
  await tx.db
    .insertInto("decisions")
    .values({
      ...none,
      workspace_id,
      proposal_id,
      state,
      person_id: principal.person_id,
      person_name: actor.name,
      decided_at: tx.now,
      digest,
      runtime,
      files_seen: "[]",
      own: person_id === principal.person_id ? 1 : 0,
      ...kept.decision,
    })
    .execute();
  await audit(tx, {
    workspace_id,
    actor,
    action: kept.action,
    subject: proposal.name,
    detail: `${room.name} (${[`digest ${digest.slice(0, 12)}`, kept.detail].filter(Boolean).join(", ")})`,
  });
  await appendEvent(tx, {
    workspace_id,
    resource_id: proposal.room_id,
    actor: { ...actor, kind: "person" },
    private_to: person_id,
    type: `proposal.${state}`,
    data: { proposal_id, instance_id, ...kept.data },
  });
}
