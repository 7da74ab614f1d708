import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestStore, type TestStore } from "../../../../tests/testkit/store.ts";
import { setUpWrite } from "../accounts/writes.ts";
import { listVisibleEvents } from "../events/index.ts";
import type { AgentContext, Bound, PersonContext } from "../kernel/context.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import { SOURCE_BYTES_AN_HOUR } from "../kernel/limits.ts";
import { Waiting } from "../kernel/waiting.ts";
import { roomBounds } from "../rooms/index.ts";
import { receiptSigner } from "../testing/receipt-signer.ts";
import { proposalBounds } from "./index.ts";
import { spendSource } from "./source-budget.ts";
import type { ProposalRow } from "./tables.ts";

// The rules of proposals over the real writer, without a server around them.

let opened: TestStore;
let agent: AgentContext;
let owner: PersonContext;
let room_id: string;

const APP = "export default () => null;";

beforeEach(async () => {
  opened = await openTestStore();
  const { store } = opened;
  const email = "owner@example.test";
  const owned = await store.write(setUpWrite, {
    workspace_name: "Workspace",
    project_name: "General",
    owner: { name: "Owner", email, email_key: email, password_hash: "" },
  });
  const { person_id } = owned;
  const room = await store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
  room_id = room.resource_id;
  agent = agentContext(await seat("conn_one", room.workspace_id, room.project_id, person_id));
  owner = { ...ports(), principal: { kind: "person", person_id }, browser: BROWSER };
});
afterEach(async () => {
  expect(opened.errors).toEqual([]);
  await opened[Symbol.asyncDispose]();
});

const BROWSER: PersonContext["browser"] = {
  signIn: () => "",
  confirm: () => undefined,
  signOut: () => undefined,
  address: "127.0.0.1",
  keepDevice: () => undefined,
  user_agent: "",
};

function ports(): Omit<AgentContext, "principal"> {
  return {
    store: opened.store,
    origin: "https://anteroom.example.test",
    server: { name: "anteroom", version: "0.0.0" },
    runtime: { version: "r1", entry: "src/App.tsx", packages: [], storage: "none", blocked: [], offers: [] },
    keepRuntime: async () => undefined,
    checkFiles: async () => ({ diagnostics: [] }),
    readScan: () => undefined,
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    signReceipt: receiptSigner(),
    pendingLimit: 3,
    demo: false,
    heldCalls: () => 0,
    openCalls: () => 0,
    fetchOutside: async () => await Promise.reject(new Error("nothing outside is known here")),
    clientMetadata: false,
    identityProviders: [],
    hashPassword: async (password) => password,
    verifyPassword: async () => false,
    claimSetUp: () => undefined,
  };
}

/** Rows that other features make are put in by hand, on a connection of the test's own. */
async function insert(sql: string, values: readonly string[]): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const { readdirSync } = await import("node:fs");
  const file = readdirSync(opened.folder).find((name) => name.endsWith(".sqlite") && !name.includes("lock"))!;
  const db = new DatabaseSync(`${opened.folder}/${file}`);
  db.exec("pragma busy_timeout = 5000");
  db.prepare(sql).run(...values);
  db.close();
}

async function seedPerson(person_id: string): Promise<void> {
  const email = `${person_id}@example.test`;
  await insert("insert into persons values (?, ?, ?, ?, ?)", [
    person_id,
    email,
    email,
    person_id,
    "2026-01-01",
  ]);
}

async function seat(
  connection_id: string,
  workspace_id: string,
  project_id: string,
  person_id: string,
): Promise<AgentPrincipal> {
  await insert("insert into seats values (?, ?, ?)", [workspace_id, connection_id, project_id]);
  const scopes = ["osfoundry:read", "osfoundry:write"] as const;
  return { kind: "agent", workspace_id, connection_id, person_id, client_name: connection_id, scopes };
}

function agentContext(principal: AgentPrincipal): AgentContext {
  return { ...ports(), principal };
}

async function run<T = Record<string, unknown>>(context: object, name: string, input: object): Promise<T> {
  const { handler } = proposalBounds.find((bound: Bound) => bound.operation.name === name)!;
  const answer = await handler(context as never, input as never);
  return (answer instanceof Waiting ? await answer.plan.attempt(true) : answer) as T;
}

async function propose(change: object = {}, by = agent): Promise<ProposalRow & { replayed: boolean }> {
  const input = {
    room_id,
    name: "App",
    files: { "src/App.tsx": APP },
    idempotency_key: "key-00001",
    ...change,
  };
  return await run(by, "propose_room_snippet_app", input);
}

async function eventTypes(): Promise<string[]> {
  const query = { resource_id: room_id, after_sequence: 0, limit: 1000 };
  return (await listVisibleEvents(agent, owner.principal, query)).events.map((event) => event.type);
}

