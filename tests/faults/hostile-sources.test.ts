import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent } from "../testkit/agent.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Sources made to be compiled for ever, or to fill the memory, cost whoever sent them and nobody else.

let server: TestServer;
let other: Agent;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  other = await connect();
  room_id = await other.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function connect(): Promise<Agent> {
  return new Agent(server.origin, await adminToken(server));
}

async function propose(agent: Agent, name: string, files: Readonly<Record<string, string>>) {
  return await agent.call("propose_room_snippet_app", {
    room_id,
    name,
    files,
    idempotency_key: `hostile-${name}`,
  });
}

test.each([
  ["a thousand bytes that take ages", `x = ${"async <T>(a = ".repeat(70)}`],
  ["the same for the second compiler", `@a class A {}\nx = ${"a ? (b) : c => ".repeat(40)}1`],
  ["names by the thousand for the second compiler", `class A {${"@a accessor b = 1;".repeat(12_000)}}`],
  ["faults that quote each other", "let a;".repeat(20_000)],
  ["a fault on each of many lines", "let a;\n".repeat(20_000)],
])("%s, thirty times: another connection is served meanwhile (agent-6)", async (what, source) => {
  // What another one has left waiting would be refused at once.
  const hostile = await connect();
  let answered = 0;
  const flood = Array.from({ length: 30 }, async (_, index) => {
    const files = { "src/App.tsx": `${source}//${index}`, "src/more.tsx": source };
    await propose(hostile, `${what} ${index}`, files);
    answered += 1;
  });
  // Nobody waits for these: what is left of them keeps the server busy during the next test.
  for (const one of flood) one.catch(() => undefined);
  await other.ask("read_room", { room_id });
  const made = await propose(other, `Fine beside ${what}`, labelApp(what));
  expect(made.structuredContent).toMatchObject({ state: "pending" });
  expect(answered).toBeLessThan(30);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
});
