import type { Role } from "./tables.ts";

/** Guests use what they are let into; everybody else may make projects and Rooms. */
export function mayCreate(role: Role): boolean {
  return role !== "guest";
}

/** A Room's owner decides who its members are. */
export function mayChangeMembers(room: { owner_id: string }, person_id: string): boolean {
  return room.owner_id === person_id;
}