describe("a further proposal of the same name", () => {
  test("supersedes the pending one, in whatever letters the name is written, and says so in the log", async () => {
    const first = await propose({ name: "Straße  timer" });
    const second = await propose({ name: " STRASSE timer ", idempotency_key: "key-00002" });
    expect(second).toMatchObject({ revision: 2, replaces: first.proposal_id });
    const before = await run(agent, "read_proposal", { proposal_id: first.proposal_id });
    expect(before).toMatchObject({ state: "superseded", revision: 1 });
    expect(await eventTypes()).toEqual(["proposal.created", "proposal.superseded", "proposal.created"]);
  });

  test("is refused once the hour's new source is used up, and uses up no key (agent-13)", async () => {
    const first = await propose();
    spendSource(agent.store, agent.principal.connection_id, SOURCE_BYTES_AN_HOUR - 2 * APP.length);
    const next = { files: { "src/App.tsx": `${APP}//2` }, idempotency_key: "key-00002" };
    await expect(propose(next)).rejects.toMatchObject({
      body: { code: "rate_limited", retry_after_seconds: expect.any(Number) },
    });
    expect(await eventTypes()).toEqual(["proposal.created"]);
    expect(await propose()).toMatchObject({ proposal_id: first.proposal_id, replayed: true });
    // What still fits is taken.
    expect(await propose({ ...next, files: { "src/App.tsx": APP }, name: "Other" })).toMatchObject({
      replayed: false,
    });
  });

  test("does not count against the limit that it frees", async () => {
    for (const name of ["a", "b", "c"]) await propose({ name, idempotency_key: `key-of-${name}` });
    await expect(propose({ name: "d", idempotency_key: "key-of-d" })).rejects.toMatchObject({
      body: { code: "conflict_state" },
    });
    const next = { name: "c", files: { "src/App.tsx": `${APP}//2` }, idempotency_key: "key-of-c2" };
    expect((await propose(next)).revision).toBe(2);
  });

  test("by another person is a proposal of its own", async () => {
    const { workspace_id } = agent.principal;
    const room = await opened.store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
    await seedPerson("pers_two");
    await insert("insert into members values (?, ?, 'member', '')", [workspace_id, "pers_two"]);
    await insert("insert into resource_members values (?, ?, ?, '')", [workspace_id, room_id, "pers_two"]);
    const other = agentContext(await seat("conn_two", workspace_id, room.project_id, "pers_two"));
    await propose();
    expect(await propose({ idempotency_key: "key-other" }, other)).toMatchObject({
      revision: 1,
      replayed: false,
    });
  });
});

test("a compile error names the place, and neither stores nor uses the key", async () => {
  const broken: AgentContext = {
    ...agent,
    checkFiles: async () => ({
      diagnostics: [{ file: "src/App.tsx", line: 3, column: 7, message: "Unexpected token" }],
    }),
  };
  await expect(propose({}, broken)).rejects.toMatchObject({
    body: { code: "does_not_compile", where: "src/App.tsx:3:7", message: "Unexpected token" },
  });
  expect(await eventTypes()).toEqual([]);
  expect((await propose()).replayed).toBe(false);
});

test("an agent's own label stands beside its connection's name, never instead of it (agent-7)", async () => {
  const labelled = agentContext({ ...agent.principal, label: "planner" });
  const { proposal_id } = await propose({}, labelled);
  const card = await run<{ client_name: string }>(owner, "open_proposal", { proposal_id });
  expect(card.client_name).toBe("planner (conn_one)");
});

test("an approval puts exactly the proposed app into the launcher and keeps who read what", async () => {
  const { proposal_id, instance_id, digest } = await propose();
  const seen = { proposal_id, revision: 1, name: "App", digest, runtime: "r1" };
  const files_seen = [{ path: "src/App.tsx", how: "marked" }];
  await run(owner, "approve_proposal", { ...seen, files_seen });
  const app = await opened.store.read.selectFrom("apps").selectAll().executeTakeFirstOrThrow();
  expect(app).toMatchObject({ room_id, instance_id, digest, runtime: "r1", proposal_id });
  const decision = await opened.store.read.selectFrom("decisions").selectAll().executeTakeFirstOrThrow();
  expect(decision).toMatchObject({ state: "approved", digest, runtime: "r1", own: 1 });
  expect(JSON.parse(decision.files_seen)).toEqual(files_seen);
  const open = roomBounds.find((bound: Bound) => bound.operation.name === "open_app")!;
  expect(await open.handler(owner as never, { room_id, instance_id } as never)).toMatchObject({
    files: { "src/App.tsx": APP },
    approved: { files_seen: 0, files_marked: 1 },
  });
  expect(await eventTypes()).toEqual(["proposal.created", "proposal.approved", "app.created"]);
});

test("the log of a Room has no gaps and each cursor reads all of it once, whatever the page size", async () => {
  const step = fc.record({ name: fc.constantFrom("a", "b", "c"), text: fc.nat(5), key: fc.nat(8) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, limit) => {
        const calls = steps.map(async ({ name, text, key }) => {
          const files = { "src/App.tsx": `${APP}//${text}` };
          // Refusals (a key used for other content, too many pending) are a part of the story.
          await propose({ name, files, idempotency_key: `key-${key}-long` }).catch(() => undefined);
        });
        await Promise.all(calls);
        const sequences: number[] = [];
        for (let after_sequence = 0, more = true; more;) {
          const query = { resource_id: room_id, after_sequence, limit };
          const page = await listVisibleEvents(agent, agent.principal, query);
          sequences.push(...page.events.map((event) => event.sequence));
          after_sequence = page.next_sequence;
          more = page.has_more;
        }
        expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      },
    ),
    { numRuns: 15 },
  );
});
