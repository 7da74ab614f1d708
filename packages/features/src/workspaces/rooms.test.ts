import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { Team, type Teammate } from "../testing/team.ts";

let team: Team;
let member: Teammate;
let room_id: string;
beforeAll(async () => {
  team = await Team.open();
  member = await team.join("member");
  room_id = await team.makeRoom(member, "Member's");
});
afterAll(async () => await team[Symbol.asyncDispose]());

const transfer = async (by: Teammate, to: Teammate, room = room_id) =>
  await team.call(by, "transfer_room", { room_id: room, person_id: to.person_id });

async function mayTransfer(who: Teammate): Promise<boolean> {
  return (await team.call<{ may_transfer: boolean }>(who, "list_room_members", { room_id })).may_transfer;
}

describe("a Room that is handed over", () => {
  test("is the other's to decide, and the one before is a member like others", async () => {
    const heir = await team.join("member");
    await transfer(member, heir);
    const { members } = await team.call<{ members: object[] }>(member, "list_room_members", { room_id });
    expect(members).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ person_id: heir.person_id, owner: true }),
        expect.objectContaining({ person_id: member.person_id, owner: false }),
      ]),
    );
    expect([await mayTransfer(member), await mayTransfer(heir)]).toEqual([false, true]);
    await expect(transfer(member, member)).rejects.toMatchObject(refusedWith("forbidden"));
    await transfer(heir, member);
  });

  test("passes to no guest, to nobody outside, and not to its owner", async () => {
    const [guest, outside] = [await team.join("guest"), await team.join("member")];
    await team.remove(team.owner, outside);
    for (const one of [guest, outside]) {
      await expect(transfer(member, one)).rejects.toMatchObject(
        refusedWith("invalid_arguments", "person_id"),
      );
    }
    await expect(transfer(member, member)).rejects.toMatchObject(refusedWith("conflict_state"));
    expect(await team.ownerOf(room_id)).toBe(member.person_id);
  });

  test("by an admin who is not in it lets only the new owner in", async () => {
    const [admin, heir] = [await team.join("admin"), await team.join("member")];
    await transfer(admin, heir);
    await expect(team.call(admin, "open_room", { room_id })).rejects.toMatchObject(refusedWith("not_found"));
    expect(await team.call(heir, "open_room", { room_id })).toMatchObject({ owner: { you: true } });
    await transfer(heir, member);
  });

  test("is never an owner's or another admin's who did not want it, for an admin (member-5)", async () => {
    const [admin, other] = [await team.join("admin", { room: true }), await team.join("admin")];
    const others = await team.makeRoom(other, "Other admin's");
    await expect(transfer(admin, admin, others)).rejects.toMatchObject(refusedWith("not_found"));
    await expect(transfer(admin, admin, team.room_id)).rejects.toMatchObject(refusedWith("forbidden"));
    await transfer(team.owner, team.owner, others);
    expect(await team.ownerOf(others)).toBe(team.owner.person_id);
  });
});

describe("a Room's member", () => {
  test("leaves, and is out; the owner stays", async () => {
    const guest = await team.join("guest", { room: true });
    const open = async () => await team.call(guest, "open_room", { room_id: team.room_id });
    await open();
    team.house.opened.signals.length = 0;
    await team.call(guest, "leave_room", { room_id: team.room_id });
    await expect(open()).rejects.toMatchObject(refusedWith("not_found"));
    expect(team.house.opened.signals).toContainEqual({ kind: "person", person_id: guest.person_id });
    expect(team.house.opened.signals).toContainEqual({
      kind: "resource",
      resource_id: team.room_id,
      sequence: 0,
    });
    await expect(team.call(guest, "leave_room", { room_id: team.room_id })).rejects.toMatchObject(
      refusedWith("not_found"),
    );
    await expect(team.call(member, "leave_room", { room_id })).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
  });

  test("is added and taken out by the owner alone", async () => {
    const [added, admin] = [await team.join("guest"), await team.join("admin", { room: true })];
    const change = { room_id: team.room_id, person_id: added.person_id };
    for (const operation of ["add_room_member", "remove_room_member"]) {
      await expect(team.call(admin, operation, change)).rejects.toMatchObject(refusedWith("forbidden"));
    }
    await team.call(team.owner, "add_room_member", change);
    await team.call(added, "open_room", { room_id: team.room_id });
    await team.call(team.owner, "remove_room_member", change);
    await expect(team.call(added, "open_room", { room_id: team.room_id })).rejects.toMatchObject(
      refusedWith("not_found"),
    );
  });
});
