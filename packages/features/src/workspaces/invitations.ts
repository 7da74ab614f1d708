import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { Refusal } from "../kernel/errors.ts";
import { mayInvite } from "./policy.ts";
import * as store from "./store.ts";

type Db = Kysely<Schema>;
type Invitation = Awaited<ReturnType<typeof store.listInvitations>>[number];

/** An invitation that still leads somewhere, with what it leads to. */
export async function findOpenInvitation(db: Db, secret_hash: string, now: string) {
  const found = await store.findInvitation(db, secret_hash, now);
  return found && stands(found) ? found : undefined;
}

/** The invitations of a workspace that somebody could still use, newest first. */
export async function listOpenInvitations(db: Db, workspace_id: string, now: string): Promise<Invitation[]> {
  return (await store.listInvitations(db, workspace_id, now)).filter(stands);
}

/** A link works as long as who made it could make it now: it outlives no loss of role, Room or membership. */
function stands(invitation: Invitation): boolean {
  const { maker_role, maker_id, owner_id, resource_id, role } = invitation;
  if (maker_role === null || (resource_id !== null && owner_id === null)) return false;
  return mayInvite(maker_role, { role, own_room: owner_id === maker_id });
}

/** The answer to an invitation link that leads nowhere any more. */
export function invitationOver(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "This invitation was used, has expired, or never existed.",
    hint: "Ask the person who sent it for a new link.",
  });
}
