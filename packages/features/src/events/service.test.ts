import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestStore, type TestStore } from "../../../../tests/testkit/store.ts";
import { setUpWrite } from "../accounts/writes.ts";
import type { Principal } from "../kernel/principal.ts";
import { Waiting } from "../kernel/waiting.ts";
import { eventBounds } from "./service.ts";

// A log that is long and of which the reader may read almost nothing.

const PRIVATE = 25_000;

let opened: TestStore;
let resource_id: string;
let reader: Principal;

beforeAll(async () => {
  opened = await openTestStore();
  const email = "owner@example.test";
  const { person_id } = await opened.store.write(setUpWrite, {
    workspace_name: "Workspace",
    project_name: "General",
    owner: { name: "Owner", email, email_key: email, password_hash: "" },
  });
  const room = await opened.store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
  resource_id = room.resource_id;
  const { workspace_id, project_id } = room;
  const beside = new DatabaseSync(path.join(opened.folder, "anteroom.sqlite"), { timeout: 5000 });
  beside.prepare("insert into seats values (?, 'conn_one', ?)").run(workspace_id, project_id);
  const event = beside.prepare(
    "insert into events values (?, ?, ?, ?, 'proposal.created', '', 'agent', 'conn_two', 'Two', ?, '{}')",
  );
  beside.exec("begin");
  for (let sequence = 1; sequence <= PRIVATE + 2; sequence += 1) {
    event.run(workspace_id, resource_id, sequence, `evt_${sequence}`, sequence > PRIVATE ? null : "pers_two");
  }
  beside.prepare("insert into event_counters values (?, ?, ?)").run(workspace_id, resource_id, PRIVATE + 2);
  beside.exec("commit");
  beside.close();
  const scopes = ["osfoundry:read"] as const;
  reader = {
    kind: "agent",
    workspace_id,
    connection_id: "conn_one",
    person_id,
    client_name: "One",
    scopes,
  };
});
afterAll(async () => await opened[Symbol.asyncDispose]());

interface Page {
  readonly events: readonly { sequence: number }[];
  readonly next_sequence: number;
  readonly has_more: boolean;
}

/** What one poll is answered with at once; undefined where it would be held. */
async function poll(input: { after_sequence: number; limit: number; wait_seconds?: number }): Promise<Page> {
  const context = { store: opened.store, principal: reader };
  const query = { resource_type: "room", resource_id, ...input };
  const answer = await eventBounds[0]!.handler(context as never, query as never);
  if (!(answer instanceof Waiting)) throw new Error("A poll can wait.");
  return (await answer.plan.attempt(input.wait_seconds === undefined)) as Page;
}

test("one poll goes a bounded way past what it may not read, and says how far", async () => {
  for (const wait of [{}, { wait_seconds: 50 }]) {
    const page = await poll({ after_sequence: 0, limit: 1, ...wait });
    expect(page).toMatchObject({ events: [], has_more: true });
    expect(page.next_sequence).toBeGreaterThanOrEqual(10_000);
    expect(page.next_sequence).toBeLessThan(12_000);
  }
});

test.each([1, 100])(
  "polls that follow next_sequence miss nothing and repeat nothing, by pages of %d",
  async (limit) => {
    const read: number[] = [];
    let calls = 0;
    for (let after_sequence = 0, more = true; more; calls += 1) {
      const page = await poll({ after_sequence, limit });
      read.push(...page.events.map(({ sequence }) => sequence));
      expect(page.events.length).toBeLessThanOrEqual(limit);
      after_sequence = page.next_sequence;
      more = page.has_more;
    }
    expect(read).toEqual([PRIVATE + 1, PRIVATE + 2]);
    expect(calls).toBeLessThan(6);
  },
);
