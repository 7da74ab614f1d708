import { expect, test } from "vitest";
import type { ApprovalRow, Room } from "../data/index.ts";
import { firstSteps } from "./steps.ts";

const ROOM: Room = {
  room_id: "room_1",
  name: "Team room",
  project: { project_id: "proj_1", name: "General" },
  owner: { name: "Owner", you: true },
  members_count: 1,
  runtime: "1",
  apps: [],
  sample_agent: false,
};

const CARD: ApprovalRow = {
  proposal_id: "prop_1",
  name: "Stand-up timer",
  state: "pending",
  revision: 1,
  room: { room_id: "room_1", name: "Team room" },
  client_name: "Claude Code",
  person_name: "Owner",
  files_count: 2,
  bytes: 3067,
  findings_count: 0,
  created_at: "2026-11-30T12:00:00.000Z",
  waiting: true,
};

const START = { launchers: [ROOM], waiting: [], decided: 0, connections: 0 };

test("the steps move on as the client connects and the proposal arrives", () => {
  expect(firstSteps(START)?.step).toBe(1);
  expect(firstSteps({ ...START, connections: 1 })?.step).toBe(2);
  expect(firstSteps({ ...START, connections: 1, waiting: [CARD] })).toMatchObject({ step: 3, card: CARD });
});

test("a proposal of somebody else's client is step 3 too", () => {
  expect(firstSteps({ ...START, waiting: [CARD] })?.step).toBe(3);
});

test("they end with the first decision or the first tab", () => {
  const app = { instance_id: "app_1", name: "Poll", revision: 1, created_at: "2026-11-30T12:00:00.000Z" };
  expect(firstSteps({ ...START, decided: 1 })).toBeUndefined();
  expect(firstSteps({ ...START, launchers: [ROOM, { ...ROOM, apps: [app] }] })).toBeUndefined();
});

test("without an agent of one's own, a demo offers the sample agent", () => {
  expect(firstSteps(START)?.sample).toBe(false);
  expect(firstSteps({ ...START, launchers: [{ ...ROOM, sample_agent: true }] })?.sample).toBe(true);
});

test("who owns no Room has nothing to decide, and so no steps", () => {
  expect(
    firstSteps({ ...START, launchers: [{ ...ROOM, owner: { name: "Owner", you: false } }] }),
  ).toBeUndefined();
});
