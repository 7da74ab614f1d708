import { expect, test } from "vitest";
import type { RoomEntry } from "../data/apps.ts";
import { removedApps, toldOnce } from "./room-entries.ts";

function entry(sequence: number, type: string, instance_id?: string): RoomEntry {
  return {
    sequence,
    type,
    at: `2026-11-30T10:00:0${sequence}.000Z`,
    actor: { kind: "person", name: "Owner" },
    name: `App of ${sequence}`,
    ...(instance_id !== undefined && { instance_id }),
  };
}

test("an app that was removed is listed once, by its latest removal", () => {
  const entries = [
    entry(5, "app.removed", "poll"),
    entry(3, "app.removed", "timer"),
    entry(2, "app.removed", "poll"),
  ];
  expect(removedApps(entries, []).map(({ instance_id, name }) => [instance_id, name])).toEqual([
    ["poll", "App of 5"],
    ["timer", "App of 3"],
  ]);
});

test("what stands again is not listed, nor is what was never removed", () => {
  const entries = [
    entry(3, "app.reverted", "poll"),
    entry(2, "app.removed", "poll"),
    entry(1, "app.created", "timer"),
  ];
  expect(removedApps(entries, ["poll", "timer"])).toEqual([]);
});

test("an approval is told by the app that it let in, and by itself only where that is not on the page", () => {
  const of = (sequence: number, type: string, proposal_id: string) => ({
    ...entry(sequence, type),
    proposal_id,
  });
  const entries = [
    of(4, "app.updated", "b"),
    of(3, "proposal.approved", "b"),
    of(1, "proposal.approved", "a"),
  ];
  expect(toldOnce(entries).map(({ sequence }) => sequence)).toEqual([4, 1]);
});
