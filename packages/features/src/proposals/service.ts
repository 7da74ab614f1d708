import {
  type AppFiles,
  digestOf,
  LIMITS,
  lineCount,
  manifestOf,
  normaliseName,
  readFiles,
  utf8Bytes,
} from "@anteroom/app-format";
import { lastSequence } from "../events/index.ts";
import { findReplay } from "../idempotency/index.ts";
import {
  type AgentContext,
  bind,
  type CheckedSource,
  type PersonContext,
  type Scan,
} from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { publishedLimits } from "../kernel/limits.ts";
import type { InputOf, OutputOf } from "../kernel/operation.ts";
import { Waiting } from "../kernel/waiting.ts";
import { countApps, filesOfSource, findApp, findSource, reachRoom } from "../rooms/index.ts";
import { findPerson, isMember, reachResource, tidyName } from "../workspaces/index.ts";
import { ADVICE, AGAIN, proposalAnswer } from "./answers.ts";
import { approvingBrowser, asksForPasskey, askToApprove, readConfirmation } from "./confirmation.ts";
import * as contract from "./contract.ts";
import { decideWrite, notAsProposed } from "./decide.ts";
import { mayDecide, mayReadOwn } from "./policy.ts";
import * as store from "./store.ts";
import { spendSource } from "./source-budget.ts";
import type { ProposalRow } from "./tables.ts";
import { proposeWrite } from "./writes.ts";

const DECIDED_SHOWN = 10;

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
    scan = await scanCompiling(context, read.files);
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
    pending_limit: context.pendingLimit,
  });
  const row = await store.findProposal(db.read, room.workspace_id, proposed.proposal_id);
  if (!row) throw notFound("proposal");
  const answer = proposalAnswer(context, row, room.owner_id);
  return {
    ...answer,
    ...(proposed.replayed && row.state !== "pending" && { next_step: answer.next_step + AGAIN }),
    ...(manifest.length > LIMITS.advise_repository_over_files && { advice: ADVICE }),
    replayed: proposed.replayed,
  };
}

/** What the code of files that compile shows of itself; refuses those that do not. */
async function scanCompiling(context: AgentContext, files: AppFiles): Promise<CheckedSource["scan"]> {
  const { diagnostics, scan } = await context.checkFiles(files, context.principal.connection_id);
  const [first, ...more] = diagnostics;
  if (!first) return scan;
  throw new Refusal({
    code: "does_not_compile",
    message: `${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ""}`,
    where: `${first.file}:${first.line}:${first.column}`,
    hint: "Mend the file and propose again; this key was not used up.",
  });
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
  superseded: "superseded",
} as const;

async function readAppStatus(context: AgentContext, input: InputOf<typeof contract.readRoomAppStatus>) {
  const { principal, store: db } = context;
  const room = { ...(await reachRoom(db.read, principal, input.room_id)), room_id: input.room_id };
  const app = await findApp(db.read, room, input.instance_id);
  if (app) {
    const { instance_id, name, revision } = app;
    return { instance_id, name, launcher: { state: "available" as const }, version: revision };
  }
  const proposal = await store.findByInstance(db.read, room, input.instance_id);
  if (!proposal || !mayReadOwn(proposal, principal)) throw notFound("app");
  const { instance_id, name, revision, state } = proposal;
  return { instance_id, name, launcher: { state: LAUNCHER[state] }, version: revision };
}

/** A proposal of the caller's person in a Room that both can still see. Throws `not_found` for any other. */
export async function ownProposal(context: AgentContext, proposal_id: string): Promise<ProposalRow> {
  const { principal, store: db } = context;
  const row = await store.findProposal(db.read, principal.workspace_id, proposal_id);
  if (!row || !mayReadOwn(row, principal)) throw notFound("proposal");
  if (!(await reachResource(db.read, principal, row.room_id))) throw notFound("proposal");
  return row;
}

/** A proposal with its decision, as its proposer reads it. */
export async function describeOwn(
  context: AgentContext,
  row: ProposalRow,
): Promise<OutputOf<typeof contract.readProposal>> {
  const decision = await store.findDecision(context.store.read, row.workspace_id, row.proposal_id);
  const room = await reachRoom(context.store.read, context.principal, row.room_id);
  return {
    ...proposalAnswer(context, row, room.owner_id),
    ...(decision && {
      decision: {
        state: decision.state,
        at: decision.decided_at,
        by: { name: decision.person_name },
        ...(decision.reason !== null && { reason: decision.reason }),
      },
    }),
  };
}

async function readProposal(context: AgentContext, input: InputOf<typeof contract.readProposal>) {
  const { proposal_id } = input;
  const { room_id } = await ownProposal(context, proposal_id);
  return new Waiting<OutputOf<typeof contract.readProposal>>({
    seconds: input.wait_seconds ?? 0,
    topics: [`resource:${room_id}`],
    subject: proposal_id,
    attempt: async (last) => {
      const row = await ownProposal(context, proposal_id);
      return last || row.state !== "pending" ? await describeOwn(context, row) : undefined;
    },
  });
}

