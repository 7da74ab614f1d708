import type { AppFiles } from "@anteroom/app-format";
import { bind, type PersonContext, type Scan } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import type { InputOf, OutputOf } from "../kernel/operation.ts";
import { type AppRow, findAppOfLine, findSource, type ReadSource, readSource } from "../rooms/index.ts";
import { findPerson, isMember } from "../workspaces/index.ts";
import { listBases, listNamesakes, listReadings } from "./card-store.ts";
import { listThreads, type Thread } from "./comment-store.ts";
import { asksForPasskey } from "./confirmation.ts";
import { reachCard } from "./reach.ts";
import * as contract from "./review-contract.ts";
import * as store from "./store.ts";
import type { DecisionRow, ProposalRow } from "./tables.ts";

type Card = OutputOf<typeof contract.openProposal>;

/** Namesakes that are told of. */
const NAMESAKES = 20;
/** Earlier decisions whose reading still counts; each was told what the one before it knew. */
const READINGS = 5;

async function openProposal(
  context: PersonContext,
  input: InputOf<typeof contract.openProposal>,
): Promise<Card> {
  const { row, room, may_decide } = await reachCard(context.store.read, context.principal, input.proposal_id);
  const db = context.store.read;
  const pending = row.state === "pending";
  const [source, decision, proposer, stands, app, threads, policy] = await Promise.all([
    findSource(db, row.workspace_id, row.digest),
    store.findDecision(db, row.workspace_id, row.proposal_id),
    findPerson(db, row.person_id),
    isMember(db, row.workspace_id, row.person_id),
    findAppOfLine(db, row),
    listThreads(db, { workspace_id: row.workspace_id, line_id: row.line_id }),
    store.findApprovalPolicy(db, row.workspace_id),
  ]);
  const read = readSource(source?.files, row.digest);
  const code = read
    ? await describeCode(context, row, { read, report: source?.scan ?? null, app, against: input.against })
    : { files: [], bases: [], damaged: true as const };
  const namesakes = pending ? await listNamesakes(db, row, NAMESAKES) : [];
  return {
    proposal_id: row.proposal_id,
    instance_id: row.instance_id,
    name: row.name,
    state: row.state,
    revision: row.revision,
    digest: row.digest,
    runtime: decision?.runtime ?? context.runtime.version,
    room: { room_id: row.room_id, name: room.name },
    client_name: row.client_name,
    person_name: proposer?.name ?? "",
    own: row.person_id === room.owner_id,
    created_at: row.created_at,
    waiting: pending && context.heldCalls(row.proposal_id) > 0,
    confirms: pending && may_decide && (await asksForPasskey(context, row.workspace_id)),
    may_decide,
    may_preview: pending && may_decide && policy.previews === 1 && read !== undefined,
    line_id: row.line_id,
    ...code,
    comments: threads.filter(({ revision }) => revision <= row.revision).map(threadAnswer),
    ...(pending && app && { updates: updatesAnswer(app) }),
    ...(namesakes.length > 0 && { namesakes }),
    ...(row.superseded_by !== null && { superseded_by: row.superseded_by }),
    ...(!stands && { person_left: true as const }),
    ...(decision && { decided: decidedAnswer(decision) }),
    ...(row.withdrawn_at !== null && { withdrawn_at: row.withdrawn_at }),
  };
}

interface Code {
  readonly read: ReadSource;
  readonly report: string | null;
  readonly app: { readonly proposal_id: string } | undefined;
  readonly against: string | undefined;
}

/** The files, what they were before, what their scan shows, and which of them this person read already. */
async function describeCode(context: PersonContext, row: ProposalRow, { read, report, app, against }: Code) {
  const [{ bases, base }, scan, readBefore] = await Promise.all([
    chooseBase(context, row, { approved_id: app?.proposal_id, against }),
    scanOf(context, read.files, report),
    readBeforeBy(context, row, read),
  ]);
  const before = base && hashesOf(base.read);
  const now = hashesOf(read);
  return {
    files: read.manifest.map(({ path, bytes, lines, sha256 }) => {
      const how = readBefore.get(path);
      return {
        path,
        bytes,
        lines,
        sha256,
        text: read.files.get(path) ?? "",
        ...(before && { change: changeOf(before.get(path), sha256) }),
        ...(how && { read_before: how }),
      };
    }),
    bases,
    ...(base && { base: await baseAnswer(context, base, now) }),
    ...(scan && { scan }),
  };
}

