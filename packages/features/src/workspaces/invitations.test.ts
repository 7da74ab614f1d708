import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { Team, type Teammate } from "../testing/team.ts";
import type { Role } from "./tables.ts";

let team: Team;
beforeAll(async () => {
  team = await Team.open();
});
afterAll(async () => await team[Symbol.asyncDispose]());

interface Open {
  invitation_id: string;
  role: Role;
  invited_by: string;
  room_name?: string;
  created_at: string;
  expires_at: string;
}

async function openFor(who: Teammate): Promise<Open[]> {
  const settings = await team.call<{ invitations: Open[] }>(who, "read_workspace", {
    workspace_id: team.workspace_id,
  });
  return settings.invitations;
}

async function read(secret: string, who?: Teammate) {
  return await team.house.call("read_invitation", { secret }, who && { ...who });
}

async function inviteToRoom(by: Teammate, room_id: string, more: object = {}): Promise<string> {
  const { link } = await team.call<{ link: string }>(by, "invite_to_room", { room_id, ...more });
  return new URL(link).hash.slice(1);
}

const over = refusedWith("not_found");

describe("an invitation", () => {
  test("gives its role, and a seat in the oldest project where it names no Room", async () => {
    await team.call(team.owner, "create_project", { workspace_id: team.workspace_id, name: "Later" });
    const secret = await team.invite(team.owner, { role: "guest" });
    expect(await read(secret)).toMatchObject({
      workspace_name: "Workshop",
      invited_by: "Owner",
      role: "guest",
    });
    const guest = await team.accept(secret);
    expect(await team.call(guest, "open_home", {})).toMatchObject({
      workspaces: [{ role: "guest", projects: [{ project_id: team.project_id, rooms: [] }] }],
    });
  });

  test("to a Room leads into the Room too, and is named with it", async () => {
    const secret = await inviteToRoom(team.owner, team.room_id, { role: "guest", days: 2 });
    expect(await read(secret)).toMatchObject({ role: "guest", room_name: "Team room" });
    const [listed] = (await openFor(team.owner)).filter((one) => one.room_name !== undefined);
    expect(listed).toMatchObject({ role: "guest", invited_by: "Owner", room_name: "Team room" });
    expect(Date.parse(listed!.expires_at) - Date.parse(listed!.created_at)).toBe(2 * 86_400_000);
    const guest = await team.accept(secret);
    expect(await team.call(guest, "open_room", { room_id: team.room_id })).toMatchObject({
      name: "Team room",
    });
    expect((await openFor(team.owner)).map((one) => one.invitation_id)).not.toContain(listed!.invitation_id);
  });

  test("gives a member the Room and never another role, and says so (member-5)", async () => {
    const guest = await team.join("guest");
    const secret = await team.invite(team.owner, { role: "admin", room_id: team.room_id });
    expect(await read(secret, guest)).toMatchObject({ role: "guest" });
    await team.call(guest, "accept_invitation", { secret });
    expect(await team.roleOf(guest)).toBe("guest");
    await team.call(guest, "open_room", { room_id: team.room_id });
    await expect(read(secret)).rejects.toMatchObject(over);
  });

  test("that gives its reader nothing stays for whom it is meant", async () => {
    const secret = await team.invite(team.owner, { role: "member", room_id: team.room_id });
    await team.call(team.owner, "accept_invitation", { secret });
    await team.accept(secret);
    await expect(team.accept(secret)).rejects.toMatchObject(over);
  });

  test("is over after its time, and is not listed any more (net-5)", async () => {
    const secret = await team.invite(team.owner, { role: "member" });
    const before = (await openFor(team.owner)).length;
    team.house.sql(
      "update invitations set expires_at = '2026-01-02' where accepted_by is null and role = 'member'",
    );
    await expect(read(secret)).rejects.toMatchObject(over);
    await expect(team.accept(secret)).rejects.toMatchObject(over);
    expect((await openFor(team.owner)).length).toBeLessThan(before);
    await team.invite(team.owner, { role: "guest" });
    const rows = await team.house.ports.store.read
      .selectFrom("invitations")
      .select("expires_at")
      .where("accepted_by", "is", null)
      .execute();
    expect(rows.map((row) => row.expires_at)).not.toContain("2026-01-02");
  });

  test("is listed for who made it and for who leads, and withdrawn by them alone", async () => {
    const [maker, other, admin] = [
      await team.join("member"),
      await team.join("member"),
      await team.join("admin"),
    ];
    const room_id = await team.makeRoom(maker, "Maker's");
    const secrets = [await inviteToRoom(maker, room_id), await inviteToRoom(maker, room_id)];
    const mine = await openFor(maker);
    expect(mine.map((one) => one.room_name)).toEqual(["Maker's", "Maker's"]);
    expect(await openFor(other)).toEqual([]);
    expect(await openFor(admin)).toEqual(expect.arrayContaining(mine));
    const withdraw = async (by: Teammate, at: number) =>
      await team.call(by, "revoke_invitation", {
        workspace_id: team.workspace_id,
        invitation_id: mine[at]!.invitation_id,
      });
    await expect(withdraw(other, 0)).rejects.toMatchObject(over);
    await withdraw(maker, 0);
    await withdraw(admin, 1);
    await expect(withdraw(admin, 1)).rejects.toMatchObject(over);
    for (const secret of secrets) await expect(read(secret)).rejects.toMatchObject(over);
  });

  test("of one person are bounded, and keep nobody else from inviting", async () => {
    const [maker, other] = [await team.join("admin"), await team.join("admin")];
    for (let count = 0; count < 100; count += 1) await team.invite(maker, { role: "guest" });
    await expect(team.invite(maker, { role: "guest" })).rejects.toMatchObject(refusedWith("conflict_state"));
    await team.invite(other, { role: "guest" });
    await team.remove(team.owner, maker);
  });
});

describe("an invitation works only while its maker could make it (member-3)", () => {
  test("and ends with who left, also for when they come back", async () => {
    const leaver = await team.join("admin");
    const secret = await team.invite(leaver, { role: "member", room_id: team.room_id });
    await team.remove(team.owner, leaver);
    await expect(read(secret)).rejects.toMatchObject(over);
    await expect(team.accept(secret)).rejects.toMatchObject(over);
    await team.call(leaver, "accept_invitation", {
      secret: await team.invite(team.owner, { role: "admin" }),
    });
    await expect(read(secret)).rejects.toMatchObject(over);
  });

  test("and ends with the role that made it", async () => {
    const admin = await team.join("admin");
    const secret = await team.invite(admin, { role: "member" });
    await team.changeRole(team.owner, admin, "member");
    await expect(read(secret)).rejects.toMatchObject(over);
    await expect(team.accept(secret)).rejects.toMatchObject(over);
    expect(await openFor(admin)).toEqual([]);
  });

  test("and ends with the Room that was handed over", async () => {
    const maker = await team.join("member");
    const room_id = await team.makeRoom(maker, "Handed over");
    const secret = await inviteToRoom(maker, room_id);
    await team.call(maker, "transfer_room", { room_id, person_id: team.owner.person_id });
    await expect(read(secret)).rejects.toMatchObject(over);
  });
});