async function listNeedsApproval(context: PersonContext) {
  const { person_id } = context.principal;
  const [waiting, decided] = await Promise.all([
    store.listWaiting(context.store.read, person_id),
    store.listDecided(context.store.read, person_id, DECIDED_SHOWN),
  ]);
  return {
    waiting: waiting.map((row) => ({ ...queueRow(row), waiting: context.heldCalls(row.proposal_id) > 0 })),
    decided: decided.map(({ decided_at, reason, ...row }) => ({
      ...queueRow(row),
      waiting: false,
      decided_at,
      ...(reason !== null && { reason }),
    })),
  };
}

function queueRow<Row extends { room_id: string; room_name: string }>({ room_id, room_name, ...row }: Row) {
  return { ...row, room: { room_id, name: room_name } };
}

/** A proposal that this person may decide, with its Room; anybody else learns nothing of it. */
async function decidable(context: PersonContext, proposal_id: string) {
  const { principal, store: db } = context;
  const row = await store.findProposalOfPerson(db.read, principal.person_id, proposal_id);
  const room = row && (await reachResource(db.read, principal, row.room_id));
  if (!room || !mayDecide(room, principal)) throw notFound("proposal");
  return { row, room };
}

async function openProposal(context: PersonContext, proposal_id: string) {
  const { row, room } = await decidable(context, proposal_id);
  const db = context.store.read;
  const [source, decision, proposer, stands] = await Promise.all([
    findSource(db, row.workspace_id, row.digest),
    store.findDecision(db, row.workspace_id, proposal_id),
    findPerson(db, row.person_id),
    isMember(db, row.workspace_id, row.person_id),
  ]);
  const files = filesOfSource(source?.files, row.digest);
  if (!files) throw notAsProposed();
  const scan = await scanOf(context, files, source?.scan ?? null);
  return {
    proposal_id,
    instance_id: row.instance_id,
    name: row.name,
    state: row.state,
    revision: row.revision,
    digest: row.digest,
    runtime: decision?.runtime ?? context.runtime.version,
    room: { room_id: row.room_id, name: room.name },
    client_name: row.client_name,
    person_name: proposer?.name ?? "",
    own: row.person_id === context.principal.person_id,
    created_at: row.created_at,
    waiting: context.heldCalls(proposal_id) > 0,
    confirms: row.state === "pending" && (await asksForPasskey(context, row.workspace_id)),
    files: Array.from(files, ([path, text]) => ({
      path,
      bytes: utf8Bytes(text),
      lines: lineCount(text),
      text,
    })),
    ...(scan && { scan }),
    ...(row.superseded_by !== null && { superseded_by: row.superseded_by }),
    ...(!stands && { person_left: true as const }),
    ...(decision && {
      decided: {
        by: decision.person_name,
        at: decision.decided_at,
        ...(decision.reason !== null && { reason: decision.reason }),
      },
    }),
  };
}

/** What was reported when it was proposed; what older rules reported, or none, is made anew. */
async function scanOf(
  context: PersonContext,
  files: AppFiles,
  report: string | null,
): Promise<Scan | undefined> {
  const kept = report === null ? undefined : context.readScan(report, files.keys());
  if (kept) return kept;
  const { scan } = await context.checkFiles(files, context.principal.person_id);
  return scan && context.readScan(scan.report, files.keys());
}

async function beginApproval(context: PersonContext, input: InputOf<typeof contract.beginApproval>) {
  const { row } = await decidable(context, input.proposal_id);
  if (!(await asksForPasskey(context, row.workspace_id))) return {};
  const passkey = await askToApprove(context, seenOf(input));
  return { ...(passkey && { passkey }) };
}

async function approve(context: PersonContext, input: InputOf<typeof contract.approveProposal>) {
  const { files_seen, ticket, credential } = input;
  const seen = seenOf(input);
  const confirmed =
    ticket !== undefined && credential !== undefined
      ? await readConfirmation(context, seen, { ticket, credential })
      : undefined;
  // Kept before the decision: an approved app must never lack the runtime it is bound to.
  await context.keepRuntime();
  const { kept_until, ...decided } = await context.store.write(decideWrite, {
    seen,
    principal: context.principal,
    verdict: {
      state: "approved",
      files_seen,
      browser: approvingBrowser(context),
      ...(confirmed && { confirmation: confirmed.confirmation }),
    },
    runtime: context.runtime.version,
  });
  if (confirmed && kept_until !== undefined) context.browser.confirm(confirmed.secret, kept_until);
  return decided;
}

function seenOf(input: InputOf<typeof contract.declineProposal>) {
  const { proposal_id, revision, name, digest, runtime } = input;
  return { proposal_id, revision, name, digest, runtime };
}

export const proposalBounds = [
  bind(contract.readRoom, async (context, input) => await readRoom(context, input.room_id)),
  bind(contract.readRoomAppStatus, readAppStatus),
  bind(contract.proposeRoomSnippetApp, propose),
  bind(contract.readProposal, readProposal),
  bind(contract.listNeedsApproval, listNeedsApproval),
  bind(contract.openProposal, async (context, input) => await openProposal(context, input.proposal_id)),
  bind(contract.beginApproval, beginApproval),
  bind(contract.approveProposal, approve),
  bind(contract.declineProposal, async (context, input) => {
    const reason = input.reason?.trim() ?? "";
    await context.store.write(decideWrite, {
      seen: seenOf(input),
      principal: context.principal,
      verdict: { state: "declined", ...(reason !== "" && { reason }) },
      runtime: context.runtime.version,
    });
    return {};
  }),
];
