import { prepare } from "../db/prepared.ts";
import { appendEvent, type NewEvent } from "../events/index.ts";
import { findReplay, keepFurtherKey, keepKey, type KeyUse } from "../idempotency/index.ts";
import type { CheckedSource } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { findAppByName, keepSource } from "../rooms/index.ts";
import { reachResource } from "../workspaces/index.ts";
import { countPending, findPendingByName } from "./store.ts";
import type { ProposalRow } from "./tables.ts";

const insertProposal = prepare((db, row: ProposalRow) =>
  db.insertInto("proposals").values({
    workspace_id: row.workspace_id,
    room_id: row.room_id,
    proposal_id: row.proposal_id,
    instance_id: row.instance_id,
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
    state: row.state,
    connection_id: row.connection_id,
    person_id: row.person_id,
    client_name: row.client_name,
    created_at: row.created_at,
  }),
);

export interface ProposeArgs {
  readonly principal: AgentPrincipal;
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
  readonly key: KeyUse;
  /** 0: no limit. */
  readonly pending_limit: number;
}

/** The card that stands, made now or before. */
export interface Proposed {
  readonly proposal_id: string;
  readonly replayed: boolean;
}

/**
 * Makes a proposal, or finds the one that the same call made before. The order of checks is decided in
 * PRODUCT.md ("Idempotency"): membership, then replay, then what stands in the way; a refusal rolls back
 * and so uses up no key.
 */
export const proposeWrite = defineWrite(
  "proposals.propose",
  async (tx, args: ProposeArgs): Promise<Proposed> => {
    const { principal, name_key, room_id, key } = args;
    const room = await reachResource(tx.db, principal, room_id);
    if (!room) throw notFound("Room");
    const made = await findReplay(tx.db, key);
    if (made !== undefined) return { proposal_id: made, replayed: true };

    const { workspace_id } = room;
    const { person_id, connection_id } = principal;
    const before = await findPendingByName(tx.db, { workspace_id, room_id, person_id, name_key });
    if (before?.digest === args.digest && before.name === args.name) {
      await keepFurtherKey(tx, key, before.proposal_id);
      return { proposal_id: before.proposal_id, replayed: true };
    }
    if (await findAppByName(tx.db, { workspace_id, room_id }, name_key)) throw nameStands();
    if (args.pending_limit > 0) {
      const pending = await countPending(tx.db, { workspace_id, room_id, connection_id });
      const freed = before?.connection_id === connection_id ? 1 : 0;
      if (pending - freed >= args.pending_limit) throw tooManyPending(args.pending_limit);
    }

    const proposal_id = newId("proposal");
    if (before) await supersede(tx, before, proposal_id, principal);
    await keepSource(tx, {
      workspace_id,
      digest: args.digest,
      files: args.files,
      scan: args.scan?.report ?? null,
    });
    const row = newRow(args, { workspace_id, proposal_id, before, now: tx.now });
    await insertProposal(tx.db, row);
    await appendEvent(tx, {
      ...proposerEvent(row, principal),
      type: "proposal.created",
      data: { proposal_id, instance_id: row.instance_id, name: row.name, revision: row.revision },
    });
    await keepKey(tx, key, proposal_id);
    return { proposal_id, replayed: false };
  },
);

/** How people read who proposed: the agent's own label never stands without its connection's name. */
function agentName({ label, client_name }: AgentPrincipal): string {
  return label === undefined ? client_name : `${label} (${client_name})`;
}

interface Made {
  workspace_id: string;
  proposal_id: string;
  before: ProposalRow | undefined;
  now: string;
}

function newRow(args: ProposeArgs, made: Made): ProposalRow {
  const { principal } = args;
  return {
    workspace_id: made.workspace_id,
    room_id: args.room_id,
    proposal_id: made.proposal_id,
    instance_id: newId("app"),
    kind: "snippet",
    name: args.name,
    name_key: args.name_key,
    revision: (made.before?.revision ?? 0) + 1,
    replaces: made.before?.proposal_id ?? null,
    superseded_by: null,
    digest: args.digest,
    files_count: args.files_count,
    bytes: args.bytes,
    findings_count: args.scan?.findings ?? 0,
    state: "pending",
    connection_id: principal.connection_id,
    person_id: principal.person_id,
    client_name: agentName(principal),
    created_at: made.now,
  };
}

/** What events about a proposal by its proposer share: who did it, and that it is private to the proposer. */
function proposerEvent(
  row: ProposalRow,
  principal: AgentPrincipal,
): Pick<NewEvent, "workspace_id" | "resource_id" | "actor" | "private_to"> {
  return {
    workspace_id: row.workspace_id,
    resource_id: row.room_id,
    actor: { kind: "agent", id: principal.connection_id, name: agentName(principal) },
    private_to: row.person_id,
  };
}

async function supersede(
  tx: WriteTx,
  before: ProposalRow,
  superseded_by: string,
  principal: AgentPrincipal,
): Promise<void> {
  await tx.db
    .updateTable("proposals")
    .set({ state: "superseded", superseded_by })
    .where("workspace_id", "=", before.workspace_id)
    .where("proposal_id", "=", before.proposal_id)
    .execute();
  await appendEvent(tx, {
    ...proposerEvent(before, principal),
    type: "proposal.superseded",
    data: { proposal_id: before.proposal_id, superseded_by },
  });
}

/** An approved app holds its name; updates of apps come with the review loop. */
export function nameStands(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "An approved app of this name stands in the Room. Nothing was changed.",
    where: "name",
    hint: "Propose under another name.",
  });
}

function tooManyPending(limit: number): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: `${limit} proposals of this connection wait in this Room already.`,
    hint: "Ask the person to decide those first: Connected → Needs your approval.",
  });
}
