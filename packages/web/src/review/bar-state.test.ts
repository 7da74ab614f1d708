import { describe, expect, it } from "vitest";
import type { Proposal } from "../data/index.ts";
import {
  NOT_DECIDED,
  barState,
  boundTo,
  decidingReducer,
  type Deciding,
  type DecidingAction,
} from "./bar-state.ts";
import { startReading, type Reading } from "./reading.ts";

const PENDING: Proposal = {
  proposal_id: "prop-1",
  instance_id: "app-1",
  name: "Stand-up timer",
  state: "pending",
  revision: 1,
  digest: "41d07be2c9aa05f1",
  runtime: "2026.11",
  room: { room_id: "room-1", name: "Team room" },
  client_name: "claude",
  person_name: "Owner",
  own: true,
  created_at: "2026-11-30T10:00:00.000Z",
  waiting: true,
  confirms: false,
  files: [{ path: "src/App.tsx", bytes: 12, lines: 2, text: "let a;\nlet b;" }],
};
const FILES = [{ path: "src/App.tsx", lines: 2, rows: 2 }];
const UNREAD = startReading(FILES, [["src/App.tsx", 1, false]]);
const READ = startReading(FILES, [["src/App.tsx", 2, false]]);

const bar = (now: Proposal, deciding: Deciding, reading: Reading = READ): ReturnType<typeof barState> =>
  barState({ shown: PENDING, now, deciding, reading });
const after = (...actions: DecidingAction[]): Deciding => actions.reduce(decidingReducer, NOT_DECIDED);
const error = new Error("It was decided.");

describe("Approve", () => {
  it("is withheld until every file was read, and says from where", () => {
    expect(bar(PENDING, NOT_DECIDED, UNREAD)).toEqual({
      kind: "withheld",
      left: [{ path: "src/App.tsx", line: 2 }],
    });
    expect(bar(PENDING, NOT_DECIDED)).toEqual({ kind: "ready" });
  });

  it("is sent once, however often it is pressed", () => {
    const sending = after({ type: "send", decision: "approve" });
    expect(decidingReducer(sending, { type: "send", decision: "approve" })).toBe(sending);
    expect(decidingReducer(sending, { type: "send", decision: "decline" })).toBe(sending);
    const done = decidingReducer(sending, { type: "done" });
    expect(decidingReducer(done, { type: "send", decision: "approve" })).toBe(done);
    expect(bar(PENDING, sending)).toEqual({ kind: "sending", decision: "approve" });
  });

  it("tells while the browser asks for the passkey, and takes no other press meanwhile", () => {
    const asked = after({ type: "send", decision: "approve" }, { type: "asked" });
    expect(bar(PENDING, asked)).toEqual({ kind: "sending", decision: "approve", asked: true });
    expect(decidingReducer(asked, { type: "send", decision: "decline" })).toBe(asked);
    // Somebody else may decide while the person looks for the key.
    expect(bar({ ...PENDING, state: "declined" }, asked).kind).toBe("decided");
    const left = decidingReducer(asked, { type: "failed", error });
    expect(bar(PENDING, left)).toEqual({ kind: "ready", error });
  });

  it("is not held up by a passkey's question that comes too late", () => {
    expect(after({ type: "asked" })).toBe(NOT_DECIDED);
  });

  it("shows the app as let in before and after the page hears of it", () => {
    const done = after({ type: "send", decision: "approve" }, { type: "done" });
    expect(bar(PENDING, done)).toEqual({ kind: "let-in" });
    expect(bar({ ...PENDING, state: "approved" }, done)).toEqual({ kind: "let-in" });
  });

  it("can be tried again after a failure, which is told", () => {
    const failed = after({ type: "send", decision: "approve" }, { type: "failed", error });
    expect(bar(PENDING, failed)).toEqual({ kind: "ready", error });
    expect(decidingReducer(failed, { type: "send", decision: "decline" })).toEqual({
      step: "sending",
      decision: "decline",
    });
  });
});

describe("what happens elsewhere while the card is open", () => {
  it("replaces the bar by the newer revision, also after a press that failed", () => {
    const now: Proposal = { ...PENDING, state: "superseded", superseded_by: "prop-2" };
    const failed = after({ type: "send", decision: "approve" }, { type: "failed", error });
    for (const deciding of [NOT_DECIDED, failed]) {
      expect(bar(now, deciding)).toEqual({ kind: "newer", newer: "prop-2", whileOpen: true });
    }
  });

  it("replaces the bar by another's decision", () => {
    const now: Proposal = { ...PENDING, state: "declined" };
    expect(bar(now, NOT_DECIDED)).toEqual({ kind: "decided", whileOpen: true, here: false });
  });

  it("says what became of it although the answer to a press is still out", () => {
    const sending = after({ type: "send", decision: "approve" });
    const superseded: Proposal = { ...PENDING, state: "superseded", superseded_by: "prop-2" };
    expect(bar(superseded, sending).kind).toBe("newer");
    expect(bar({ ...PENDING, state: "declined" }, sending).kind).toBe("decided");
    // This may be the press itself.
    expect(bar({ ...PENDING, state: "approved" }, sending).kind).toBe("sending");
  });

  it("never offers to approve another text or runtime than the one on the page", () => {
    for (const change of [
      { digest: "c07e93b1" },
      { runtime: "2026.12" },
      { revision: 2 },
      { name: "Timer" },
    ]) {
      expect(bar({ ...PENDING, ...change }, NOT_DECIDED)).toEqual({ kind: "stale" });
    }
  });
});

it("tells a card that was decided before it was opened from one decided meanwhile", () => {
  const declined: Proposal = { ...PENDING, state: "declined" };
  expect(barState({ shown: declined, now: declined, deciding: NOT_DECIDED, reading: READ })).toEqual({
    kind: "decided",
    whileOpen: false,
    here: false,
  });
});

it("binds a decision to everything that was shown", () => {
  expect(boundTo(PENDING)).toEqual({
    proposal_id: "prop-1",
    revision: 1,
    name: "Stand-up timer",
    digest: "41d07be2c9aa05f1",
    runtime: "2026.11",
  });
});
