import type { NotedCalls } from "@anteroom/features";
import type { AgentPrincipal } from "@anteroom/features/kernel/principal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallNotes } from "./call-notes.ts";

// How often it is written who called; what is written is the feature's (auth/connections.test.ts).

const written: NotedCalls[][] = [];
const errors: unknown[] = [];
let notes: CallNotes;
let write: (calls: readonly NotedCalls[]) => Promise<unknown>;

beforeEach(() => {
  vi.useFakeTimers();
  written.length = 0;
  errors.length = 0;
  write = async (calls) => void written.push([...calls]);
  notes = new CallNotes({
    write: async (calls) => await write(calls),
    onError: (error) => errors.push(error),
    now: () => Date.now(),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function agent(name: string): AgentPrincipal {
  return {
    kind: "agent",
    workspace_id: "ws",
    connection_id: name,
    person_id: `person of ${name}`,
    client_name: "Agent",
    scopes: [],
  };
}

/** Who was written, in each write. */
function who(): string[][] {
  return written.map((calls) => calls.map(({ connection_id }) => connection_id));
}

function labels(): string[] {
  return written.flat().flatMap(({ agents }) => agents.map(({ label }) => label));
}

test("a connection's first call is written at once, and a new agent's too", async () => {
  notes.take(agent("one"), undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toMatchObject([[{ connection_id: "one", person_id: "person of one", agents: [] }]]);
  notes.take(agent("one"), "build");
  await vi.advanceTimersByTimeAsync(100);
  expect(written[1]).toMatchObject([{ connection_id: "one", agents: [{ label: "build" }] }]);
});

test("further calls are written once a minute, those of many agents together", async () => {
  const many = ["one", "two", "three"];
  for (const name of many) notes.take(agent(name), "build");
  await vi.advanceTimersByTimeAsync(100);
  expect(who()).toEqual([many]);
  for (let second = 0; second < 180; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (const name of many) notes.take(agent(name), "build");
  }
  expect(written.length).toBeGreaterThanOrEqual(3);
  expect(written.length).toBeLessThanOrEqual(4);
  expect(who().every((names) => names.length === many.length)).toBe(true);
});

test("what is no label counts as none", async () => {
  for (const label of ["", "A label", "x".repeat(65), "läbel", ["one", "two"]])
    notes.take(agent("one"), label);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toMatchObject([[{ agents: [] }]]);
});

test("an agent that takes another name with each call causes few writes, and few names (agent-13)", async () => {
  for (let count = 0; count < 60_000; count += 1) {
    notes.take(agent("hostile"), `name-${count}`);
    if (count % 1000 === 0) await vi.advanceTimersByTimeAsync(1000);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  // In one minute: five at once, then one in five seconds.
  expect(written.length).toBeLessThanOrEqual(20);
  expect(labels().length).toBeLessThanOrEqual(110);
  // Others are noted as always.
  notes.take(agent("one"), "build");
  await vi.advanceTimersByTimeAsync(100);
  expect(who().at(-1)).toContain("one");
});

test("the new names of an agent are noted again after a while", async () => {
  for (let count = 0; count < 100; count += 1) notes.take(agent("one"), `name-${count}`);
  await vi.advanceTimersByTimeAsync(61_000);
  notes.take(agent("one"), "later");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(labels()).toContain("later");
});

test("a crowd is written in parts", async () => {
  for (let count = 0; count < 250; count += 1) notes.take(agent(`agent-${count}`), undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(who().map((names) => names.length)).toEqual([100, 100, 50]);
});

test("a write that fails is told, and the next ones go on", async () => {
  write = async () => await Promise.reject(new Error("full"));
  notes.take(agent("one"), undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(errors).toEqual([new Error("full")]);
  write = async (calls) => void written.push([...calls]);
  notes.take(agent("two"), undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(who()).toEqual([["two"]]);
});

test("what waits is written when the server stops", async () => {
  notes.take(agent("one"), undefined);
  await notes[Symbol.asyncDispose]();
  expect(who()).toEqual([["one"]]);
});
