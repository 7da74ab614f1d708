import { expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Power cuts while 32 clients propose: what was acknowledged is there, once, and no event is skipped.

const CLIENTS = 32;
const ROUNDS = 20;

interface Acknowledged {
  readonly label: string;
  readonly proposal_id: string;
}
interface Page {
  readonly events: readonly { sequence: number; type: string; data: { proposal_id: string } }[];
  readonly next_sequence: number;
  readonly has_more: boolean;
}

test(`kill -9 while ${CLIENTS} clients propose, ${ROUNDS} rounds`, { timeout: 600_000 }, async () => {
  let server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  try {
    const token = await adminToken(server);
    const agent = new Agent(server.origin, token);
    const room_id = await agent.roomId();
    const acknowledged: Acknowledged[] = [];
    const unanswered: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await proposeUntilKilled({ server, token, room_id, round, acknowledged, unanswered });
      server = await server.restart();
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    await everyAcknowledgedStandsOnce(agent, room_id, acknowledged);
    await retriesDoubleNothing(agent, { room_id, acknowledged, unanswered });
  } finally {
    await server[Symbol.asyncDispose]();
  }
});

interface Round {
  readonly server: TestServer;
  readonly token: string;
  readonly room_id: string;
  readonly round: number;
  readonly acknowledged: Acknowledged[];
  readonly unanswered: string[];
}

function callOf(room_id: string, label: string) {
  return { room_id, name: label, files: labelApp(label), idempotency_key: `kill-${label}` };
}

/** Every client proposes one app after the other until the server is gone under it. */
async function proposeUntilKilled(round: Round): Promise<void> {
  const { server, token, room_id } = round;
  let first: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (first = resolve));
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new Agent(server.origin, token);
    for (let call = 0; ; call += 1) {
      const label = `r${round.round}c${client}n${call}`;
      try {
        const made = await agent.ask<Proposed>("propose_room_snippet_app", callOf(room_id, label));
        round.acknowledged.push({ label, proposal_id: made.proposal_id });
        first();
      } catch {
        round.unanswered.push(label);
        return;
      }
    }
  });
  await answered;
  // A different moment in each round, somewhere inside the stream of commits.
  await new Promise((resolve) => setTimeout(resolve, (round.round * 37) % 200));
  await server.kill();
  await Promise.all(clients);
}

async function allEvents(agent: Agent, room_id: string): Promise<Page["events"]> {
  const events: Page["events"][number][] = [];
  for (let after_sequence = 0; ;) {
    const query = { resource_type: "room", resource_id: room_id, after_sequence, limit: 100 };
    const page = await agent.ask<Page>("poll_resource_events", query);
    events.push(...page.events);
    if (!page.has_more) return events;
    after_sequence = page.next_sequence;
  }
}

async function everyAcknowledgedStandsOnce(agent: Agent, room_id: string, acknowledged: Acknowledged[]) {
  const events = await allEvents(agent, room_id);
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
  const created = events
    .filter((event) => event.type === "proposal.created")
    .map((event) => event.data.proposal_id);
  expect(new Set(created).size).toBe(created.length);
  const there = new Set(created);
  expect(acknowledged.filter(({ proposal_id }) => !there.has(proposal_id))).toEqual([]);
}

/** Every call is made again, by many clients at once: one that was acknowledged is answered as it was before. */
async function retriesDoubleNothing(
  agent: Agent,
  { room_id, acknowledged, unanswered }: Pick<Round, "room_id" | "acknowledged" | "unanswered">,
): Promise<void> {
  const known = new Map(acknowledged.map(({ label, proposal_id }) => [label, proposal_id]));
  const labels = [...known.keys(), ...unanswered];
  const left = labels.values();
  const changed: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (const label of left) {
      const again = await agent.ask<Proposed>("propose_room_snippet_app", callOf(room_id, label));
      if (again.proposal_id !== (known.get(label) ?? again.proposal_id)) changed.push(label);
    }
  });
  await Promise.all(clients);
  expect(changed).toEqual([]);
  const events = await allEvents(agent, room_id);
  const created = events.filter((event) => event.type === "proposal.created");
  expect(created.length).toBe(labels.length);
}
