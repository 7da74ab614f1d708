import { expect, test } from "vitest";
import {
  filterRows,
  NO_FILTER,
  readFilter,
  showsFilter,
  writeFilter,
  type QueueFilter,
} from "./queue-filter.ts";
import { queueRow } from "./queue-rows.fixture.ts";

const updates = { instance_id: "app_1", name: "Retro board", revision: 3 };
const RELEASE = { room_id: "room_release", name: "Release room" };
const ROWS = [
  queueRow("timer"),
  queueRow("retro", { name: "Retro board", updates, findings_count: 2, client_name: "docs-claude" }),
  queueRow("chart", {
    name: "Ärger chart",
    updates,
    answers: { proposal_id: "p", comments_count: 2 },
    room: RELEASE,
  }),
];

const left = (filter: Partial<QueueFilter>) =>
  filterRows(ROWS, { ...NO_FILTER, ...filter }).map((row) => row.proposal_id);

test("no filter leaves every row", () => {
  expect(left({})).toEqual(["timer", "retro", "chart"]);
  expect(left({ text: "   " })).toEqual(["timer", "retro", "chart"]);
});

test("a text finds names, Rooms, clients and persons, in any case, each word of it", () => {
  expect(left({ text: "RETRO" })).toEqual(["retro"]);
  expect(left({ text: "ärger" })).toEqual(["chart"]);
  expect(left({ text: "release" })).toEqual(["chart"]);
  expect(left({ text: "team docs" })).toEqual(["retro"]);
  expect(left({ text: "owner nobody" })).toEqual([]);
});

test("a Room, a kind and findings leave those of them, all together", () => {
  expect(left({ room: "room_release" })).toEqual(["chart"]);
  expect(left({ kind: "new" })).toEqual(["timer"]);
  expect(left({ kind: "update" })).toEqual(["retro", "chart"]);
  expect(left({ kind: "answers" })).toEqual(["chart"]);
  expect(left({ kind: "update", findings: true })).toEqual(["retro"]);
});

test("a filter outlives the page's address, and an address that somebody made up filters nothing", () => {
  const filter = { text: "a & b", room: "room_team", kind: "answers", findings: true } as const;
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter(NO_FILTER)).toBe("");
  expect(readFilter("kind=everything&other=1")).toEqual(NO_FILTER);
});

test("it is shown once there is more than a handful, or while it is set", () => {
  expect(showsFilter(ROWS, NO_FILTER)).toBe(false);
  expect(showsFilter(ROWS, { ...NO_FILTER, findings: true })).toBe(true);
  expect(showsFilter([...ROWS, ...ROWS], NO_FILTER)).toBe(true);
});
