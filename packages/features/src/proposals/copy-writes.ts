import { Refusal } from "../kernel/errors.ts";
import { defineWrite } from "../kernel/write.ts";
import { type OnApp, reachRoom, reachStandingApp } from "../rooms/index.ts";
import { actorOf } from "../workspaces/index.ts";
import { type Proposal, type Proposed, placeProposal } from "./writes.ts";

/** By what a card says that it came; a client may say so too, but has its person's name beside it like this one. */
const BY_HAND = "Copied by hand";

export interface CopyArgs {
  readonly from: OnApp;
  /** What the app runs, as its code was read, for the other Room. */
  readonly proposal: Proposal;
}

/**
 * Proposes what an app runs to another Room of its workspace, as this person. Nothing acts for a person who does so
 * by hand: the proposal has an id in the place of a connection's by which its person's others are counted, and which
 * nothing can be presented for. Throws `not_found` for who is not in both Rooms, `conflict_state` where the app runs
 * something else by now, and as proposing does.
 */
export const copyAppWrite = defineWrite(
  "proposals.copy_app",
  async (tx, { from, proposal }: CopyArgs): Promise<Proposed> => {
    const { principal } = from;
    const { app } = await reachStandingApp(tx.db, from);
    const room = await reachRoom(tx.db, principal, proposal.room_id);
    if (app.digest !== proposal.digest || app.name !== proposal.name) throw runsAnother();
    if (room.workspace_id !== app.workspace_id || room.resource_id === app.room_id) throw nowhereToCopy();
    const actor = { ...(await actorOf(tx, principal.person_id)), kind: "person" } as const;
    const { person_id } = principal;
    const by = { person_id, connection_id: `hand_${person_id}`, client_name: BY_HAND, actor };
    return await placeProposal(tx, { room, by }, proposal);
  },
);

export function nowhereToCopy(): Refusal {
  return new Refusal({
    code: "invalid_arguments",
    message: "An app is copied to another Room of its own workspace.",
    where: "to_room_id",
  });
}

function runsAnother(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "The app was changed just now. Nothing was copied.",
    hint: "Look at it again, then copy it.",
  });
}