function changeOf(before: string | undefined, now: string): "added" | "changed" | "same" {
  if (before === undefined) return "added";
  return before === now ? "same" : "changed";
}

function hashesOf({ manifest }: ReadSource): ReadonlyMap<string, string> {
  return new Map(manifest.map(({ path, sha256 }) => [path, sha256]));
}

type BaseName = Card["bases"][number];

interface Base {
  readonly name: BaseName;
  readonly read: ReadSource;
  readonly report: string | null;
}

interface BaseChoice {
  /** The version that the line's app runs, if one stands. */
  readonly approved_id: string | undefined;
  readonly against: string | undefined;
}

/**
 * What the proposal is compared with, and what it can be compared with; a version whose stored code is not what its
 * digest stands for is no base. @throws Refusal `not_found` where `against` is none of them
 */
async function chooseBase(
  context: PersonContext,
  row: ProposalRow,
  { approved_id, against }: BaseChoice,
): Promise<{ bases: BaseName[]; base: Base | undefined }> {
  const { approved, previous } = await listBases(context.store.read, row, approved_id);
  const known = [
    ...(approved ? [{ ...approved, kind: "approved" as const }] : []),
    ...(previous && previous.proposal_id !== approved?.proposal_id
      ? [{ ...previous, kind: "previous" as const }]
      : []),
  ];
  const readable = await Promise.all(
    known.map(async ({ digest, ...name }): Promise<Base[]> => {
      const source = await findSource(context.store.read, row.workspace_id, digest);
      const read = readSource(source?.files, digest);
      return read ? [{ name, read, report: source?.scan ?? null }] : [];
    }),
  );
  const bases = readable.flat();
  const base = against === undefined ? bases[0] : bases.find(({ name }) => name.proposal_id === against);
  if (against !== undefined && !base) throw notFound("version to compare with");
  return { bases: bases.map(({ name }) => name), base };
}

/** A base with those of its files that are other or gone now. */
async function baseAnswer(context: PersonContext, base: Base, now: ReadonlyMap<string, string>) {
  const { name, read, report } = base;
  const scan = await scanOf(context, read.files, report);
  return {
    ...name,
    files: read.manifest
      .filter(({ path, sha256 }) => now.get(path) !== sha256)
      .map(({ path, sha256 }) => ({ path, sha256, text: read.files.get(path) ?? "" })),
    ...(scan && { scan }),
  };
}

type Reading = (typeof contract.FILE_READING)[number];

/** Which files this person read for earlier decisions in the line, byte for byte as they are now, and how. */
async function readBeforeBy(
  context: PersonContext,
  row: ProposalRow,
  { files }: ReadSource,
): Promise<Map<string, Reading>> {
  const before = new Map<string, Reading>();
  if (row.state !== "pending") return before;
  const { person_id } = context.principal;
  for (const then of await listReadings(context.store.read, row, { person_id, limit: READINGS })) {
    const read = readSource(then.files, then.digest);
    for (const { path, how } of JSON.parse(then.files_seen) as { path: string; how: Reading }[]) {
      const same = read?.files.has(path) && read.files.get(path) === files.get(path);
      if (same && before.get(path) !== "seen") before.set(path, how);
    }
  }
  return before;
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

function updatesAnswer({ instance_id, name, revision, digest }: AppRow): NonNullable<Card["updates"]> {
  return { instance_id, name, revision, digest };
}

function decidedAnswer({ person_name, decided_at, reason, instance_id }: DecisionRow) {
  return {
    by: person_name,
    at: decided_at,
    ...(reason !== null && { reason }),
    ...(instance_id !== null && { instance_id }),
  };
}

function threadAnswer(thread: Thread): Card["comments"][number] {
  const { file, line, end_line, quote, suggestion, resolved_at, resolved_by } = thread;
  return {
    comment_id: thread.comment_id,
    proposal_id: thread.proposal_id,
    revision: thread.revision,
    body: thread.body,
    by: thread.person_name,
    at: thread.created_at,
    ...(file !== null && { file }),
    ...(line !== null && { line }),
    ...(end_line !== null && { end_line }),
    ...(quote !== null && { quote }),
    ...(suggestion !== null && { suggestion }),
    ...(resolved_at !== null && { resolved: { by: resolved_by ?? "", at: resolved_at } }),
    replies: thread.replies.map(({ reply_id, actor_kind, actor_name, body, created_at }) => ({
      reply_id,
      by: { kind: actor_kind, name: actor_name },
      body,
      at: created_at,
    })),
  };
}

export const cardBounds = [bind(contract.openProposal, openProposal)];
