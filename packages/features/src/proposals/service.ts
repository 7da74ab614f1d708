import { digestOf, LIMITS, manifestOf, normaliseName, readFiles } from "@anteroom/app-format";
import { lastSequence } from "../events/index.ts";
import { findReplay } from "../idempotency/index.ts";
import { type AgentContext, bind, type CheckedSource } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { publishedLimits } from "../kernel/limits.ts";
import type { InputOf, OutputOf } from "../kernel/operation.ts";
import { Waiting } from "../kernel/waiting.ts";
import { type AppRow, countApps, findApp, findAppOfLine, reachRoom } from "../rooms/index.ts";
import { tidyName } from "../workspaces/index.ts";
import { ADVICE, AGAIN, proposalAnswer } from "./answers.ts";
import * as contract from "./contract.ts";
import { listThreads } from "./comment-store.ts";
import { replyAsAgentWrite } from "./comment-writes.ts";
import { commentForAgent } from "./comments.ts";
import { scanCompiling } from "./compiling.ts";
import { mayReadOwn } from "./policy.ts";
import { reachOwn } from "./reach.ts";
import { listRequests } from "./request-store.ts";
import * as store from "./store.ts";
import { spendSource } from "./source-budget.ts";
import type { AppRequestRow, DecisionRow, ProposalRow } from "./tables.ts";
import { proposeWrite, withdrawWrite } from "./writes.ts";

async function propose(context: AgentContext, input: InputOf<typeof contract.proposeRoomSnippetApp>) {
  const { principal, store: db, sha256 } = context;
  const room = await reachRoom(db.read, principal, input.room_id);
  const name = tidyName(input.name, "name");
  const read = readFiles(input.files);
  if (!read.ok) throw new Refusal(read.problem);
  const manifest = manifestOf(read.files, sha256);
  const digest = digestOf(manifest, sha256);
  const key = {
    workspace_id: room.workspace_id,
    connection_id: principal.connection_id,
    tool: contract.proposeRoomSnippetApp.name,
    key: input.idempotency_key,
    content: sha256(JSON.stringify([input.room_id, input.name, digest])),
  };
  // What was accepted once compiles; a retry need not prove it again.
  const bytes = manifest.reduce((sum, file) => sum + file.bytes, 0);
  let scan: CheckedSource["scan"];
  if ((await findReplay(db.read, key)) === undefined) {
    scan = await scanCompiling(context, read.files, {
      caller: principal.connection_id,
      hint: "Mend the file and propose again; this key was not used up.",
    });
    spendSource(db, principal.connection_id, bytes);
  }
  const proposed = await db.write(proposeWrite, {
    principal,
    room_id: input.room_id,
    name,
    name_key: normaliseName(name),
    digest,
    files_count: manifest.length,
    bytes,
    files: JSON.stringify(Object.fromEntries(read.files)),
    scan: scan ?? null,
    key,
    runtime: context.runtime.version,
    pending_limit: context.pendingLimit,
  });
  const row = await store.findProposal(db.read, room.workspace_id, proposed.proposal_id);
  if (!row) throw notFound("proposal");
  const updated = row.state === "approved" && (await findUpdated(context, row)) !== undefined;
  const answer = proposalAnswer(context, row, { owner_id: room.owner_id, updated });
  // Where changes were asked for, the same again is no answer: the next step tells what is one.
  const over = row.state !== "pending" && row.state !== "changes_requested";
  return {
    ...answer,
    ...(proposed.replayed && over && { next_step: answer.next_step + AGAIN }),
    ...(manifest.length > LIMITS.advise_repository_over_files && { advice: ADVICE }),
    replayed: proposed.replayed,
  };
}

async function readRoom(context: AgentContext, room_id: string) {
  const { principal, store: db } = context;
  const room = await reachRoom(db.read, principal, room_id);
  const key = { workspace_id: room.workspace_id, room_id };
  const [apps_count, your_pending, last_sequence] = await Promise.all([
    countApps(db.read, key),
    store.listPending(db.read, key, principal.person_id),
    lastSequence(db.read, room.workspace_id, room_id),
  ]);
  return {
    room_id,
    name: room.name,
    project_id: room.project_id,
    owner: { name: room.owner_name },
    apps_count,
    your_pending,
    last_sequence,
    limits: publishedLimits(context),
    runtime: context.runtime,
  };
}

const LAUNCHER = {
  pending: "pending_review",
  approved: "available",
  declined: "declined",
  changes_requested: "changes_requested",
  superseded: "superseded",
  withdrawn: "withdrawn",
} as const;

