import type { Principal } from "../kernel/principal.ts";

/** The Room's owner, as a person, renames, removes and reverts its apps, as the owner let them in. */
export function mayChangeApps(room: { owner_id: string }, principal: Principal): boolean {
  return principal.kind === "person" && room.owner_id === principal.person_id;
}
