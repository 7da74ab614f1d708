import { prepare } from "../db/prepared.ts";
import { appendEvent, type NewEvent } from "../events/index.ts";
import { findReplay, keepFurtherKey, keepKey, type KeyUse } from "../idempotency/index.ts";
import type { CheckedSource } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { findAppOfPerson, keepSource } from "../rooms/index.ts";
import { type Reached, reachResource } from "../workspaces/index.ts";
import { STATE_WORDS } from "./answers.ts";
import { reachOwn } from "./reach.ts";
import { countPending, highestRevision, listOpen } from "./store.ts";
import type { ProposalRow } from "./tables.ts";

const insertProposal = prepare((db, row: ProposalRow) =>
  db.insertInto("proposals").values({
    workspace_id: row.workspace_id,
    room_id: row.room_id,
    proposal_id: row.proposal_id,
    instance_id: row.instance_id,
    line_id: row.line_id,
    kind: row.kind,
    name: row.name,
    name_key: row.name_key,
    revision: row.revision,
    replaces: row.replaces,
    superseded_by: row.superseded_by,
    digest: row.digest,
    files_count: row.files_count,
    bytes: row.bytes,
    findings_count: row.findings_count,
    grants: row.grants,
    state: row.state,
    connection_id: row.connection_id,
    person_id: row.person_id,
    client_name: row.client_name,
    created_at: row.created_at,
    withdrawn_at: row.withdrawn_at,
  }),
);

/** Who proposes: an agent for its person, or a person by hand. */
export interface Proposer {
  readonly person_id: string;
  readonly connection_id: string;
  /** As people read what it was proposed by. */
  readonly client_name: string;
  readonly actor: NewEvent["actor"];
}

export interface Proposal {
  readonly room_id: string;
  readonly name: string;
  readonly name_key: string;
  readonly digest: string;
  readonly files_count: number;
  readonly bytes: number;
  /** JSON object: path to text. */
  readonly files: string;
  /** The scan of the files; null for a retry, whose files are kept already. */
  readonly scan: CheckedSource["scan"] | null;
  /** The runtime that an approval would be bound to now. */
  readonly runtime: string;
  /** 0: no limit. */
  readonly pending_limit: number;
}

export interface ProposeArgs extends Proposal {
  readonly principal: AgentPrincipal;
  readonly key: KeyUse;
}

/** The card that stands, made now or before. */
export interface Proposed {
  readonly proposal_id: string;
  readonly replayed: boolean;
}

/**
 * Makes an agent's proposal, or finds the one that the same call made before. The order of checks is decided in
 * PRODUCT.md ("Idempotency"): membership, then replay, then what stands in the way; a refusal rolls back and so uses
 * up no key.
 */
export const proposeWrite = defineWrite(
  "proposals.propose",
  async (tx, args: ProposeArgs): Promise<Proposed> => {
    const { principal, key } = args;
    const room = await reachResource(tx.db, principal, args.room_id);
    if (!room) throw notFound("Room");
    const made = await findReplay(tx.db, key);
    if (made !== undefined) return { proposal_id: made, replayed: true };
    const by = { ...principal, client_name: agentName(principal), actor: agentActor(principal) };
    const { proposal_id, replayed } = await placeProposal(tx, { room, by }, args);
    await (replayed ? keepFurtherKey(tx, key, proposal_id) : keepKey(tx, key, proposal_id));
    return { proposal_id, replayed };
  },
);

/**
 * Lets a proposal wait in a Room, unless the very same waits there already. It is the next revision of the line of the
 * person's app of this name, or else of the open proposal of this name, which it supersedes. For use inside a write.
 * @throws Refusal `conflict_state` where there is nothing to decide, or too much waits
 */
export async function placeProposal(
  tx: WriteTx,
  { room, by }: { readonly room: Pick<Reached, "workspace_id">; readonly by: Proposer },
  proposal: Proposal,
): Promise<Proposed> {
  const { workspace_id } = room;
  const { person_id } = by;
  const { name_key, room_id, digest } = proposal;
  const app = await findAppOfPerson(tx.db, { workspace_id, room_id }, { person_id, name_key });
  const mine = { workspace_id, room_id, person_id, name_key, line_id: app?.line_id };
  const open = await listOpen(tx.db, mine);
  const standing = open.find((row) => row.state === "pending" && isSame(row, proposal));
  if (standing) return { proposal_id: standing.proposal_id, replayed: true };
  if (open.some((row) => isSame(row, proposal))) throw nothingChanged();
  if (app?.digest === digest && app.runtime === proposal.runtime) throw runsAlready();
  const { connection_id } = by;
  await refuseTooManyPending(tx, { ...proposal, workspace_id, connection_id }, open);

  const { files, scan } = proposal;
  await keepSource(tx, { workspace_id, digest, files, scan: scan?.report ?? null });
  const line_id = app?.line_id ?? open[0]?.line_id;
  const row = await newRow(tx, proposal, { by, workspace_id, line_id, open });
  for (const before of open) await supersede(tx, before, { superseded_by: row.proposal_id, actor: by.actor });
  await insertProposal(tx.db, row);
  await tellOfOwn(tx, row, {
    actor: by.actor,
    type: "proposal.created",
    data: { instance_id: row.instance_id, name: row.name, revision: row.revision },
  });
  return { proposal_id: row.proposal_id, replayed: false };
}

export interface WithdrawArgs {
  readonly principal: AgentPrincipal;
  readonly proposal_id: string;
}

