import { createPublicKey, verify } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { READ, Reviewer, seen } from "../testing/reviewer.ts";
import { Team } from "../testing/team.ts";
import { type Made, TestAgent } from "../testing/test-agent.ts";
import { decideWrite } from "./decide.ts";
import { readReceipt } from "./receipt.ts";

// One final state for each proposal, on what the person saw, and what is kept of it.

let team: Team;
let owner: Reviewer;
let agent: TestAgent;

beforeAll(async () => {
  team = await Team.open();
  owner = new Reviewer(team, team.owner);
  agent = await TestAgent.of(team, team.owner, { pendingLimit: 0 });
});
afterAll(async () => await team[Symbol.asyncDispose]());

const db = () => team.house.ports.store.read;
const decisionOn = async ({ proposal_id }: Made) =>
  await db().selectFrom("decisions").selectAll().where("proposal_id", "=", proposal_id).execute();
const read = async (made: Made) =>
  await agent.call<{ state: string }>("read_proposal", { proposal_id: made.proposal_id });
const eventsOf = async ({ proposal_id }: Made) =>
  (await db().selectFrom("events").selectAll().orderBy("sequence").execute())
    .filter((event) => event.data.includes(proposal_id))
    .map((event) => event.type);
const conflict = refusedWith("conflict_state");

describe("one proposal", () => {
  test("reaches one final state, whoever decides it how often at once (R7)", async () => {
    const decide = [
      async (made: Made) => await owner.approve(made),
      async (made: Made) => await owner.approve(made),
      async (made: Made) => await owner.decline(made, "No."),
      async (made: Made) => await owner.askForChanges(made),
      async (made: Made) => await agent.call("withdraw_proposal", { proposal_id: made.proposal_id }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(decide, { minLength: 2 }), fc.uuid(), async (some, name) => {
        const made = await agent.propose(name);
        const settled = await Promise.allSettled(some.map(async (one) => await one(made)));
        const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
        expect(refused).toHaveLength(some.length - 1);
        for (const error of refused) expect(error).toMatchObject(conflict);
        const { state } = await read(made);
        const decisions = await decisionOn(made);
        expect(decisions.map((row) => row.state)).toEqual(state === "withdrawn" ? [] : [state]);
        const told = await eventsOf(made);
        const made_app = state === "approved" ? ["app.created"] : [];
        expect(told).toEqual(["proposal.created", `proposal.${state}`, ...made_app]);
      }),
      { numRuns: 20 },
    );
  });

  test("and its next revision at the same moment: either it was decided, or the card was stale", async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await agent.propose(`Race ${round}`, "one");
      const [decided, next] = await Promise.allSettled([
        owner.approve(made),
        agent.propose(`Race ${round}`, "two"),
      ]);
      const { state } = await read(made);
      expect(next).toMatchObject({ status: "fulfilled", value: { revision: 2, state: "pending" } });
      expect(state).toBe(decided.status === "fulfilled" ? "approved" : "superseded");
      if (decided.status === "rejected") expect(decided.reason).toMatchObject(conflict);
    }
  });

  test.each(["revision", "name", "digest", "runtime"])(
    "is not decided by a card with another %s",
    async (part) => {
      const made = await agent.propose(`Stale ${part}`);
      const stale = { ...seen(made), [part]: part === "revision" ? 2 : "other" };
      const asked = { ...stale, ...READ, comments: [{ body: "?" }] };
      for (const [name, input] of [
        ["approve_proposal", { ...stale, ...READ }],
        ["decline_proposal", stale],
        ["request_changes", asked],
      ] as const) {
        await expect(owner.call(name, input)).rejects.toMatchObject(refusedWith("conflict_state", part));
      }
      expect(await read(made)).toMatchObject({ state: "pending" });
    },
  );

  test.each<readonly [string, readonly object[]]>([
    ["nothing", []],
    ["another file", [{ path: "src/Other.tsx", how: "seen" }]],
    ["a file that is none besides", [...READ.files_seen, { path: "src/Other.tsx", how: "seen" }]],
    ["the file twice", [...READ.files_seen, { path: "src/App.tsx", how: "marked" }]],
  ])("is not approved having read %s: the receipt would tell of it", async (_, files_seen) => {
    const made = await agent.propose(`Read ${files_seen.length}${JSON.stringify(files_seen)}`);
    await expect(owner.approve(made, { files_seen })).rejects.toMatchObject(
      refusedWith("conflict_state", "files_seen"),
    );
  });

  test("is nobody's to decide but the Room owner's; the person behind it is no exception", async () => {
    const member = await team.join("member", { room: true });
    const theirs = await TestAgent.of(team, member);
    const made = await theirs.propose("A member's");
    const other = new Reviewer(team, member);
    const tries = [
      async () => await other.approve(made),
      async () => await other.decline(made),
      async () => await other.askForChanges(made),
      async () => await other.call("begin_approval", seen(made)),
    ];
    for (const one of tries) await expect(one()).rejects.toMatchObject(refusedWith("not_found"));
  });
});

