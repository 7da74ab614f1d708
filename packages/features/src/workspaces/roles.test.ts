import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { Team, type Teammate } from "../testing/team.ts";

// Every write of a workspace asks the policy: each operation is tried by each role, and by somebody outside.

let team: Team;
const people: Record<string, Teammate> = {};
/** Those that things are done to; made anew where a test uses one up. */
let target: Teammate;
let targets_room: string;

beforeAll(async () => {
  team = await Team.open();
  people["owner"] = team.owner;
  for (const role of ["admin", "member", "guest"] as const)
    people[role] = await team.join(role, { room: true });
  const gone = await team.join("member");
  await team.remove(team.owner, gone);
  people["outsider"] = gone;
  target = await team.join("member", { room: true });
  targets_room = await team.makeRoom(target, "Target's");
});
afterAll(async () => await team[Symbol.asyncDispose]());

/** Role by role: undefined for what works, else the code of the refusal. */
type Expected = Record<"owner" | "admin" | "member" | "guest" | "outsider", string | undefined>;

const LEADS: Expected = {
  owner: undefined,
  admin: undefined,
  member: "forbidden",
  guest: "forbidden",
  outsider: "not_found",
};
const COLLEAGUES: Expected = { ...LEADS, member: undefined };

const here = () => ({ workspace_id: team.workspace_id });

const OPERATIONS: [string, () => object | Promise<object>, Expected][] = [
  ["rename_workspace", () => ({ ...here(), name: "Workshop" }), LEADS],
  ["set_workspace_policy", () => ({ ...here(), confirm_minutes: 5 }), LEADS],
  ["list_audit", here, LEADS],
  ["read_workspace", here, { ...COLLEAGUES, guest: undefined }],
  ["create_project", () => ({ ...here(), name: "New" }), COLLEAGUES],
  ["create_room", () => ({ project_id: team.project_id, name: "New" }), COLLEAGUES],
  ["invite_to_workspace", () => ({ ...here(), role: "guest" }), LEADS],
  ["invite_to_workspace", () => ({ ...here(), role: "admin" }), { ...LEADS, admin: "forbidden" }],
  ["invite_to_workspace", () => ({ ...here(), role: "guest", room_id: team.room_id }), LEADS],
  [
    "invite_to_workspace",
    () => ({ ...here(), role: "guest", room_id: targets_room }),
    { ...LEADS, member: "not_found", guest: "not_found" },
  ],
  ["invite_to_room", () => ({ room_id: team.room_id }), { ...LEADS, admin: "forbidden" }],
  ["change_role", () => ({ ...here(), person_id: target.person_id, role: "member" }), LEADS],
  [
    "change_role",
    () => ({ ...here(), person_id: target.person_id, role: "admin" }),
    { ...LEADS, admin: "forbidden" },
  ],
  [
    "change_role",
    () => ({ ...here(), person_id: team.owner.person_id, role: "guest" }),
    { ...LEADS, owner: "conflict_state", admin: "forbidden" },
  ],
  ["remove_member", async () => ({ ...here(), person_id: (await team.join("guest")).person_id }), LEADS],
  [
    "remove_member",
    () => ({ ...here(), person_id: team.owner.person_id }),
    { ...LEADS, owner: "conflict_state", admin: "forbidden" },
  ],
  [
    "remove_member",
    () => ({ ...here(), person_id: "pers_none" }),
    { ...LEADS, owner: "not_found", admin: "not_found" },
  ],
  [
    "transfer_room",
    async () => {
      const from = await team.join("member");
      return { room_id: await team.makeRoom(from, "Another"), person_id: target.person_id };
    },
    { ...LEADS, member: "not_found", guest: "not_found" },
  ],
  [
    "transfer_room",
    () => ({ room_id: team.room_id, person_id: "pers_none" }),
    { ...LEADS, owner: "invalid_arguments", admin: "forbidden" },
  ],
  [
    "leave_room",
    () => ({ room_id: targets_room }),
    { ...LEADS, owner: "not_found", admin: "not_found", member: "not_found", guest: "not_found" },
  ],
];

describe.each(OPERATIONS)("%s, case %#", (operation, input, expected) => {
  test.each(Object.entries(expected))("by the %s: %s", async (who, code) => {
    await team.call(team.owner, "change_role", { ...here(), person_id: target.person_id, role: "member" });
    const calling = team.call(people[who]!, operation, await input());
    if (code === undefined) await expect(calling).resolves.toBeDefined();
    else await expect(calling).rejects.toMatchObject(refusedWith(code));
  });
});
