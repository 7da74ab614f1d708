import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { Reviewer } from "../testing/reviewer.ts";
import { Team, type Teammate } from "../testing/team.ts";
import { type Made, TestAgent } from "../testing/test-agent.ts";

// Lines of revisions: which proposal is the next revision of what, and what its approval changes.

let team: Team;
let member: Teammate;
let owner: Reviewer;
let mine: TestAgent;
let theirs: TestAgent;

beforeAll(async () => {
  team = await Team.open();
  member = await team.join("member", { room: true });
  owner = new Reviewer(team, team.owner);
  const ports = { pendingLimit: 0 };
  [mine, theirs] = [await TestAgent.of(team, team.owner, ports), await TestAgent.of(team, member, ports)];
});
afterAll(async () => await team[Symbol.asyncDispose]());

const lineOf = async ({ proposal_id }: Made) =>
  (await rows()).find((row) => row.proposal_id === proposal_id)?.line_id;
const rows = async () => await team.house.ports.store.read.selectFrom("proposals").selectAll().execute();
const apps = async () => await team.house.ports.store.read.selectFrom("apps").selectAll().execute();
const appOf = async (instance_id: string) => (await apps()).find((app) => app.instance_id === instance_id);

const read = async (made: Made, by = mine) =>
  await by.call("read_proposal", { proposal_id: made.proposal_id });
const status = async (instance_id: string, by = mine) =>
  await by.call<{ launcher: { state: string } }>("read_room_app_status", {
    room_id: team.room_id,
    instance_id,
  });
const onApp = async (name: string, instance_id: string, more: object = {}) =>
  await owner.call(name, { room_id: team.room_id, instance_id, ...more });
const eventsOf = async (instance_id: string) =>
  (await team.house.ports.store.read.selectFrom("events").selectAll().execute())
    .map((event) => ({ ...event, data: JSON.parse(event.data) as Record<string, unknown> }))
    .filter((event) => event.type.startsWith("app.") && event.data["instance_id"] === instance_id);

describe("an update", () => {
  test("of an app changes what it runs and nothing else of it; the old one serves until then", async () => {
    const first = await mine.propose("Timer", "one");
    await owner.approve(first);
    const before = await appOf(first.instance_id);
    const second = await mine.propose(" TIMER", "two");
    expect(second).toMatchObject({ revision: 2, state: "pending" });
    expect(second.replaces).toBeUndefined();
    expect(await lineOf(second)).toBe(await lineOf(first));
    expect(await appOf(first.instance_id)).toEqual(before);
    expect(await read(second)).toMatchObject({ updates: { instance_id: first.instance_id, name: "Timer" } });
    expect(await status(second.instance_id)).toMatchObject({ launcher: { state: "pending_review" } });

    expect(await owner.update(second, first)).toEqual({
      room_id: team.room_id,
      instance_id: first.instance_id,
    });
    const { proposal_id, digest } = second;
    expect(await appOf(first.instance_id)).toEqual({ ...before, proposal_id, digest, revision: 2 });
    expect((await eventsOf(first.instance_id)).map((event) => [event.type, event.data])).toEqual([
      ["app.created", expect.objectContaining({ name: "Timer", revision: 1, digest: first.digest })],
      ["app.updated", { instance_id: first.instance_id, name: "Timer", revision: 2, digest, proposal_id }],
    ]);
    expect(await read(second)).toMatchObject({
      state: "approved",
      updates: { instance_id: first.instance_id, name: "Timer" },
      next_step: expect.stringContaining("updated"),
    });
  });

  test("leads the id that its proposal reserved to the app, whatever becomes of it", async () => {
    const first = await mine.propose("Alias", "one");
    await owner.approve(first);
    const second = await mine.propose("Alias", "two");
    await expect(status(second.instance_id, theirs)).rejects.toMatchObject(refusedWith("not_found"));
    await owner.update(second, first);
    const app = {
      instance_id: first.instance_id,
      name: "Alias",
      version: 2,
      launcher: { state: "available" },
    };
    for (const agent of [mine, theirs]) expect(await status(second.instance_id, agent)).toEqual(app);
    await onApp("remove_app", first.instance_id);
    for (const id of [first.instance_id, second.instance_id]) {
      expect(await status(id, theirs)).toMatchObject({ ...app, launcher: { state: "removed" } });
    }
  });

  test("is found by the name first proposed, and by the one that a person gave the app", async () => {
    const first = await mine.propose("Old name", "one");
    await owner.approve(first);
    await onApp("rename_app", first.instance_id, { name: "New name" });
    const byOld = await mine.propose("old NAME", "two");
    // One line, so one card: whichever name the agent takes.
    const byNew = await mine.propose("new name", "three");
    expect([byOld.revision, byNew.revision]).toEqual([2, 3]);
    expect(byNew.replaces).toBe(byOld.proposal_id);
    expect(await read(byOld)).toMatchObject({ state: "superseded" });
    await owner.update(byNew, first);
    expect(await appOf(first.instance_id)).toMatchObject({ name: "New name", revision: 3 });
  });
});

