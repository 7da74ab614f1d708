import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setSharedValueWrite } from "../../packages/features/src/app-data/writes.ts";
import { openDatabase } from "../../packages/server/src/database/index.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import type { LivePage } from "../testkit/live-page.ts";
import { Person } from "../testkit/person.ts";
import { SHARED_COUNTER } from "../testkit/samples.ts";
import { adminToken, OWNER, TestServer } from "../testkit/server.ts";

// Data that an app keeps for its whole Room: from one member's page to the others', through the running program.

let server: TestServer;
let owner: Person;
let member: Person;
let page: LivePage;
let app: { room_id: string; instance_id: string };

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  const agent = new Agent(server.origin, await adminToken(server));
  const room_id = await agent.roomId();
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const who = { name: "Member", email: "member@example.test", password: "another long sentence" };
  member = await Person.join(link, who);
  const call = { room_id, name: "Counter", files: SHARED_COUNTER, idempotency_key: "shared-counter" };
  const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
  app = await owner.approve(proposal_id);
});
afterAll(async () => await server[Symbol.asyncDispose]());
beforeEach(async () => {
  page = await member.openPage();
});

interface Page {
  readonly entries: { key: string; value?: string }[];
  readonly version: number;
}

const set = async (who: Person, key: string, value: unknown) =>
  await who.do<{ version: number }>("set_shared_value", { ...app, key, value: JSON.stringify(value) });
const read = async (who: Person, after = 0) => await who.do<Page>("read_shared_data", { ...app, after });

/** What the other member's page is told next about the app's data. */
async function told(): Promise<unknown> {
  for (;;) {
    const next = await page.next();
    if (next === undefined || next.event === "shared") return next?.data;
  }
}

test("its card asks for it, and what one member sets the other one's open page is told of and reads", async () => {
  expect(await owner.do("open_app", app)).toMatchObject({
    grants: ["shared"],
    uses: expect.arrayContaining([
      { capability: "storage_shared", name: expect.any(String) as string },
    ]) as object,
  });
  const { version } = await read(member);
  await set(owner, "count", 1);
  expect(await told()).toEqual(app);
  expect((await read(member, version)).entries).toMatchObject([{ key: "count", value: "1" }]);
  page.close();
});

test("a page that was away reads on from where it was, though nothing was told to it", async () => {
  const { version } = await read(member);
  page.close();
  for (let count = 2; count < 5; count += 1) await set(owner, "count", count);
  expect((await read(member, version)).entries).toMatchObject([{ key: "count", value: "4" }]);
});

test("another process's change arrives too", async () => {
  const beside = await openDatabase({
    folder: server.data,
    lock: false,
    onSignals: () => undefined,
    onError: () => undefined,
  });
  const { person_id } = await beside.store.read
    .selectFrom("persons")
    .select("person_id")
    .where("email", "=", OWNER.email)
    .executeTakeFirstOrThrow();
  const principal = { kind: "person", person_id } as const;
  await beside.store.write(setSharedValueWrite, { ...app, principal, key: "beside", value: "true" });
  await beside[Symbol.asyncDispose]();
  expect(await told()).toEqual(app);
  expect((await read(member)).entries).toContainEqual(
    expect.objectContaining({ key: "beside", value: "true" }),
  );
  page.close();
});

test("a change that is too much is answered so that a page can tell why", async () => {
  const value = JSON.stringify("x".repeat(256 * 1024));
  expect(await owner.post("set_shared_value", { ...app, key: "a", value })).toMatchObject({
    status: 413,
    json: { error: { code: "too_large", where: "value" } },
  });
  const stale = await owner.post("set_shared_value", { ...app, key: "count", value: "1", if_version: 1 });
  expect(stale).toMatchObject({
    status: 409,
    json: { error: { code: "conflict_state", where: "if_version" } },
  });
  page.close();
});

test("kill -9 while members set: what was acknowledged is there, and the counts are what the values are", async () => {
  page.close();
  const known = new Map<string, number>();
  for (let round = 0; round < 3; round += 1) {
    const setting = Array.from({ length: 8 }, async (_, client) => {
      const who = client % 2 === 0 ? owner : member;
      for (let count = 0; ; count += 1) {
        const key = `r${round}c${client}n${count % 5}`;
        const value = round * 1_000_000 + count;
        const done = await set(who, key, value).then(
          () => true,
          () => false,
        );
        if (!done) return;
        known.set(key, value);
      }
    });
    await sleep(150 + round * 90);
    await server.kill();
    await Promise.all(setting);
    server = await server.restart();
    const { entries } = await read(owner);
    const there = new Map(entries.map(({ key, value }) => [key, Number(value)]));
    // One that was not acknowledged may have been done.
    for (const [key, value] of known) expect(there.get(key), key).toBeGreaterThanOrEqual(value);
    const bytes = entries.reduce((sum, { key, value = "" }) => sum + Buffer.byteLength(key + value), 0);
    expect(await owner.do("open_shared_data", app)).toMatchObject({ keys: entries.length, bytes });
  }
  expect(known.size).toBeGreaterThan(20);
});
