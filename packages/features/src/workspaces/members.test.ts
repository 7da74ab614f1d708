import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateBearer, issueApiToken } from "../auth/index.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { Team, type Teammate } from "../testing/team.ts";
import type { Role } from "./tables.ts";

// Roles change, people leave and come back: what each of them holds afterwards.

let team: Team;
beforeAll(async () => {
  team = await Team.open();
});
afterAll(async () => await team[Symbol.asyncDispose]());

interface Settings {
  your_role: Role;
  may: Record<string, boolean>;
  members: {
    person_id: string;
    role: Role;
    you: boolean;
    rooms: { room_id: string; name: string }[];
    roles_to_give: Role[];
    may_remove: boolean;
    may_reset: boolean;
  }[];
}

async function settingsFor(who: Teammate): Promise<Settings> {
  return await team.call<Settings>(who, "read_workspace", { workspace_id: team.workspace_id });
}

async function seenBy(who: Teammate, of: Teammate) {
  return (await settingsFor(who)).members.find((member) => member.person_id === of.person_id);
}

/** What a person's browser shows of workspaces. */
async function homeOf(who: Teammate) {
  const { workspaces } = await team.call<{
    workspaces: { role: Role; projects: { rooms: { room_id: string }[] }[] }[];
  }>(who, "open_home", {});
  return workspaces.map(({ role, projects }) => ({
    role,
    rooms: projects.flatMap(({ rooms }) => rooms.map((room) => room.room_id)),
  }));
}

/** The table's rows in which a person stands. */
async function standingOf({ person_id }: Teammate) {
  const { read } = team.house.ports.store;
  const counts = await Promise.all(
    (["members", "project_members", "resource_members"] as const).map(
      async (table) =>
        (await read.selectFrom(table).select("person_id").where("person_id", "=", person_id).execute())
          .length,
    ),
  );
  const seats = await read
    .selectFrom("seats as s")
    .innerJoin("connections as c", "c.connection_id", "s.connection_id")
    .select("s.project_id")
    .where("c.person_id", "=", person_id)
    .execute();
  return [...counts, seats.length];
}

describe("a role", () => {
  test("is told with what may be done, and to whom", async () => {
    const admin = await team.join("admin");
    const other = await team.join("admin");
    const member = await team.join("member");
    const room_id = await team.makeRoom(member, "Member's");
    expect((await settingsFor(admin)).may).toEqual({
      rename: true,
      set_policy: true,
      invite: true,
      manage_members: true,
      read_audit: true,
    });
    expect(Object.values((await settingsFor(member)).may)).not.toContain(true);
    expect(await seenBy(admin, member)).toMatchObject({
      rooms: [{ room_id, name: "Member's" }],
      roles_to_give: ["member"],
      may_remove: true,
      may_reset: true,
    });
    const untouchable = { rooms: [], roles_to_give: [], may_remove: false, may_reset: false };
    expect(await seenBy(admin, other)).toMatchObject(untouchable);
    expect(await seenBy(admin, team.owner)).toMatchObject(untouchable);
    expect(await seenBy(member, admin)).toMatchObject(untouchable);
    expect(await seenBy(admin, admin)).toMatchObject({
      you: true,
      roles_to_give: ["admin", "member", "guest"],
      may_remove: false,
      may_reset: false,
    });
    expect(await seenBy(team.owner, team.owner)).toMatchObject({ roles_to_give: [], may_remove: false });
  });

  test("changes at once, and everybody is told", async () => {
    const member = await team.join("member");
    team.house.opened.signals.length = 0;
    await team.changeRole(team.owner, member, "admin");
    expect(team.house.opened.signals).toContainEqual({ kind: "person", person_id: member.person_id });
    expect(team.house.opened.signals).toContainEqual({ kind: "person", person_id: team.owner.person_id });
    await team.call(member, "list_audit", { workspace_id: team.workspace_id });
    await team.changeRole(team.owner, member, "guest");
    await expect(team.call(member, "list_audit", { workspace_id: team.workspace_id })).rejects.toMatchObject(
      refusedWith("forbidden"),
    );
  });

  test("of guest goes to nobody who owns a Room", async () => {
    const member = await team.join("member");
    const room_id = await team.makeRoom(member, "Kept");
    await expect(team.changeRole(team.owner, member, "guest")).rejects.toMatchObject(
      refusedWith("conflict_state", "role"),
    );
    await team.call(member, "transfer_room", { room_id, person_id: team.owner.person_id });
    await team.changeRole(team.owner, member, "guest");
    expect(await team.roleOf(member)).toBe("guest");
  });

  test("of owner goes only from owners, who step down only where another stays (member-5)", async () => {
    const second = await team.join("admin");
    await expect(team.changeRole(second, second, "owner")).rejects.toMatchObject(refusedWith("forbidden"));
    await team.changeRole(team.owner, second, "owner");
    await team.changeRole(second, second, "admin");
    await expect(team.changeRole(team.owner, team.owner, "admin")).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
    expect(await team.roleOf(team.owner)).toBe("owner");
  });
});

