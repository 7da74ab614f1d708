import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Action,
  demand,
  manages,
  may,
  mayInvite,
  mayRevoke,
  mayTransfer,
  rolesToGive,
  RULES,
} from "./policy.ts";
import type { Role } from "./tables.ts";

const ROLES = ["owner", "admin", "member", "guest"] as const;
/** The higher, the more. */
const rank = (role: Role) => -ROLES.indexOf(role);

/** The whole table again, by hand: a change of the rules is a change here too. */
const TABLE: Record<Action, readonly Role[]> = {
  rename: ["owner", "admin"],
  set_policy: ["owner", "admin"],
  read_audit: ["owner", "admin"],
  manage_members: ["owner", "admin"],
  invite: ["owner", "admin"],
  invite_to_own_rooms: ["owner", "admin", "member"],
  create: ["owner", "admin", "member"],
  own_rooms: ["owner", "admin", "member"],
  see_people: ["owner", "admin", "member"],
};

describe.each(Object.keys(RULES) as Action[])("to %s", (action) => {
  test.each(ROLES)("%s", (role) => {
    expect(may(role, action)).toBe(TABLE[action].includes(role));
    if (may(role, action)) expect(demand(role, action)).toBeUndefined();
    else expect(() => demand(role, action)).toThrow(expect.objectContaining({ name: "Refusal" }));
  });
});

test("whom each role manages", () => {
  const managed = (by: Role) => ROLES.filter((of) => manages(by, of));
  expect(ROLES.map(managed)).toEqual([["owner", "admin", "member", "guest"], ["member", "guest"], [], []]);
});

test("which roles each role gives by a link, to the workspace and to a Room of its own", () => {
  const links = (by: Role, own_room: boolean) => ROLES.filter((role) => mayInvite(by, { role, own_room }));
  const three = ["admin", "member", "guest"];
  const two = ["member", "guest"];
  expect(ROLES.map((by) => links(by, false))).toEqual([three, two, [], []]);
  expect(ROLES.map((by) => links(by, true))).toEqual([three, two, two, []]);
});

const aRole = fc.constantFrom(...ROLES);
const aStanding = fc.record({
  role: aRole,
  self: fc.boolean(),
  only_owner: fc.boolean(),
  owns_rooms: fc.boolean(),
});

test("nobody gives a role above the own, changes who stands higher, or is given one as the only owner (member-5)", () => {
  fc.assert(
    fc.property(aRole, aStanding, (by, standing) => {
      const to = standing.self ? { ...standing, role: by } : standing;
      const given = rolesToGive(by, to);
      for (const role of given) expect(rank(role)).toBeLessThanOrEqual(rank(by));
      if (rank(to.role) > rank(by) || to.only_owner) expect(given).toEqual([]);
      if (given.length > 0 && !to.owns_rooms) expect(given).toContain(to.role);
    }),
  );
});

test("an owner of Rooms is made no guest, and who leads may step down", () => {
  const other = { self: false, only_owner: false };
  const make = (by: Role, role: Role, owns_rooms: boolean) => rolesToGive(by, { ...other, role, owns_rooms });
  expect(make("owner", "admin", false)).toEqual(["owner", "admin", "member", "guest"]);
  expect(make("owner", "admin", true)).toEqual(["owner", "admin", "member"]);
  expect(make("admin", "guest", false)).toEqual(["member", "guest"]);
  expect(make("admin", "member", true)).toEqual(["member"]);
  const self = (role: Role) => rolesToGive(role, { role, self: true, only_owner: false, owns_rooms: false });
  expect(ROLES.map(self)).toEqual([[...ROLES], ["admin", "member", "guest"], [], []]);
});

test("a Room is handed over by its owner, and by who manages its owner", () => {
  const by = (role: Role, owner_role: Role | null) =>
    mayTransfer({ person_id: "me", role }, { owner_id: "them", owner_role });
  expect(ROLES.filter((role) => by(role, "owner"))).toEqual(["owner"]);
  expect(ROLES.filter((role) => by(role, "admin"))).toEqual(["owner"]);
  expect(ROLES.filter((role) => by(role, "member"))).toEqual(["owner", "admin"]);
  expect(ROLES.filter((role) => by(role, null))).toEqual(["owner", "admin"]);
  const own = { owner_id: "me", owner_role: "member" } as const;
  expect(mayTransfer({ person_id: "me", role: "member" }, own)).toBe(true);
});

test("a link is withdrawn by who made it and by who leads", () => {
  const by = (role: Role, maker_id: string) => mayRevoke({ person_id: "me", role }, maker_id);
  expect(ROLES.filter((role) => by(role, "them"))).toEqual(["owner", "admin"]);
  expect(ROLES.filter((role) => by(role, "me"))).toEqual([...ROLES]);
});
