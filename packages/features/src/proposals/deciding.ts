import { bind, type PersonContext } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import type { InputOf } from "../kernel/operation.ts";
import { filesOfSource, findSource } from "../rooms/index.ts";
import { findPerson } from "../workspaces/index.ts";
import { type FilesSeen, receiptFor, type SignedReceipt } from "./approval.ts";
import { replyAsPersonWrite, resolveCommentWrite } from "./comment-writes.ts";
import { placeComments } from "./comments.ts";
import {
  approvingBrowser,
  asksForPasskey,
  askToApprove,
  type Confirmation,
  readConfirmation,
} from "./confirmation.ts";
import { type DecideArgs, decideWrite, notAsProposed } from "./decide.ts";
import { reachToDecide } from "./reach.ts";
import * as contract from "./review-contract.ts";
import { refuseUnlessAsSeen, type Seen, seenOf, type Way, wayOf } from "./seen.ts";
import type { ProposalRow } from "./tables.ts";

async function beginApproval(context: PersonContext, input: InputOf<typeof contract.beginApproval>) {
  const { row } = await reachToDecide(context.store.read, context.principal, input.proposal_id);
  const approval = { ...seenOf(input), ...wayOf(input) };
  if (!(await asksForPasskey(context, row.workspace_id))) return {};
  const passkey = await askToApprove(context, approval);
  return { ...(passkey && { passkey }) };
}

async function approve(context: PersonContext, input: InputOf<typeof contract.approveProposal>) {
  const { files_seen, ticket, credential } = input;
  const [seen, way] = [seenOf(input), wayOf(input)];
  const confirmed =
    ticket !== undefined && credential !== undefined
      ? await readConfirmation(context, { ...seen, ...way }, { ticket, credential })
      : undefined;
  const { row } = await reachAsSeen(context, seen);
  // Kept before the decision: an approved app must never lack the runtime it is bound to.
  await context.keepRuntime();
  const confirmation = confirmed && { confirmation: confirmed.confirmation };
  const receipt = await signReceipt(context, row, { way, files_seen, ...confirmation });
  const { room_id, instance_id, kept_until } = await decide(context, seen, {
    state: "approved",
    way,
    files_seen,
    browser: approvingBrowser(context),
    ...confirmation,
    receipt,
  });
  if (confirmed && kept_until !== undefined) context.browser.confirm(confirmed.secret, kept_until);
  return { room_id, instance_id };
}

interface Approved {
  readonly way: Way;
  readonly files_seen: FilesSeen;
  readonly confirmation?: Confirmation;
}

/** Signed before the write, by a key that the writer does not have; the write holds it against what it does. */
async function signReceipt(
  context: PersonContext,
  proposal: ProposalRow,
  { way, files_seen, confirmation }: Approved,
): Promise<SignedReceipt> {
  const { person_id } = context.principal;
  const person = await findPerson(context.store.read, person_id);
  const at = new Date().toISOString();
  const text = receiptFor({
    proposal,
    way,
    runtime: context.runtime.version,
    files_seen,
    assertion: confirmation?.assertion,
    person: { person_id, name: person?.name ?? "" },
    at,
  });
  return { text, signature: context.signReceipt(text).signature, at };
}

async function requestChanges(context: PersonContext, input: InputOf<typeof contract.requestChanges>) {
  const seen = seenOf(input);
  const { row } = await reachAsSeen(context, seen);
  const source = await findSource(context.store.read, row.workspace_id, row.digest);
  const files = filesOfSource(source?.files, row.digest);
  if (!files) throw notAsProposed();
  const { comment_ids = [] } = await decide(context, seen, {
    state: "changes_requested",
    // By path, so that each stands once and none is kept that is no file.
    files_seen: Array.from(files.keys()).flatMap(
      (path) => input.files_seen.find((file) => file.path === path) ?? [],
    ),
    comments: placeComments(files, input.comments),
  });
  return { comment_ids: [...comment_ids] };
}

/** A proposal to decide, if it still is what was seen; the write looks again. */
async function reachAsSeen(context: PersonContext, seen: Seen) {
  const reached = await reachToDecide(context.store.read, context.principal, seen.proposal_id);
  refuseUnlessAsSeen(reached.row, seen, context.runtime.version);
  return reached;
}

async function decide(
  { store, principal, runtime }: PersonContext,
  seen: Seen,
  verdict: DecideArgs["verdict"],
) {
  return await store.write(decideWrite, { seen, principal, verdict, runtime: runtime.version });
}

async function decline(context: PersonContext, seen: Seen, reason = ""): Promise<void> {
  const said = reason.trim();
  await decide(context, seen, { state: "declined", ...(said !== "" && { reason: said }) });
}

/** Each in a write of its own: what changed meanwhile, or is not this person's to decide, is left. */
async function declineAll(context: PersonContext, input: InputOf<typeof contract.declineProposals>) {
  const declined: string[] = [];
  const left: string[] = [];
  const revisions = new Map(input.proposals.map(({ proposal_id, revision }) => [proposal_id, revision]));
  for (const [proposal_id, revision] of revisions) {
    try {
      const { row } = await reachToDecide(context.store.read, context.principal, proposal_id);
      const { name, digest } = row;
      const runtime = context.runtime.version;
      await decline(context, { proposal_id, revision, name, digest, runtime }, input.reason);
      declined.push(proposal_id);
    } catch (error) {
      const code = error instanceof Refusal ? error.body.code : undefined;
      if (code !== "conflict_state" && code !== "not_found") throw error;
      left.push(proposal_id);
    }
  }
  return { declined, left };
}

export const decidingBounds = [
  bind(contract.beginApproval, beginApproval),
  bind(contract.approveProposal, approve),
  bind(contract.declineProposal, async (context, input) => {
    await decline(context, seenOf(input), input.reason);
    return {};
  }),
  bind(contract.declineProposals, declineAll),
  bind(contract.requestChanges, requestChanges),
  bind(contract.replyToComment, async ({ store, principal }, input) => {
    return await store.write(replyAsPersonWrite, { ...input, principal });
  }),
  bind(contract.resolveComment, async ({ store, principal }, input) => {
    return await store.write(resolveCommentWrite, { ...input, principal });
  }),
];