/**
 * Takes back a proposal that waits; one that was taken back already stays so. Throws `not_found` for one that is
 * not the person's own, `conflict_state` for one that waits no more.
 */
export const withdrawWrite = defineWrite(
  "proposals.withdraw",
  async (tx, { principal, proposal_id }: WithdrawArgs): Promise<void> => {
    const row = await reachOwn(tx.db, principal, proposal_id);
    if (row.state === "withdrawn") return;
    if (row.state !== "pending") throw waitsNoMore(row);
    await changeState(tx, row, { state: "withdrawn", withdrawn_at: tx.now });
    await tellOfOwn(tx, row, {
      actor: agentActor(principal),
      type: "proposal.withdrawn",
      data: { instance_id: row.instance_id },
    });
  },
);

/** The same under the same name, byte for byte. */
function isSame(row: ProposalRow, { digest, name }: Pick<Proposal, "digest" | "name">): boolean {
  return row.digest === digest && row.name === name;
}

interface Place {
  readonly workspace_id: string;
  readonly room_id: string;
  readonly connection_id: string;
  readonly pending_limit: number;
}

async function refuseTooManyPending(tx: WriteTx, place: Place, open: readonly ProposalRow[]) {
  const { workspace_id, room_id, connection_id, pending_limit } = place;
  if (pending_limit === 0) return;
  const pending = await countPending(tx.db, { workspace_id, room_id, connection_id });
  const freed = open.filter((row) => row.state === "pending" && row.connection_id === connection_id).length;
  if (pending - freed >= pending_limit) throw tooManyPending(pending_limit);
}

/** How people read who proposed: the agent's own label never stands without its connection's name. */
export function agentName({ label, client_name }: AgentPrincipal): string {
  return label === undefined ? client_name : `${label} (${client_name})`;
}

/** An agent as events name who did something. */
function agentActor(principal: AgentPrincipal): NewEvent["actor"] {
  return { kind: "agent", id: principal.connection_id, name: agentName(principal) };
}

interface Beginning {
  readonly by: Proposer;
  readonly workspace_id: string;
  /** Absent where a line begins. */
  readonly line_id: string | undefined;
  /** What it takes the place of, the latest first. */
  readonly open: readonly ProposalRow[];
}

async function newRow(tx: WriteTx, args: Proposal, place: Beginning): Promise<ProposalRow> {
  const { by, workspace_id, line_id } = place;
  const instance_id = newId("app");
  const before = line_id === undefined ? 0 : await highestRevision(tx.db, { workspace_id, line_id });
  return {
    workspace_id,
    line_id: line_id ?? instance_id,
    room_id: args.room_id,
    proposal_id: newId("proposal"),
    instance_id,
    kind: "snippet",
    name: args.name,
    name_key: args.name_key,
    revision: before + 1,
    replaces: place.open[0]?.proposal_id ?? null,
    superseded_by: null,
    digest: args.digest,
    files_count: args.files_count,
    bytes: args.bytes,
    findings_count: args.scan?.findings ?? 0,
    grants: JSON.stringify(args.scan?.grants ?? []),
    state: "pending",
    connection_id: by.connection_id,
    person_id: by.person_id,
    client_name: by.client_name,
    created_at: tx.now,
    withdrawn_at: null,
  };
}

interface OwnEvent {
  readonly actor: NewEvent["actor"];
  readonly type: NewEvent["type"];
  readonly data: NewEvent["data"];
}

/** Tells what its proposer did with a proposal: to the proposer's agents, and to who may decide. */
async function tellOfOwn(tx: WriteTx, row: ProposalRow, { actor, type, data }: OwnEvent): Promise<void> {
  await appendEvent(tx, {
    workspace_id: row.workspace_id,
    resource_id: row.room_id,
    actor,
    private_to: row.person_id,
    type,
    data: { proposal_id: row.proposal_id, ...data },
  });
}

async function supersede(
  tx: WriteTx,
  before: ProposalRow,
  { superseded_by, actor }: Pick<OwnEvent, "actor"> & { superseded_by: string },
): Promise<void> {
  await changeState(tx, before, { state: "superseded", superseded_by });
  await tellOfOwn(tx, before, { actor, type: "proposal.superseded", data: { superseded_by } });
}

/** Brings a proposal into its next state. */
export async function changeState(
  tx: WriteTx,
  row: ProposalRow,
  change: Partial<Pick<ProposalRow, "line_id" | "superseded_by" | "withdrawn_at">> &
    Pick<ProposalRow, "state">,
): Promise<void> {
  await tx.db
    .updateTable("proposals")
    .set(change)
    .where("workspace_id", "=", row.workspace_id)
    .where("proposal_id", "=", row.proposal_id)
    .execute();
}

function nothingChanged(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "A person asked for changes to exactly these files, and nothing in them changed.",
    where: "files",
    hint: "Change the files, or answer the comments by reply_to_proposal_comment.",
  });
}

function runsAlready(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "Your app of this name runs exactly these files already. There is nothing to approve.",
    where: "files",
    hint: "Use withdraw_proposal to take back a newer revision that waits.",
  });
}

function waitsNoMore({ state }: ProposalRow): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: `This proposal waits no more: ${STATE_WORDS[state]}. Nothing was changed.`,
    where: "proposal_id",
    hint: "Read it by read_proposal.",
  });
}

function tooManyPending(limit: number): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: `${limit} proposals of this connection wait in this Room already.`,
    hint: "Ask the person to decide those first: Connected → Needs your approval.",
  });
}
