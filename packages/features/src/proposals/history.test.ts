import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApp, openRoom, removeApp, renameApp } from "../rooms/contract.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { APP, Review } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { transferRoom } from "../workspaces/contract.ts";
import { compareVersions, listRoomHistory, readAppHistory, revertApp } from "./history-contract.ts";
import { approveProposal, declineProposal } from "./review-contract.ts";

// What became of an app and a Room, and going back to an approved version.

let review: Review;
let maker: Teammate;
let instance_id: string;
/** Proposals of three approved versions, the last of which runs. */
let versions: string[];

const version = (text: string) => ({ "src/App.tsx": APP, "src/v.ts": `export const v = "${text}";` });

beforeEach(async () => {
  review = await Review.open();
  maker = await review.team.join("member", { room: true });
  versions = [];
  for (const text of ["1", "2", "3"]) {
    const proposal_id = await review.propose(maker, version(text));
    instance_id = await review.approve(proposal_id);
    versions.push(proposal_id);
  }
});
afterEach(async () => await review[Symbol.asyncDispose]());

const app = () => ({ room_id: review.room_id, instance_id });
const history = async (who = review.owner) => await review.as(who, readAppHistory, app());
const running = async (who = review.owner) => await review.as(who, openApp, app());
const tabs = async () => (await review.as(review.owner, openRoom, { room_id: review.room_id })).apps;
const room = async (who = review.owner, page: object = {}) =>
  await review.as(who, listRoomHistory, { room_id: review.room_id, ...page });

/** Goes to a version as somebody who looks at what runs now. */
async function revert(index: number, { who = review.owner, digest = "" } = {}) {
  const now = digest === "" ? (await history(who)).versions.find(({ current }) => current) : undefined;
  const proposal_id = versions[index] ?? "";
  return await review.as(who, revertApp, { ...app(), proposal_id, digest: now?.digest ?? digest });
}

describe("the history of an app", () => {
  test("lists every approved version, latest first, with who approved it and its signed receipt", async () => {
    await review.ask(await review.propose(maker, version("4")));
    const { versions: listed, may_change, name } = await history();
    expect({ may_change, name }).toEqual({ may_change: true, name: "App" });
    expect(listed.map(({ proposal_id, revision, current }) => [proposal_id, revision, current])).toEqual([
      [versions[2], 3, true],
      [versions[1], 2, false],
      [versions[0], 1, false],
    ]);
    expect(listed[0]).toMatchObject({
      person_name: maker.name,
      client_name: "API token",
      approved: { by: "Owner", files_seen: 2, files_marked: 0, passkey: false },
    });
    const receipt = listed[0]?.receipt;
    expect(JSON.parse(receipt?.text ?? "")).toMatchObject({ digest: listed[0]?.digest, instance_id });
    expect(receipt?.public_key).toBe(review.team.house.ports.signReceipt("").public_key);
  });

  test("is read by every member, changed by the Room's owner alone, and nothing to who is not in the Room", async () => {
    const guest = await review.team.join("guest", { room: true });
    for (const who of [maker, guest]) {
      const { may_change, versions: listed } = await history(who);
      expect(may_change).toBe(false);
      expect(listed).toHaveLength(3);
      await expect(revert(0, { who })).rejects.toMatchObject(refusedWith("forbidden"));
    }
    const outsider = await review.team.join("admin");
    for (const attempt of [() => history(outsider), () => revert(0, { who: outsider, digest: "any" })]) {
      await expect(attempt()).rejects.toMatchObject(refusedWith("not_found"));
    }
  });

  test("of a removed app is its Room owner's", async () => {
    await review.as(review.owner, removeApp, app());
    await expect(history(maker)).rejects.toMatchObject(refusedWith("not_found"));
    const { removed, versions: listed } = await history();
    expect(removed).toEqual({ by: "Owner", at: expect.any(String) });
    expect(listed.map(({ current }) => current)).toEqual([false, false, false]);
  });
});