describe("the next revision", () => {
  test("of one that changes were asked for takes its place, and its comments stay", async () => {
    const first = await mine.propose("Asked", "one");
    await owner.askForChanges(first, [{ body: "Shorter, please." }]);
    const second = await mine.propose("Asked", "two");
    expect(second).toMatchObject({ revision: 2, replaces: first.proposal_id });
    expect(await read(first)).toMatchObject({
      state: "superseded",
      decision: { state: "changes_requested", comments: [{ body: "Shorter, please." }] },
    });
    expect(await status(first.instance_id)).toMatchObject({ launcher: { state: "superseded" } });
  });

  test("of one that was declined or taken back is none: a line begins", async () => {
    const first = await mine.propose("Ended", "one");
    await owner.decline(first);
    const second = await mine.propose("Ended", "one");
    expect(second.revision).toBe(1);
    await mine.call("withdraw_proposal", { proposal_id: second.proposal_id });
    const third = await mine.propose("Ended", "one");
    expect(third).toMatchObject({ revision: 1, replayed: false });
    expect(new Set(await Promise.all([first, second, third].map(lineOf))).size).toBe(3);
  });

  test("by another person is a proposal of its own, and both apps may stand", async () => {
    const first = await mine.propose("Shared name", "one");
    await owner.approve(first);
    const other = await theirs.propose("Shared name", "one");
    expect(other.revision).toBe(1);
    expect((await read(other, theirs))["updates"]).toBeUndefined();
    await expect(owner.update(other, first)).rejects.toMatchObject(refusedWith("conflict_state", "updates"));
    await owner.approve(other);
    expect((await apps()).filter((app) => app.name === "Shared name")).toHaveLength(2);
    const next = await theirs.propose("Shared name", "two");
    expect(await read(next, theirs)).toMatchObject({ updates: { instance_id: other.instance_id } });
  });
});

describe("an identical proposal", () => {
  test("is answered by the card that waits; where changes were asked for, something must change", async () => {
    const first = await mine.propose("Same", "one");
    expect(await mine.propose("Same", "one")).toMatchObject({
      proposal_id: first.proposal_id,
      replayed: true,
    });
    await owner.askForChanges(first);
    const input = { idempotency_key: "key-of-the-refused" };
    await expect(mine.propose("Same", "one", input)).rejects.toMatchObject(
      refusedWith("conflict_state", "files"),
    );
    // The refused call used up no key.
    expect(await mine.propose("Same", "two", input)).toMatchObject({ revision: 2, replayed: false });
  });

  test("to what runs is refused, until the runtime is another", async () => {
    const first = await mine.propose("Runs", "one");
    await owner.approve(first);
    await expect(mine.propose("Runs", "one")).rejects.toMatchObject(refusedWith("conflict_state", "files"));
    const runtime = { ...team.house.ports.runtime, version: "r2" };
    const later = await TestAgent.of(team, team.owner, { runtime });
    expect(await later.propose("Runs", "one")).toMatchObject({ revision: 2, state: "pending" });
  });

  test("of a call that comes again tells how it ended", async () => {
    const input = { idempotency_key: "key-that-comes-again" };
    const first = await mine.propose("Again", "one", input);
    const again = async () => await mine.propose("Again", "one", input);
    expect((await again()).next_step).toBe(first.next_step);
    await owner.askForChanges(first);
    expect(await again()).toMatchObject({
      replayed: true,
      state: "changes_requested",
      next_step: expect.stringMatching(/decision\.comments.*same name.*reply_to_proposal_comment/u),
    });
    await mine.propose("Again", "two");
    expect(await again()).toMatchObject({
      proposal_id: first.proposal_id,
      state: "superseded",
      next_step: expect.stringContaining("another idempotency_key"),
    });
  });
});