async function readAppStatus(context: AgentContext, input: InputOf<typeof contract.readRoomAppStatus>) {
  const { principal, store: db } = context;
  const room = { ...(await reachRoom(db.read, principal, input.room_id)), room_id: input.room_id };
  const app = await findApp(db.read, room, input.instance_id);
  if (app) return appStatus(app);
  const proposal = await store.findByInstance(db.read, room, input.instance_id);
  const updated = proposal && (await findUpdated(context, proposal));
  if (updated) return appStatus(updated);
  if (!proposal || !mayReadOwn(proposal, principal)) throw notFound("app");
  const { instance_id, name, revision, state } = proposal;
  return { instance_id, name, launcher: { state: LAUNCHER[state] }, version: revision };
}

/** The app that a proposal's approval changed: what such a proposal reserved leads to it. */
async function findUpdated({ store: db }: AgentContext, row: ProposalRow): Promise<AppRow | undefined> {
  const decision = await store.findDecision(db.read, row.workspace_id, row.proposal_id);
  const changed = decision?.instance_id ?? row.instance_id;
  return changed === row.instance_id ? undefined : await findApp(db.read, row, changed);
}

function appStatus({ instance_id, name, revision, removed_at }: AppRow) {
  const state = removed_at === null ? ("available" as const) : ("removed" as const);
  return { instance_id, name, launcher: { state }, version: revision };
}

/** A proposal with its decision, as its proposer reads it. */
export async function describeOwn(
  context: AgentContext,
  row: ProposalRow,
): Promise<OutputOf<typeof contract.readProposal>> {
  const db = context.store.read;
  const decision = await store.findDecision(db, row.workspace_id, row.proposal_id);
  const room = await reachRoom(db, context.principal, row.room_id);
  const updated = await findUpdated(context, row);
  const app = row.state === "pending" ? await findAppOfLine(db, row) : updated;
  const requests = row.state === "approved" ? await listRequests(db, row) : [];
  const asked = requests.length > 0;
  return {
    ...proposalAnswer(context, row, { owner_id: room.owner_id, updated: updated !== undefined, asked }),
    ...(asked && { requests: requests.map(requestAnswer) }),
    ...(app && { updates: { instance_id: app.instance_id, name: app.name } }),
    ...(decision && { decision: await decisionAnswer(context, decision) }),
  };
}

function requestAnswer({ request_id, kind, body, person_name: name, created_at: at }: AppRequestRow) {
  return { request_id, kind, body, by: { name }, at, untrusted: true as const };
}

async function decisionAnswer({ store: { read } }: AgentContext, decision: DecisionRow) {
  const { workspace_id, proposal_id, state, decided_at: at, person_name: name, reason } = decision;
  const threads = state === "changes_requested" ? await listThreads(read, { workspace_id, proposal_id }) : [];
  return {
    state,
    at,
    by: { name },
    ...(reason !== null && { reason }),
    ...(threads.length > 0 && { comments: threads.map(commentForAgent) }),
    ...((reason !== null || threads.length > 0) && { untrusted: true as const }),
  };
}

async function readProposal(context: AgentContext, input: InputOf<typeof contract.readProposal>) {
  const { proposal_id } = input;
  const { principal, store: db } = context;
  const { room_id } = await reachOwn(db.read, principal, proposal_id);
  return new Waiting<OutputOf<typeof contract.readProposal>>({
    seconds: input.wait_seconds ?? 0,
    topics: [`resource:${room_id}`],
    subject: proposal_id,
    attempt: async (last) => {
      const row = await reachOwn(db.read, principal, proposal_id);
      return last || row.state !== "pending" ? await describeOwn(context, row) : undefined;
    },
  });
}

async function replyToComment(
  { principal, store: db, sha256 }: AgentContext,
  input: InputOf<typeof contract.replyToProposalComment>,
) {
  const { proposal_id, comment_id, body } = input;
  const { workspace_id, connection_id } = principal;
  const key = {
    workspace_id,
    connection_id,
    tool: contract.replyToProposalComment.name,
    key: input.idempotency_key,
    content: sha256(JSON.stringify([comment_id, body])),
  };
  const replied = await db.write(replyAsAgentWrite, { principal, proposal_id, comment_id, body, key });
  return { comment_id, ...replied };
}

export const proposingBounds = [
  bind(contract.readRoom, async (context, input) => await readRoom(context, input.room_id)),
  bind(contract.readRoomAppStatus, readAppStatus),
  bind(contract.proposeRoomSnippetApp, propose),
  bind(contract.readProposal, readProposal),
  bind(contract.withdrawProposal, async ({ principal, store: db }, { proposal_id }) => {
    await db.write(withdrawWrite, { principal, proposal_id });
    return { proposal_id, state: "withdrawn" as const };
  }),
  bind(contract.replyToProposalComment, replyToComment),
];