describe("going back", () => {
  test("first shows what would change, and nothing of what stays", async () => {
    const compared = await review.as(maker, compareVersions, { ...app(), proposal_id: versions[0] ?? "" });
    expect(compared).toMatchObject({ from: { revision: 3 }, to: { revision: 1 }, same_count: 1 });
    expect(compared.files).toEqual([
      { path: "src/v.ts", before: `export const v = "3";`, after: `export const v = "1";` },
    ]);
  });

  test("runs the old bytes on the runtime of then; tells every member and the audit log", async () => {
    review.team.house.sql("update decisions set runtime = 'r0' where proposal_id = ?", versions[0] ?? "");
    await revert(0);
    expect(await running(maker)).toMatchObject({ files: version("1"), revision: 1, runtime: "r0" });
    expect((await history()).versions.map(({ current }) => current)).toEqual([false, false, true]);
    const [latest] = (await room(maker)).entries;
    expect(latest).toMatchObject({
      type: "app.reverted",
      name: "App",
      instance_id,
      revision: 1,
      receipt: true,
    });
    expect((await review.team.house.audited()).at(-1)).toEqual({
      by: "Owner",
      action: "app.reverted",
      subject: "App",
      detail: "Team room, revision 1",
    });
  });

  test("and forward again", async () => {
    await revert(0);
    await revert(2);
    expect(await running()).toMatchObject({ files: version("3"), revision: 3 });
  });

  test("to what runs already changes nothing", async () => {
    const { entries } = await room();
    await revert(2);
    expect((await room()).entries).toEqual(entries);
  });

  test("puts a removed app back where it was, by its name of now", async () => {
    const other = await review.approve(await review.propose(maker, version("1"), "Other"));
    const { digest } = await running();
    await review.as(review.owner, renameApp, { ...app(), name: "Renamed" });
    await review.as(review.owner, removeApp, app());
    await revert(1, { digest });
    expect((await tabs()).map((tab) => [tab.instance_id, tab.name])).toEqual([
      [instance_id, "Renamed"],
      [other, "Other"],
    ]);
    expect(await running(maker)).toMatchObject({ revision: 2 });
  });

  test("is possible to approved versions of this very app only", async () => {
    const { digest } = await running();
    const declined = await review.propose(maker, version("4"));
    const { files_seen: _seen, ...seen } = review.seen(await review.card(declined));
    await review.as(review.owner, declineProposal, seen);
    const foreign = await review.propose(review.owner, version("5"), "Foreign");
    await review.approve(foreign);
    const pending = await review.propose(maker, version("6"));
    for (const proposal_id of [declined, foreign, pending, "prop_made_up"]) {
      const attempt = review.as(review.owner, revertApp, { ...app(), proposal_id, digest });
      await expect(attempt).rejects.toMatchObject(refusedWith("not_found"));
      const compared = review.as(review.owner, compareVersions, { ...app(), proposal_id });
      await expect(compared).rejects.toMatchObject(refusedWith("not_found"));
    }
  });

  test("never to bytes that are not those that were approved", async () => {
    const target = (await history()).versions[2]?.digest ?? "";
    const evil = JSON.stringify({ "src/App.tsx": "evil()" });
    review.team.house.sql("update sources set files = ? where digest = ?", evil, target);
    await expect(revert(0)).rejects.toMatchObject(refusedWith("conflict_state"));
    expect(await running()).toMatchObject({ revision: 3 });
  });

  test("follows the Room: its former owner does it no more", async () => {
    const { room_id, owner } = review;
    await review.as(owner, transferRoom, { room_id, person_id: maker.person_id });
    await expect(revert(0)).rejects.toMatchObject(refusedWith("forbidden"));
    await revert(0, { who: maker });
    expect(await running()).toMatchObject({ revision: 1 });
  });
});

describe("at the same time", () => {
  test("of two reverts one wins, and the other is told", async () => {
    const { digest } = await running();
    const outcomes = await Promise.allSettled([revert(0, { digest }), revert(1, { digest })]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = outcomes.find((outcome) => outcome.status === "rejected");
    expect(lost?.reason).toMatchObject(refusedWith("conflict_state", "digest"));
  });

  test("of a revert and an approved update one wins, and the other is told", async () => {
    const { digest } = await running();
    const card = await review.card(await review.propose(maker, version("4")));
    const update = { ...review.seen(card), as: "update" as const, updates: { instance_id, digest } };
    const outcomes = await Promise.allSettled([
      revert(0, { digest }),
      review.as(review.owner, approveProposal, update),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = outcomes.find((outcome) => outcome.status === "rejected");
    expect(lost?.reason).toMatchObject(refusedWith("conflict_state"));
    const [won] = outcomes;
    expect(await running()).toMatchObject({ revision: won?.status === "fulfilled" ? 1 : 4 });
  });
});

describe("the history of a Room", () => {
  test("tells members of its apps, and of proposals only their own people and who decides", async () => {
    const bystander = await review.team.join("guest", { room: true });
    const declined = await review.propose(maker, version("4"), "Declined");
    const { files_seen: _seen, ...seen } = review.seen(await review.card(declined));
    await review.as(review.owner, declineProposal, { ...seen, reason: "Too much" });
    await review.as(review.owner, renameApp, { ...app(), name: "Renamed" });

    const told = (await room(bystander)).entries;
    expect(told.map(({ type, revision }) => [type, revision])).toEqual([
      ["app.renamed", undefined],
      ["app.updated", 3],
      ["app.updated", 2],
      ["app.created", 1],
    ]);
    expect(told[0]).toMatchObject({
      name: "Renamed",
      old_name: "App",
      actor: { kind: "person", name: "Owner" },
    });
    expect(told[1]).toMatchObject({ proposal_id: versions[2], receipt: true, name: "App" });
    expect(JSON.stringify(told)).not.toContain("Declined");

    for (const who of [maker, review.owner]) {
      const { entries } = await room(who);
      const entry = entries.find(({ type }) => type === "proposal.declined");
      expect(entry).toMatchObject({
        name: "Declined",
        proposal_id: declined,
        reason: "Too much",
        revision: 1,
      });
      expect(entry).not.toHaveProperty("receipt");
      const receipts = entries.filter(({ receipt }) => receipt).map(({ type }) => type);
      expect(new Set(receipts)).toEqual(new Set(["proposal.approved", "app.updated", "app.created"]));
      expect(entries.filter(({ type }) => type === "proposal.created")).toHaveLength(4);
    }
    const outsider = await review.team.join("owner");
    await expect(room(outsider)).rejects.toMatchObject(refusedWith("not_found"));
  });

  test("is read in pages that join without a gap", async () => {
    const { entries } = await room();
    const read: typeof entries = [];
    let page: Awaited<ReturnType<typeof room>> = { ...(await room(review.owner, { limit: 2 })) };
    read.push(...page.entries);
    while (page.next_before !== undefined) {
      page = await room(review.owner, { limit: 2, before: page.next_before });
      read.push(...page.entries);
    }
    expect(read).toEqual(entries);
  });
});