test("a guest knows the people of the Rooms they share, and nobody else", async () => {
  const guest = await team.join("guest", { room: true });
  const inRoom = await team.join("guest", { room: true });
  const elsewhere = await team.join("member");
  const seen = (await settingsFor(guest)).members.map((member) => member.person_id);
  expect(seen).toEqual(expect.arrayContaining([guest.person_id, inRoom.person_id, team.owner.person_id]));
  expect(seen).not.toContain(elsewhere.person_id);
  expect((await settingsFor(elsewhere)).members.map((one) => one.person_id)).toContain(guest.person_id);
});

describe("who is taken out", () => {
  test("stands nowhere any more, and everything held open is looked at again (member-1)", async () => {
    const leaver = await team.join("member", { room: true });
    const email = "person" + leaver.name.slice("Person ".length) + "@example.test";
    const { token } = await issueApiToken(team.house.ports.store, { email, scopes: ["osfoundry:read"] });
    expect(await authenticateBearer(team.house.ports, token)).toBeDefined();
    expect(await standingOf(leaver)).toEqual([1, 1, 1, 1]);
    team.house.opened.signals.length = 0;
    await team.remove(team.owner, leaver);
    expect(await standingOf(leaver)).toEqual([0, 0, 0, 0]);
    expect(await homeOf(leaver)).toEqual([]);
    expect(await authenticateBearer(team.house.ports, token)).toBeUndefined();
    expect(team.house.opened.signals).toContainEqual({ kind: "person", person_id: leaver.person_id });
    expect(team.house.opened.signals).toContainEqual({ kind: "person", person_id: team.owner.person_id });
    expect(team.house.opened.signals).toContainEqual({
      kind: "resource",
      resource_id: team.room_id,
      sequence: 0,
    });
    await expect(settingsFor(leaver)).rejects.toMatchObject(refusedWith("not_found"));
  });

  test("and invited again begins anew: another role, no Room, no connection of before (member-2)", async () => {
    const leaver = await team.join("admin", { room: true });
    const email = "person" + leaver.name.slice("Person ".length) + "@example.test";
    const { token } = await issueApiToken(team.house.ports.store, { email, scopes: ["osfoundry:read"] });
    await team.remove(team.owner, leaver);
    const secret = await team.invite(team.owner, { role: "guest" });
    await team.call(leaver, "accept_invitation", { secret });
    expect(await homeOf(leaver)).toEqual([{ role: "guest", rooms: [] }]);
    expect(await authenticateBearer(team.house.ports, token)).toBeUndefined();
    expect((await team.call<{ total: number }>(leaver, "list_connections", {})).total).toBe(0);
  });

  test("by an admin is never an owner or another admin", async () => {
    const [admin, other] = [await team.join("admin"), await team.join("admin")];
    await expect(team.remove(admin, other)).rejects.toMatchObject(refusedWith("forbidden"));
    await expect(team.remove(admin, team.owner)).rejects.toMatchObject(refusedWith("forbidden"));
  });
});

describe("the Rooms of who leaves pass on (member-4)", () => {
  const leave = async (who: Teammate, successor?: Teammate) =>
    await team.call(who, "leave_workspace", {
      workspace_id: team.workspace_id,
      ...(successor && { successor_id: successor.person_id }),
    });

  test("to who is named, who is in the Room and its project from then on", async () => {
    const [leaver, heir] = [await team.join("member"), await team.join("member")];
    const room_id = await team.makeRoom(leaver, "Handed on");
    await leave(leaver, heir);
    expect(await team.ownerOf(room_id)).toBe(heir.person_id);
    expect((await homeOf(heir))[0]?.rooms).toContain(room_id);
    expect(await team.call(heir, "list_room_members", { room_id })).toMatchObject({
      members: [{ person_id: heir.person_id, owner: true }],
      may_transfer: true,
    });
  });

  test("to who leads longest where nobody is named", async () => {
    const leaver = await team.join("owner");
    const room_id = await team.makeRoom(leaver, "Left behind");
    await leave(leaver);
    expect(await team.ownerOf(room_id)).toBe(team.owner.person_id);
  });

  test.each(["a guest", "the leaver", "somebody outside"])("never to %s", async (who) => {
    const leaver = await team.join("member");
    const room_id = await team.makeRoom(leaver, "Stays");
    const outside = await team.join("member");
    await team.remove(team.owner, outside);
    const heir = { "a guest": await team.join("guest"), "the leaver": leaver }[who] ?? outside;
    await expect(leave(leaver, heir)).rejects.toMatchObject(refusedWith("invalid_arguments", "successor_id"));
    expect(await team.ownerOf(room_id)).toBe(leaver.person_id);
    expect(await team.roleOf(leaver)).toBe("member");
  });
});

test("the only owner stays, however many admins there are (member-4)", async () => {
  await team.join("admin");
  await expect(
    team.call(team.owner, "leave_workspace", { workspace_id: team.workspace_id }),
  ).rejects.toMatchObject(refusedWith("conflict_state"));
  expect(await team.roleOf(team.owner)).toBe("owner");
});

test("of two owners who leave at once, one stays (member-4)", async () => {
  await using other = await Team.open();
  const second = await other.join("owner");
  const left = await Promise.allSettled(
    [other.owner, second].map(
      async (who) => await other.call(who, "leave_workspace", { workspace_id: other.workspace_id }),
    ),
  );
  expect(left.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect([await other.roleOf(other.owner), await other.roleOf(second)]).toContain("owner");
});