describe("an update", () => {
  test("holds only for the app that was seen, running what was seen", async () => {
    const first = await agent.propose("Seen", "one");
    const other = await agent.propose("Seen other", "one");
    await owner.approve(first);
    await owner.approve(other);
    const second = await agent.propose("Seen", "two");
    const wrong = [
      other,
      { ...first, digest: other.digest + "0" },
      { ...first, instance_id: second.instance_id },
    ];
    for (const app of wrong) {
      await expect(owner.update(second, app)).rejects.toMatchObject(refusedWith("conflict_state", "updates"));
    }
    const { instance_id, digest } = first;
    const updates = { instance_id, digest };
    for (const way of [{ as: "update" as const }, { updates }, { as: "create" as const, updates }]) {
      const refused = refusedWith("invalid_arguments", "updates");
      await expect(owner.approve(second, way)).rejects.toMatchObject(refused);
    }
    await owner.update(second, first);
    // What the card of a third revision showed before runs no more.
    const third = await agent.propose("Seen", "three");
    await expect(owner.update(third, first)).rejects.toMatchObject(refusedWith("conflict_state", "updates"));
    await owner.update(third, { ...first, digest: second.digest });
  });
});

describe("what is kept", () => {
  test("of an approval is a signed receipt of exactly what was written", async () => {
    const first = await agent.propose("Receipt", "one");
    await owner.approve(first);
    const second = await agent.propose("Receipt", "two");
    await owner.update(second, first);
    const [decision] = await decisionOn(second);
    const { public_key } = team.house.ports.signReceipt("");
    const { receipt = "", signature = "" } = decision ?? {};
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" });
    expect(verify(null, Buffer.from(receipt!), key, Buffer.from(signature!, "base64url"))).toBe(true);
    expect(readReceipt(receipt!)).toEqual({
      workspace_id: team.workspace_id,
      room_id: team.room_id,
      instance_id: first.instance_id,
      proposal_id: second.proposal_id,
      revision: 2,
      name: "Receipt",
      kind: "snippet",
      digest: second.digest,
      runtime: "r1",
      as: "update",
      replaced: first.digest,
      decided_by: { person_id: team.owner.person_id, name: "Owner" },
      decided_at: decision?.decided_at,
      own: true,
      files_seen: READ.files_seen,
      assertion: null,
    });
    expect(decision).toMatchObject({ instance_id: first.instance_id, state: "approved", own: 1 });
  });

  test("is nothing where the receipt says something else", async () => {
    const made = await agent.propose("Forged receipt");
    const { proposal_id } = made;
    const [row] = await db()
      .selectFrom("decisions")
      .select("receipt")
      .where("receipt", "is not", null)
      .execute();
    const write = team.house.ports.store.write(decideWrite, {
      seen: seen(made),
      principal: { kind: "person", person_id: team.owner.person_id },
      verdict: {
        state: "approved",
        way: { as: "create" },
        files_seen: READ.files_seen,
        browser: { person_id: team.owner.person_id },
        receipt: { text: row?.receipt ?? "", signature: "", at: new Date().toISOString() },
      },
      runtime: "r1",
    });
    await expect(write).rejects.toMatchObject(refusedWith("conflict_state", "receipt"));
    expect(await agent.call("read_proposal", { proposal_id })).toMatchObject({ state: "pending" });
  });

  test("in the audit log tells of which bytes, and how it was confirmed", async () => {
    const [first, other] = [await agent.propose("Audited", "one"), await agent.propose("Audited other")];
    await owner.approve(first, { files_seen: [{ path: "src/App.tsx", how: "marked" }] });
    const second = await agent.propose("Audited", "two");
    await owner.update(second, first);
    const third = await agent.propose("Audited", "three");
    await owner.askForChanges(third);
    await owner.decline(other);
    const by = "Owner";
    const detail = ({ digest }: Made, more = "") => `Team room (digest ${digest.slice(0, 12)}${more})`;
    expect((await team.house.audited()).slice(-4)).toEqual([
      {
        by,
        action: "app.approved",
        subject: "Audited",
        detail: detail(first, ", no passkey, 1 of 1 files marked as read by hand"),
      },
      {
        by,
        action: "app.updated",
        subject: "Audited",
        detail: detail(second, ", no passkey, 0 of 1 files marked as read by hand"),
      },
      { by, action: "app.changes_requested", subject: "Audited", detail: detail(third, ", 1 comment") },
      { by, action: "app.declined", subject: "Audited other", detail: detail(other) },
    ]);
  });
});

test("several are declined each for itself; what changed meanwhile is left", async () => {
  const stays = await agent.propose("Batch stays");
  const superseded = await agent.propose("Batch next", "one");
  await agent.propose("Batch next", "two");
  const proposals = [
    ...[stays, superseded].map(({ proposal_id, revision }) => ({ proposal_id, revision })),
    { proposal_id: (await agent.propose("Batch revision")).proposal_id, revision: 7 },
    { proposal_id: "prop_of_nobody", revision: 1 },
  ];
  expect(await owner.call("decline_proposals", { proposals, reason: "Cleaning up." })).toEqual({
    declined: [stays.proposal_id],
    left: proposals.slice(1).map(({ proposal_id }) => proposal_id),
  });
  expect(await decisionOn(stays)).toMatchObject([{ state: "declined", reason: "Cleaning up." }]);
});

test("where nobody may approve their own agents' proposals, all else may be decided on them", async () => {
  const policy = async (own_approvals: boolean) =>
    await owner.call("set_workspace_policy", {
      workspace_id: team.workspace_id,
      confirm_minutes: 0,
      own_approvals,
    });
  const [first, second] = [await agent.propose("Own one"), await agent.propose("Own two")];
  const theirs = await TestAgent.of(team, await team.join("member", { room: true }));
  const other = await theirs.propose("Not own");
  await policy(false);
  await expect(owner.approve(first)).rejects.toMatchObject(refusedWith("forbidden"));
  await owner.askForChanges(first);
  await owner.decline(second);
  await owner.approve(other);
  await policy(true);
  await owner.approve(await agent.propose("Own one", "changed"));
});
