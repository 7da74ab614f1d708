import { describe, expect, it } from "vitest";
import type { Proposal } from "../data/index.ts";
import {
  NOT_DECIDED,
  approvalOf,
  barState,
  boundTo,
  decidingReducer,
  type Deciding,
  type DecidingAction,
} from "./bar-state.ts";
import { readingReducer, startReading, type FileMeasure, type Reading } from "./reading.ts";

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
  may_decide: true,
  may_preview: true,
  line_id: "app-1",
  files: [{ path: "src/App.tsx", bytes: 12, lines: 2, sha256: "aa", text: "let a;\nlet b;" }],
  bases: [],
  comments: [],
};
const FILES: FileMeasure[] = [{ path: "src/App.tsx", sha256: "aa", view: "", lines: 2, rows: 2 }];
const readTo = (line: number): Reading =>
  readingReducer(startReading(FILES, []), { type: "reached", path: "src/App.tsx", first: 1, line });
const UNREAD = readTo(1);
const READ = readTo(2);

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
    const sending = after({ type: "send", decision: "create" });
    expect(decidingReducer(sending, { type: "send", decision: "create" })).toBe(sending);
    expect(decidingReducer(sending, { type: "send", decision: "decline" })).toBe(sending);
    const done = decidingReducer(sending, { type: "done" });
    expect(decidingReducer(done, { type: "send", decision: "create" })).toBe(done);
    expect(bar(PENDING, sending)).toEqual({ kind: "sending", decision: "create" });
  });

  it("tells while the browser asks for the passkey, and takes no other press meanwhile", () => {
    const asked = after({ type: "send", decision: "create" }, { type: "asked" });
    expect(bar(PENDING, asked)).toEqual({ kind: "sending", decision: "create", asked: true });
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
    const done = after({ type: "send", decision: "create" }, { type: "done" });
    const letIn = { kind: "let-in", as: "create", instanceId: "app-1" };
    expect(bar(PENDING, done)).toEqual(letIn);
    expect(bar({ ...PENDING, state: "approved" }, done)).toEqual(letIn);
    const updated = after({ type: "send", decision: "update" }, { type: "done", instanceId: "app-0" });
    expect(bar(PENDING, updated)).toEqual({ kind: "let-in", as: "update", instanceId: "app-0" });
  });

  it("can be tried again after a failure, which is told", () => {
    const failed = after({ type: "send", decision: "create" }, { type: "failed", error });
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
    const failed = after({ type: "send", decision: "create" }, { type: "failed", error });
    for (const deciding of [NOT_DECIDED, failed]) {
      expect(bar(now, deciding)).toEqual({ kind: "newer", newer: "prop-2", whileOpen: true });
    }
  });

  it("replaces the bar by another's decision", () => {
    const now: Proposal = { ...PENDING, state: "declined" };
    expect(bar(now, NOT_DECIDED)).toEqual({ kind: "decided", whileOpen: true });
  });

  it.each(["withdrawn", "changes_requested"] as const)("replaces the bar when it is %s", (state) => {
    expect(bar({ ...PENDING, state }, NOT_DECIDED)).toEqual({ kind: "decided", whileOpen: true });
  });

  it("stops the decision when the app changes that an approval would update, and until it was looked at", () => {
    const updates = { instance_id: "app-0", name: "Timer", revision: 1, digest: "aa" };
    const shown: Proposal = { ...PENDING, updates };
    const input = { shown, deciding: NOT_DECIDED, reading: READ };
    expect(barState({ ...input, now: shown })).toEqual({ kind: "ready" });
    for (const other of [{ ...updates, digest: "bb" }, { ...updates, instance_id: "app-9" }, undefined]) {
      const { updates: _, ...rest } = shown;
      const now: Proposal = { ...rest, ...(other && { updates: other }) };
      expect(barState({ ...input, now })).toEqual({ kind: "stale", what: "app" });
      // It became an update while it was read.
      expect(barState({ ...input, shown: now, now: shown })).toEqual({ kind: "stale", what: "app" });
      expect(barState({ ...input, shown: now, now })).toEqual({ kind: "ready" });
    }
  });

  it("says what became of it although the answer to a press is still out", () => {
    const sending = after({ type: "send", decision: "create" });
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
      expect(bar({ ...PENDING, ...change }, NOT_DECIDED)).toEqual({ kind: "stale", what: "code" });
    }
  });
});

it("tells a card that was decided before it was opened from one decided meanwhile", () => {
  const declined: Proposal = { ...PENDING, state: "declined" };
  expect(barState({ shown: declined, now: declined, deciding: NOT_DECIDED, reading: READ })).toEqual({
    kind: "decided",
    whileOpen: false,
  });
});

it("offers no approval of code that is not what was proposed, though there is no file left to read", () => {
  const damaged: Proposal = { ...PENDING, files: [], damaged: true };
  const input = { shown: damaged, now: damaged, deciding: NOT_DECIDED, reading: startReading([], []) };
  expect(barState(input)).toEqual({ kind: "damaged" });
});

it("leaves the decision to the Room's owner", () => {
  expect(bar({ ...PENDING, may_decide: false }, NOT_DECIDED)).toEqual({ kind: "theirs" });
});

describe("a request for changes", () => {
  const requested = after({ type: "send", decision: "request" }, { type: "done" });

  it("is told at once, and the revision that it asked for comes as an answer", () => {
    expect(bar(PENDING, requested)).toEqual({ kind: "decided", whileOpen: false, here: "request" });
    const answered: Proposal = { ...PENDING, state: "superseded", superseded_by: "prop-2" };
    expect(bar(answered, requested)).toEqual({ kind: "newer", newer: "prop-2", whileOpen: false });
  });

  it("needs no reading, and can be sent again when it failed", () => {
    const failed = after({ type: "send", decision: "request" }, { type: "failed", error });
    expect(bar(PENDING, failed, UNREAD)).toMatchObject({ kind: "withheld", error });
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

it("binds an update to the app as it was seen, and an app of its own to nothing", () => {
  const updates = { instance_id: "app-0", name: "Timer", revision: 1, digest: "aa" };
  expect(approvalOf({ updates }, "update")).toEqual({
    as: "update",
    updates: { instance_id: "app-0", digest: "aa" },
  });
  expect(approvalOf({ updates }, "create")).toEqual({ as: "create" });
  expect(approvalOf({}, "update")).toEqual({ as: "create" });
});
