import type { Role } from "../data/index.ts";
import type { MessageKey } from "../messages/text.tsx";

export const ROLE_NAMES: Readonly<Record<Role, MessageKey>> = {
  owner: "role.owner",
  admin: "role.admin",
  member: "role.member",
  guest: "role.guest",
};

/** What each role may, in one sentence. */
export const ROLE_WORDS: Readonly<Record<Role, MessageKey>> = {
  owner: "role.owner-may",
  admin: "role.admin-may",
  member: "role.member-may",
  guest: "role.guest-may",
};