test("a revision that is approved as a new app begins a line, and the next one follows the newest", async () => {
  const first = await mine.propose("Fork", "one");
  await owner.approve(first);
  const second = await mine.propose("Fork", "two");
  await owner.approve(second);
  expect(await lineOf(second)).toBe(second.instance_id);
  expect((await apps()).filter((app) => app.name === "Fork").map((app) => app.line_id)).toEqual([
    await lineOf(first),
    second.instance_id,
  ]);
  const third = await mine.propose("Fork", "three");
  expect(await read(third)).toMatchObject({ revision: 3, updates: { instance_id: second.instance_id } });
});

test("an app that was removed is updated by nothing, and stands in no new one's way", async () => {
  const first = await mine.propose("Gone", "one");
  await owner.approve(first);
  const second = await mine.propose("Gone", "two");
  await onApp("remove_app", first.instance_id);
  expect((await read(second))["updates"]).toBeUndefined();
  await expect(owner.update(second, first)).rejects.toMatchObject(refusedWith("conflict_state", "updates"));
  await owner.approve(second);
  const { proposal_id, digest } = first;
  await onApp("revert_app", first.instance_id, { proposal_id, digest });
  const standing = (await apps()).filter((app) => app.name === "Gone");
  expect(new Set(standing.map((app) => app.line_id)).size).toBe(2);
  const listed = await mine.call<{ apps: { name: string }[] }>("list_room_apps", {
    room_id: team.room_id,
    limit: 50,
  });
  expect(listed.apps.filter((app) => app.name === "Gone")).toHaveLength(2);
});

test("whatever happens in whatever order, no line has two apps and no name two cards", async () => {
  const step = fc.record({
    what: fc.constantFrom(
      "propose",
      "propose",
      "propose",
      "create",
      "update",
      "ask",
      "decline",
      "withdraw",
      "rename",
      "remove",
      "revert",
    ),
    by: fc.nat(1),
    name: fc.constantFrom("p", "q"),
    text: fc.nat(3),
    which: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.uuid(), async (steps, salt) => {
      const made: Made[] = [];
      for (const { what, by, name, text, which } of steps) {
        const one = made[which % made.length];
        const standing = (await apps()).filter((app) => made.some((m) => m.instance_id === app.instance_id));
        const app = standing[which % standing.length];
        const on = app && { instance_id: app.instance_id };
        const act: Record<string, () => Promise<unknown>> = {
          propose: async () => made.push(await [mine, theirs][by]!.propose(`${name} ${salt}`, `${text}`)),
          create: async () => one && (await owner.approve(one)),
          update: async () => one && app && (await owner.update(one, app)),
          ask: async () => one && (await owner.askForChanges(one)),
          decline: async () => one && (await owner.decline(one)),
          withdraw: async () =>
            one && (await [mine, theirs][by]!.call("withdraw_proposal", { proposal_id: one.proposal_id })),
          rename: async () => on && (await onApp("rename_app", on.instance_id, { name: `${name} ${salt}` })),
          remove: async () => on && (await onApp("remove_app", on.instance_id)),
          revert: async () =>
            on &&
            (await onApp("revert_app", on.instance_id, { proposal_id: app.proposal_id, digest: app.digest })),
        };
        // Refusals are a part of the story.
        await act[what]!().catch((error: unknown) => expect(error).toHaveProperty("body.code"));
      }
      const all = await rows();
      const lines = (await apps()).map((app) => app.line_id);
      expect(new Set(lines).size).toBe(lines.length);
      const open = all.filter((row) => ["pending", "changes_requested"].includes(row.state));
      const names = open.map((row) => JSON.stringify([row.room_id, row.person_id, row.name_key]));
      expect(new Set(names).size).toBe(names.length);
      expect(new Set(open.map((row) => row.line_id)).size).toBe(open.length);
      const revisions = all.map((row) => JSON.stringify([row.line_id, row.revision]));
      expect(new Set(revisions).size).toBe(revisions.length);
      const persons = Map.groupBy(all, (row) => row.line_id);
      for (const line of persons.values()) expect(new Set(line.map((row) => row.person_id)).size).toBe(1);
    }),
    { numRuns: 60 },
  );
}, 60_000);
