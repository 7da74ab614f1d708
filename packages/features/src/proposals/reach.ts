import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { notFound } from "../kernel/errors.ts";
import type { AgentPrincipal, PersonPrincipal } from "../kernel/principal.ts";
import { type Reached, reachResource } from "../workspaces/index.ts";
import { mayDecide, mayReadOwn } from "./policy.ts";
import { findProposal, findProposalOfPerson } from "./store.ts";
import type { ProposalRow } from "./tables.ts";

type Db = Kysely<Schema>;

/** A proposal of the agent's person in a Room that both can still see. Throws `not_found` for any other. */
export async function reachOwn(db: Db, principal: AgentPrincipal, proposal_id: string): Promise<ProposalRow> {
  const row = await findProposal(db, principal.workspace_id, proposal_id);
  if (!row || !mayReadOwn(row, principal)) throw notFound("proposal");
  if (!(await reachResource(db, principal, row.room_id))) throw notFound("proposal");
  return row;
}

/**
 * A proposal in a Room that this person can see, for who may decide it, and for the person whose agent proposed it.
 * Throws `not_found`: anybody else learns nothing of it.
 */
export async function reachCard(
  db: Db,
  principal: PersonPrincipal,
  proposal_id: string,
): Promise<{ row: ProposalRow; room: Reached; may_decide: boolean }> {
  const row = await findProposalOfPerson(db, principal.person_id, proposal_id);
  const room = row && (await reachResource(db, principal, row.room_id));
  const may_decide = room !== undefined && mayDecide(room, principal);
  if (!room || !(may_decide || mayReadOwn(row, principal))) throw notFound("proposal");
  return { row, room, may_decide };
}

/** A proposal that this person may decide, with its Room. Throws `not_found`: anybody else learns nothing of it. */
export async function reachToDecide(
  db: Db,
  principal: PersonPrincipal,
  proposal_id: string,
): Promise<{ row: ProposalRow; room: Reached }> {
  const { row, room, may_decide } = await reachCard(db, principal, proposal_id);
  if (!may_decide) throw notFound("proposal");
  return { row, room };
}
