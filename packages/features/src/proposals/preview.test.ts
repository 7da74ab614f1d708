import { afterEach, beforeEach, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { APP, Review } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { setWorkspacePolicy } from "../workspaces/contract.ts";
import { beginPreview } from "./review-contract.ts";

// A trial of a proposal is allowed on the terms of an approval, and the audit log tells of it.

let review: Review;
let maker: Teammate;
let proposal_id: string;

beforeEach(async () => {
  review = await Review.open();
  maker = await review.team.join("member", { room: true });
  proposal_id = await review.propose(maker, { "src/App.tsx": APP, "src/a.ts": "export {};" }, "Timer");
});
afterEach(async () => await review[Symbol.asyncDispose]());

const seen = async () => review.seen(await review.card(proposal_id));

const previews = async () => {
  const entries = await review.team.house.audited();
  return entries.filter(({ action }) => action === "app.previewed");
};

test("is audited with the app, the Room and the digest, each time, and decides nothing", async () => {
  const { digest } = await seen();
  await review.as(review.owner, beginPreview, await seen());
  await review.as(review.owner, beginPreview, await seen());
  const detail = `Team room, digest ${digest.slice(0, 12)}`;
  const entry = { by: "Owner", action: "app.previewed", subject: "Timer", detail };
  expect(await previews()).toEqual([entry, entry]);
  expect(await review.card(proposal_id)).toMatchObject({ state: "pending" });
});

test("is for who may decide alone", async () => {
  const guest = await review.team.join("guest", { room: true });
  for (const who of [maker, guest, await review.team.join("admin")]) {
    await expect(review.as(who, beginPreview, await seen())).rejects.toMatchObject(refusedWith("not_found"));
  }
  expect(await previews()).toEqual([]);
});

test("needs every file read, of the proposal as it is, while it waits", async () => {
  const whole = await seen();
  const [first] = whole.files_seen;
  const files_seen = first ? [first] : [];
  const attempts = [
    { ...whole, files_seen },
    { ...whole, files_seen: [] },
    { ...whole, digest: "0".repeat(64) },
    { ...whole, revision: 2 },
    { ...whole, runtime: "r2" },
  ];
  for (const attempt of attempts) {
    const trial = review.as(review.owner, beginPreview, attempt);
    await expect(trial).rejects.toMatchObject(refusedWith("conflict_state"));
  }
  await review.approve(proposal_id);
  await expect(review.as(review.owner, beginPreview, whole)).rejects.toMatchObject(
    refusedWith("conflict_state", "proposal_id"),
  );
  expect(await previews()).toEqual([]);
});

test("is not allowed where the stored code is not what was proposed", async () => {
  const whole = await seen();
  review.team.house.sql("update sources set files = ?", JSON.stringify({ "src/App.tsx": "evil()" }));
  const trial = review.as(review.owner, beginPreview, whole);
  await expect(trial).rejects.toMatchObject(refusedWith("conflict_state"));
});

test("can be switched off for a workspace: the card offers none, and none is allowed", async () => {
  const { workspace_id } = review.team;
  expect(await review.card(proposal_id)).toMatchObject({ may_preview: true });
  await review.as(review.owner, setWorkspacePolicy, { workspace_id, confirm_minutes: 0, previews: false });
  expect(await review.card(proposal_id)).toMatchObject({ may_preview: false });
  const trial = review.as(review.owner, beginPreview, await seen());
  await expect(trial).rejects.toMatchObject(refusedWith("forbidden"));
  expect(await previews()).toEqual([]);
});
