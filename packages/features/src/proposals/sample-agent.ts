import type { Kysely } from "kysely";
import type { AppFiles } from "@anteroom/app-format";
import { isSampleAgent, listSampleAgents, seatSampleAgent } from "../auth/index.ts";
import type { Schema } from "../db/schema.ts";
import { bind } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { AgentPrincipal, PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite } from "../kernel/write.ts";
import { filesOfSource, findAppOfPerson, findSource } from "../rooms/index.ts";
import { reachResource } from "../workspaces/index.ts";
import { mayDecide } from "./policy.ts";
import * as contract from "./review-contract.ts";
import { findProposal } from "./store.ts";
import type { ProposalRow } from "./tables.ts";

// What the sample agent needs besides what every agent has; who plays it is the server.

type Db = Kysely<Schema>;

/**
 * Gives a person their sample agent, seated where the Room is. Throws `not_found` for who is not in the Room,
 * `forbidden` for its other members and in a workspace that is no demo.
 */
export const seatSampleAgentWrite = defineWrite(
  "proposals.seat_sample_agent",
  async (
    tx,
    args: { readonly principal: PersonPrincipal; readonly room_id: string },
  ): Promise<AgentPrincipal> => {
    const { principal } = args;
    const room = await reachResource(tx.db, principal, args.room_id);
    if (!room) throw notFound("Room");
    const { workspace_id, project_id } = room;
    const workspace = await tx.db
      .selectFrom("workspaces")
      .select("sample_agent")
      .where("workspace_id", "=", workspace_id)
      .executeTakeFirst();
    if (workspace?.sample_agent !== 1 || !mayDecide(room, principal)) throw nobodyToPlayFor();
    return await seatSampleAgent(tx, { workspace_id, person_id: principal.person_id, project_id });
  },
);

function nobodyToPlayFor(): Refusal {
  return new Refusal({
    code: "forbidden",
    message: "The sample agent plays for the Room's owner, in a demo workspace.",
    hint: "Whoever runs the server starts it once with --demo.",
  });
}

/** A proposal by a sample agent that stands open. */
export interface SampleWork extends Pick<ProposalRow, "proposal_id" | "room_id" | "state"> {
  readonly principal: AgentPrincipal;
}

/** What sample agents whose connections stand have proposed into Rooms that they still see, and is not over. */
export async function listSampleWork(db: Db): Promise<SampleWork[]> {
  const agents = await listSampleAgents(db);
  const work = agents.map(async (principal) => {
    const rows = await db
      .selectFrom("proposals")
      .select(["proposal_id", "room_id", "state"])
      .where("workspace_id", "=", principal.workspace_id)
      .where("connection_id", "=", principal.connection_id)
      .where("state", "in", ["pending", "changes_requested"])
      .orderBy("created_at")
      .execute();
    const seen = await Promise.all(rows.map((row) => reachResource(db, principal, row.room_id)));
    return rows.filter((_, index) => seen[index]).map((row) => ({ ...row, principal }));
  });
  return (await Promise.all(work)).flat();
}

/** Code under the sample's name. */
interface SampleCode {
  /** Undefined where what is stored is damaged. */
  readonly files: AppFiles | undefined;
  /** A sample agent proposed it: whatever another agent wrote must not come back under the sample agent's name. */
  readonly own: boolean;
}

/** Where the sample agent left off in a Room. */
export interface SampleStand {
  /** What its person's agents proposed last by this name. */
  readonly latest?: Pick<ProposalRow, "proposal_id" | "state"> & SampleCode;
  /** What the app of this name runs, if one stands. */
  readonly running?: SampleCode;
}

export async function findSampleStand(
  db: Db,
  { workspace_id, person_id }: AgentPrincipal,
  at: { readonly room_id: string; readonly name_key: string },
): Promise<SampleStand> {
  const { room_id, name_key } = at;
  const [latest, app] = await Promise.all([
    db
      .selectFrom("proposals")
      .select(["workspace_id", "proposal_id", "state", "digest", "connection_id"])
      .where("workspace_id", "=", workspace_id)
      .where("room_id", "=", room_id)
      .where("person_id", "=", person_id)
      .where("name_key", "=", name_key)
      .orderBy("created_at", "desc")
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirst(),
    findAppOfPerson(db, { workspace_id, room_id }, { person_id, name_key }),
  ]);
  const running = app && (await findProposal(db, workspace_id, app.proposal_id));
  return {
    ...(latest && { latest: { ...latest, ...(await codeOf(db, latest)) } }),
    ...(running && { running: await codeOf(db, running) }),
  };
}

async function codeOf(
  db: Db,
  proposal: Pick<ProposalRow, "workspace_id" | "digest" | "connection_id">,
): Promise<SampleCode> {
  const { workspace_id, digest } = proposal;
  const source = await findSource(db, workspace_id, digest);
  return { files: filesOfSource(source?.files, digest), own: await isSampleAgent(db, proposal) };
}

export const sampleAgentBounds = [
  bind(contract.playSampleAgent, async (context, { room_id }) => {
    const { principal, store } = context;
    if (!context.playSampleAgent) throw nobodyToPlayFor();
    const agent = await store.write(seatSampleAgentWrite, { principal, room_id });
    return { proposal_id: await context.playSampleAgent(agent, room_id) };
  }),
];
