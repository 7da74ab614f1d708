import { describe, expect, test } from "vitest";
import { commentStops } from "./comment-stops.ts";
import { answersOf, isSettled, placeThreads, type Thread } from "./threads.ts";

const FILE = "src/App.tsx";
const SHOWN = { proposal_id: "prop-3", revision: 3, created_at: "2026-11-30T12:00:00.000Z", bases: [] };

function thread(id: string, more: Partial<Thread> = {}): Thread {
  return {
    comment_id: id,
    proposal_id: "prop-2",
    revision: 2,
    body: "Why two?",
    by: "Owner",
    at: "2026-11-30T11:00:00.000Z",
    replies: [],
    ...more,
  };
}
function reply(kind: "agent" | "person"): Thread["replies"][number] {
  return { reply_id: "r", by: { kind, name: "x" }, body: "So.", at: "2026-11-30T11:30:00.000Z" };
}
const ON = { file: FILE, line: 2, end_line: 3, quote: "let a;\nlet b;" };

function placed(threads: Thread[], text: string) {
  return placeThreads(threads, SHOWN, (path) => (path === FILE ? text.split("\n") : undefined));
}
const placeOf = (one: Thread, text: string) => placed([one], text)[0]?.at;

describe("a comment of an earlier revision", () => {
  test("stands at the same lines, and says from where it moved", () => {
    expect(placeOf(thread("1", ON), "//\nlet a;\nlet b;")).toEqual({
      kind: "lines",
      file: FILE,
      line: 2,
      end_line: 3,
    });
    expect(placeOf(thread("1", ON), "//\n//\n//\nlet a;\nlet b;")).toMatchObject({ line: 4, from: 2 });
  });

  test("is outdated once its lines or its file are gone", () => {
    expect(placeOf(thread("1", ON), "//\nlet a;\nlet c;")).toEqual({ kind: "outdated" });
    expect(placeOf(thread("1", { ...ON, file: "src/gone.ts" }), "")).toEqual({ kind: "outdated" });
  });

  test("on the whole stays on the whole", () => {
    expect(placeOf(thread("1"), "")).toEqual({ kind: "whole" });
  });

  test("keeps its place on the revision that it was made on, whatever it quotes", () => {
    const own = thread("1", { ...ON, proposal_id: "prop-3", revision: 3 });
    expect(placeOf(own, "x")).toMatchObject({ kind: "lines", line: 2 });
  });
});

test("it is answered while the agent has the last word", () => {
  const threads = [
    thread("1"),
    thread("2", { replies: [reply("agent")] }),
    thread("3", { replies: [reply("agent"), reply("person")] }),
    thread("4", { replies: [reply("agent")], resolved: { by: "Owner", at: SHOWN.created_at } }),
  ];
  expect(placed(threads, "").map(({ status }) => status)).toEqual(["open", "answered", "open", "resolved"]);
});

test("what was said of an earlier revision is settled once it is answered or resolved", () => {
  const threads = [
    thread("open"),
    thread("answered", { replies: [reply("agent")] }),
    thread("resolved", { resolved: { by: "Owner", at: SHOWN.created_at } }),
    thread("of this one", { proposal_id: "prop-3", revision: 3, replies: [reply("agent")] }),
  ];
  const settled = placed(threads, "").filter((one) => isSettled(one, SHOWN.revision));
  expect(settled.map((one) => one.thread.comment_id)).toEqual(["answered", "resolved"]);
});

test("a revision answers what was asked before it and was not resolved by then", () => {
  const threads = [
    thread("1", { replies: [reply("agent")] }),
    thread("2"),
    thread("3", { resolved: { by: "Owner", at: "2026-11-30T11:59:00.000Z" } }),
    // Resolved while the revision is read: it was asked all the same.
    thread("4", { replies: [reply("agent")], resolved: { by: "Owner", at: "2026-11-30T13:00:00.000Z" } }),
    thread("5", { proposal_id: "prop-3", revision: 3 }),
    thread("6", { proposal_id: "prop-4", revision: 4 }),
  ];
  const { asked, answered } = answersOf(placed(threads, ""), SHOWN);
  expect([asked.map((one) => one.thread.comment_id), answered]).toEqual([["1", "2", "4"], 2]);
});

test("a revision has nothing to answer that was asked before the version that runs was approved", () => {
  const bases = [{ proposal_id: "prop-2", revision: 2, kind: "approved" } as const];
  const threads = [thread("1", { proposal_id: "prop-1", revision: 1, replies: [reply("agent")] })];
  expect(answersOf(placed(threads, ""), { ...SHOWN, bases })).toEqual({ asked: [], answered: 0 });
});

test("stepping stops once at each line where something is said and not settled", () => {
  const threads = [
    thread("1", ON),
    thread("2", { ...ON, resolved: { by: "Owner", at: SHOWN.created_at } }),
    thread("3", { ...ON, line: 1, end_line: 1, quote: "//", resolved: { by: "x", at: SHOWN.created_at } }),
  ];
  const drafts = [{ id: 1, place: ON }, { id: 2 }];
  expect(commentStops(placed(threads, "//\nlet a;\nlet b;"), drafts)).toEqual([{ path: FILE, line: 3 }]);
});
