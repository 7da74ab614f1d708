import { Refusal } from "../kernel/errors.ts";
import type { Role } from "./tables.ts";

interface Rule {
  readonly roles: readonly Role[];
  /** The reason, told to who is refused. */
  readonly because: string;
}

const LEADS = ["owner", "admin"] as const;
const COLLEAGUES = ["owner", "admin", "member"] as const;

/** What each role may do in a workspace. What is not named here, no role may; roles by themselves see no Room. */
export const RULES = {
  rename: { roles: LEADS, because: "The name stands in every invitation, so those who lead choose it." },
  set_policy: { roles: LEADS, because: "How approvals are confirmed binds everybody." },
  read_audit: { roles: LEADS, because: "The log names what each person did." },
  manage_members: { roles: LEADS, because: "Who belongs to a workspace is for those who lead it." },
  invite: { roles: LEADS, because: "Others invite into the Rooms that they own." },
  invite_to_own_rooms: { roles: COLLEAGUES, because: "Guests use what others let them into." },
  create: { roles: COLLEAGUES, because: "Guests use what others let them into." },
  own_rooms: { roles: COLLEAGUES, because: "A Room's owner decides what runs for everybody in it." },
  see_people: { roles: COLLEAGUES, because: "Guests know the people of the Rooms they share." },
} as const satisfies Record<string, Rule>;
export type Action = keyof typeof RULES;

/**
 * Whom a role may take out, give another role, and help back in, and which roles it may give: never one above
 * its own. Admins manage no admins, so one stolen admin's sign-in cannot take a workspace over.
 */
const MANAGED: Readonly<Record<Role, readonly Role[]>> = {
  owner: ["owner", "admin", "member", "guest"],
  admin: ["member", "guest"],
  member: [],
  guest: [],
};

/** The roles that a link may give, by the role of who made it. A link can be passed on, so none makes owners. */
const INVITED: Readonly<Record<Role, readonly Role[]>> = {
  owner: ["admin", "member", "guest"],
  admin: ["member", "guest"],
  member: ["member", "guest"],
  guest: [],
};

/** Whether a role may do something in its workspace. */
export function may(role: Role, action: Action): boolean {
  const roles: readonly Role[] = RULES[action].roles;
  return roles.includes(role);
}

/** @throws Refusal `forbidden` with the rule's reason */
export function demand(role: Role, action: Action): void {
  if (!may(role, action)) throw forbidden(role, RULES[action].because);
}

/** The answer to somebody whose role does not reach. */
export function forbidden(role: Role, because: string): Refusal {
  const who = { owner: "An owner", admin: "An admin", member: "A member", guest: "A guest" }[role];
  return new Refusal({ code: "forbidden", message: `${who} may not do this here.`, hint: because });
}

/** Whether one role decides about other people of the other role: their role, their place, their reset links. */
export function manages(by: Role, of: Role): boolean {
  return MANAGED[by].includes(of);
}

interface Standing {
  readonly role: Role;
  /** The person asks about themselves. */
  readonly self: boolean;
  readonly only_owner: boolean;
  readonly owns_rooms: boolean;
}

/**
 * The roles that a member may be given, the present one included; empty when nothing may be changed. Who leads
 * may step down; the only owner may not, and who owns Rooms hands them over before becoming a guest.
 */
export function rolesToGive(by: Role, to: Standing): readonly Role[] {
  if (to.only_owner || !(to.self ? may(by, "manage_members") : manages(by, to.role))) return [];
  const given = to.self ? [by, ...MANAGED[by].filter((role) => role !== by)] : MANAGED[by];
  return to.owns_rooms ? given.filter((role) => may(role, "own_rooms")) : given;
}

/** Whether a link of this role may be made, to the workspace alone (`own_room` false) or to a Room. */
export function mayInvite(by: Role, link: { readonly role: Role; readonly own_room: boolean }): boolean {
  return INVITED[by].includes(link.role) && may(by, link.own_room ? "invite_to_own_rooms" : "invite");
}

interface Acting {
  readonly person_id: string;
  readonly role: Role;
}

/** Told to whom mayInvite refuses. */
export const INVITING =
  "A link gives no role above the own; owners invite admins, and members invite into the Rooms they own.";

/** Whether somebody may see and withdraw a link that `maker_id` made. */
export function mayRevoke(by: Acting, maker_id: string): boolean {
  return maker_id === by.person_id || may(by.role, "invite");
}

/** A Room's owner decides who its members are. */
export function mayChangeMembers(room: { readonly owner_id: string }, person_id: string): boolean {
  return room.owner_id === person_id;
}

/**
 * A Room is handed over by its owner, or by who manages its owner: nobody takes a Room from who stands above.
 * `owner_role` null: the owner is no member any more, so whoever leads may.
 */
export function mayTransfer(
  by: Acting,
  room: { readonly owner_id: string; readonly owner_role: Role | null },
): boolean {
  if (room.owner_id === by.person_id) return true;
  return room.owner_role === null ? may(by.role, "manage_members") : manages(by.role, room.owner_role);
}
