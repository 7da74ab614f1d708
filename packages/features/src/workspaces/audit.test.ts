import { afterAll, beforeAll, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { Team, type Teammate } from "../testing/team.ts";

let team: Team;
let admin: Teammate;
beforeAll(async () => {
  team = await Team.open();
  admin = await team.join("admin");
});
afterAll(async () => await team[Symbol.asyncDispose]());

interface Entry {
  sequence: number;
  at: string;
  action: string;
  actor: { kind: string; name: string };
  subject?: string;
  detail?: string;
}
interface Page {
  entries: Entry[];
  next_cursor?: string;
}

async function page(who = admin, cursor?: string): Promise<Page> {
  const { workspace_id } = team;
  return await team.call<Page>(who, "list_audit", { workspace_id, ...(cursor !== undefined && { cursor }) });
}

/** What was written since, oldest first, without its place and time. */
async function since(sequence: number) {
  const { entries } = await page();
  return entries
    .filter((entry) => entry.sequence > sequence)
    .map(({ sequence: _s, at: _at, actor, ...entry }) => ({ ...entry, actor: actor.name }))
    .toReversed();
}

test("each change is written down, with who did it, to whom, by their names", async () => {
  const { workspace_id, room_id, owner } = team;
  const last = (await page()).entries[0]!.sequence;
  await team.call(owner, "rename_workspace", { workspace_id, name: "Workshop 2" });
  await team.call(owner, "rename_workspace", { workspace_id, name: "Workshop 2" });
  await team.call(owner, "set_workspace_policy", { workspace_id, confirm_minutes: 10 });
  const joined = await team.accept(await team.invite(admin, { role: "member", room_id }));
  const own = await team.makeRoom(joined, "Own");
  for (const operation of ["remove_room_member", "add_room_member"]) {
    // The second time there is nothing to change, so nothing to tell.
    await team.call(owner, operation, { room_id, person_id: joined.person_id });
    await team.call(owner, operation, { room_id, person_id: joined.person_id });
  }
  await team.call(joined, "leave_room", { room_id });
  await team.changeRole(owner, joined, "admin");
  await team.changeRole(owner, joined, "member");
  await team.invite(owner, { role: "guest" });
  const settings = await team.call<{ invitations: { invitation_id: string }[] }>(owner, "read_workspace", {
    workspace_id,
  });
  await team.call(owner, "revoke_invitation", {
    workspace_id,
    invitation_id: settings.invitations[0]!.invitation_id,
  });
  await team.call(joined, "transfer_room", { room_id: own, person_id: admin.person_id });
  await team.remove(admin, joined);
  const [by, who] = [owner.name, joined.name];
  expect(await since(last)).toEqual([
    { action: "workspace.renamed", actor: by, subject: "Workshop", detail: "Workshop 2" },
    { action: "workspace.policy_set", actor: by, subject: "Confirming approvals", detail: "0 → 10 minutes" },
    { action: "invitation.made", actor: admin.name, subject: "Team room", detail: "member" },
    { action: "member.joined", actor: who, detail: `member, invited by ${admin.name}` },
    { action: "room.member_joined", actor: who, subject: "Team room", detail: `invited by ${admin.name}` },
    { action: "room.created", actor: who, subject: "Own" },
    { action: "room.member_removed", actor: by, subject: "Team room", detail: who },
    { action: "room.member_added", actor: by, subject: "Team room", detail: who },
    { action: "room.member_left", actor: who, subject: "Team room" },
    { action: "member.role_changed", actor: by, subject: who, detail: "member → admin" },
    { action: "member.role_changed", actor: by, subject: who, detail: "admin → member" },
    { action: "invitation.made", actor: by, detail: "guest" },
    { action: "invitation.revoked", actor: by, detail: "guest" },
    { action: "room.transferred", actor: who, subject: "Own", detail: admin.name },
    { action: "member.removed", actor: admin.name, subject: who },
  ]);
});

test("a refused change is not written down", async () => {
  const before = await page();
  await expect(team.changeRole(admin, team.owner, "guest")).rejects.toMatchObject(refusedWith("forbidden"));
  expect(await page()).toEqual(before);
});

test("the log is read newest first, page by page, to its first entry", async () => {
  for (let count = 0; count < 60; count += 1) {
    const { workspace_id } = team;
    await team.call(team.owner, "rename_workspace", { workspace_id, name: `Name ${count}` });
  }
  const read: Entry[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { entries, next_cursor } = await page(admin, cursor);
    read.push(...entries);
    cursor = next_cursor;
  }
  const sequences = read.map((entry) => entry.sequence);
  expect(sequences).toEqual(Array.from(sequences, (_, at) => sequences.length - at));
  expect(read[0]).toMatchObject({
    action: "workspace.renamed",
    detail: "Name 59",
    actor: { kind: "person" },
  });
});

test("names stay as they were, whatever people are called later", async () => {
  const { entries } = await page();
  expect(entries[0]!.actor.name).toBe("Owner");
  team.house.sql("update persons set name = 'Another name' where person_id = ?", team.owner.person_id);
  expect((await page()).entries).toEqual(entries);
});

test("each policy that changes is an entry; one that is left out stays as it was", async () => {
  const { workspace_id, owner } = team;
  const set = async (policies: object) =>
    await team.call(owner, "set_workspace_policy", { workspace_id, confirm_minutes: 0, ...policies });
  const read = async () => await team.call(owner, "read_workspace", { workspace_id });
  await set({});
  const last = (await page()).entries[0]!.sequence;
  expect(await read()).toMatchObject({ previews: true, own_approvals: true });
  await set({ previews: false });
  await set({ own_approvals: false, confirm_minutes: 5 });
  expect(await read()).toMatchObject({ previews: false, own_approvals: false, confirm_minutes: 5 });
  await set({ confirm_minutes: 5 });
  await set({ previews: true, confirm_minutes: 5 });
  const entries = (await since(last)).map(({ action, subject, detail }) => [action, subject, detail]);
  expect(entries).toEqual([
    ["workspace.policy_set", "Previews of proposed apps", "allowed → not allowed"],
    ["workspace.policy_set", "Confirming approvals", "0 → 5 minutes"],
    ["workspace.policy_set", "Approving what one's own agents proposed", "allowed → not allowed"],
    ["workspace.policy_set", "Previews of proposed apps", "not allowed → allowed"],
  ]);
});
