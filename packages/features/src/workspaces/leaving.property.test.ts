import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { Team, type Teammate } from "../testing/team.ts";
import type { Role } from "./tables.ts";

// Whatever people do to each other in whatever order: a workspace has an owner, each Room's owner can reach it,
// nobody outside stands in anything, and nobody was raised above who raised them.

const ROLES = ["owner", "admin", "member", "guest"] as const;
const rank = (role: Role | undefined) => (role === undefined ? 9 : ROLES.indexOf(role));

let team: Team;
const people: Teammate[] = [];
beforeAll(async () => {
  team = await Team.open();
  for (let count = 0; count < 5; count += 1) people.push(await team.join("guest"));
});
afterAll(async () => await team[Symbol.asyncDispose]());

/** One thing that one of them does to another. */
function aStep(): fc.Arbitrary<Step> {
  const somebody = fc.nat({ max: 4 });
  // Who leads at first acts more often, or little would ever be allowed.
  const by = fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 1 }) }, somebody);
  const role = fc.constantFrom(...ROLES);
  const heir = fc.option(somebody);
  const room = fc.nat({ max: 5 });
  const deed = (...names: string[]) => fc.constantFrom(...names);
  return fc.oneof(
    fc.record({ do: deed("join"), by, to: somebody, role, room: fc.option(room) }),
    fc.record({ do: deed("change_role"), by, to: somebody, role }),
    fc.record({ do: deed("remove_member"), by, to: somebody, heir }),
    fc.record({ do: deed("leave_workspace"), by: somebody, heir }),
    fc.record({ do: deed("create_room"), by }),
    fc.record({
      do: deed("transfer_room", "add_room_member", "remove_room_member"),
      by: somebody,
      to: somebody,
      room,
    }),
    fc.record({ do: deed("leave_room"), by: somebody, room }),
  );
}

interface Step {
  readonly do: string;
  readonly by: number;
  readonly to?: number;
  readonly heir?: number | null;
  readonly role?: Role;
  readonly room?: number | null;
}

interface Place {
  readonly workspace_id: string;
  readonly project_id: string;
  readonly rooms: string[];
}

/** A workspace of all of them, made behind the server's back: each but the guest owns a Room. */
function makeWorkspace(): Place {
  const [workspace_id, project_id] = [newId("workspace"), newId("project")];
  const rooms: string[] = [];
  const insert = (into: string, ...values: string[]) =>
    team.house.sql(`insert into ${into} values (${values.map(() => "?").join(", ")})`, ...values);
  const at = "2026-01-01";
  insert("workspaces (workspace_id, name, created_at)", workspace_id, "W", at);
  insert("projects", workspace_id, project_id, "P", at);
  for (const [index, { person_id }] of people.entries()) {
    const role = (["owner", "admin", "member", "member", "guest"] as const)[index]!;
    insert("members", workspace_id, person_id, role, at);
    insert("project_members", workspace_id, project_id, person_id, at);
    if (role === "guest") continue;
    const room_id = newId("room");
    rooms.push(room_id);
    insert("resources", workspace_id, room_id, project_id, "room", "R", person_id, at);
    insert("resource_members", workspace_id, room_id, person_id, at);
  }
  return { workspace_id, project_id, rooms };
}

async function rolesIn(workspace_id: string): Promise<Map<string, Role>> {
  const rows = await team.house.ports.store.read
    .selectFrom("members")
    .select(["person_id", "role"])
    .where("workspace_id", "=", workspace_id)
    .execute();
  return new Map(rows.map(({ person_id, role }) => [person_id, role]));
}

async function take({ workspace_id, project_id, rooms }: Place, one: Step): Promise<void> {
  const by = people[one.by]!;
  const { person_id } = people[one.to ?? 0]!;
  const room = typeof one.room === "number" && { room_id: rooms[one.room % rooms.length] };
  const heir = typeof one.heir === "number" && { successor_id: people[one.heir]!.person_id };
  switch (one.do) {
    case "join": {
      const wanted = { workspace_id, role: one.role, ...room };
      const { link } = await team.call<{ link: string }>(by, "invite_to_workspace", wanted);
      await team.call(people[one.to ?? 0]!, "accept_invitation", { secret: new URL(link).hash.slice(1) });
      return;
    }
    case "create_room":
      rooms.push((await team.call<{ room_id: string }>(by, one.do, { project_id, name: "R" })).room_id);
      return;
    case "leave_room":
      await team.call(by, one.do, { ...room });
      return;
    case "leave_workspace":
      await team.call(by, one.do, { workspace_id, ...heir });
      return;
    case "change_role":
      await team.call(by, one.do, { workspace_id, person_id, role: one.role });
      return;
    case "remove_member":
      await team.call(by, one.do, { workspace_id, person_id, ...heir });
      return;
    default:
      await team.call(by, one.do, { ...room, person_id });
  }
}

/** What is wrong with a workspace, in words; nothing should be. */
async function faultsOf(workspace_id: string): Promise<string[]> {
  const { read } = team.house.ports.store;
  const roles = await rolesIn(workspace_id);
  const rooms = await read
    .selectFrom("resources")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .execute();
  const inRooms = await read
    .selectFrom("resource_members")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .execute();
  const seated = await read
    .selectFrom("project_members")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .execute();
  const faults = [...inRooms, ...seated].flatMap(({ person_id }) =>
    roles.has(person_id) ? [] : [`${person_id} is outside and stands in something`],
  );
  if (![...roles.values()].includes("owner")) faults.push("there is no owner");
  for (const { resource_id, owner_id, project_id } of rooms) {
    const role = roles.get(owner_id);
    if (role === undefined || role === "guest") faults.push(`a Room is owned by ${role ?? "nobody"}`);
    const inside = inRooms.some((one) => one.resource_id === resource_id && one.person_id === owner_id);
    const seat = seated.some((one) => one.project_id === project_id && one.person_id === owner_id);
    if (!inside || !seat) faults.push("a Room's owner is not in it");
  }
  return faults;
}

test("no sequence of deeds leaves a workspace or a Room without its owner, or raises anybody too high (member-4, member-5)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep(), { minLength: 10, maxLength: 40 }), async (steps) => {
      const place = makeWorkspace();
      for (const one of steps) {
        const before = await rolesIn(place.workspace_id);
        await take(place, one).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        const after = await rolesIn(place.workspace_id);
        const actor = before.get(people[one.by]!.person_id);
        for (const [person_id, role] of after) {
          const was = before.get(person_id);
          if (rank(role) < rank(was)) expect(rank(role)).toBeGreaterThanOrEqual(rank(actor));
        }
        expect(await faultsOf(place.workspace_id)).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});
