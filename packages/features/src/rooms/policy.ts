import type { Principal } from "../kernel/principal.ts";
import { type Grant, GRANTS } from "./contract.ts";

/** The Room's owner, as a person, renames, moves, removes and reverts its apps, as the owner let them in. */
export function mayChangeApps(room: { owner_id: string }, principal: Principal): boolean {
  return principal.kind === "person" && room.owner_id === principal.person_id;
}

/** What an app was approved with. What this program does not know gives nothing. */
export function grantsOf(app: { readonly grants: string }): Grant[] {
  const given: unknown = JSON.parse(app.grants);
  return GRANTS.filter((grant) => Array.isArray(given) && given.includes(grant));
}
