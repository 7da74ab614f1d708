import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Cases P1 to P6 of the reported faults: paths that climb, trick, collide or poison, through a running server.

const APP = "export default () => <p>ok</p>;";
let server: TestServer;
let agent: Agent;
let room_id: string;
let key = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

function call(files: Record<string, string>) {
  key += 1;
  return { room_id, name: `App ${key}`, files, idempotency_key: `path-case-${key}` };
}

async function lastSequence(): Promise<number> {
  return (await agent.ask<{ last_sequence: number }>("read_room", { room_id })).last_sequence;
}

describe("refused whole, with the key named and nothing stored (agent-10)", () => {
  const refused = [
    "src\\..\\..\\x.ts",
    "/etc/x.ts",
    "C:/x.ts",
    "./src/x.ts",
    "src//x.ts",
    "src/./x.ts",
    "src/../../x.ts",
    "",
    "src/.. /x.ts",
    "src/lib./x.ts",
    "src/x.ts ",
    "src/aux.ts",
    "src/con .tsx",
    "src/COM¹.ts",
    "src/a:b.ts",
  ];
  test.each(refused)("%j", async (path) => {
    const before = await lastSequence();
    const refusal = await agent.refusal(
      "propose_room_snippet_app",
      call({ "src/App.tsx": APP, [path]: "1" }),
    );
    expect(refusal.code).toBe("invalid_path");
    expect(`${refusal.message} ${refusal.where}`).toContain(JSON.stringify(path));
    expect(await lastSequence()).toBe(before);
  });
});

describe("accepted as literal names", () => {
  const accepted = [
    "src/%2e%2e%2fx.ts",
    "src/%252e%252e/x.ts",
    "src/console.ts",
    "src/auxiliary.ts",
    "src/prefix.nul.json",
  ];
  test.each(accepted)("%j", async (path) => {
    const text = path.endsWith(".json") ? "{}" : "export {};";
    const made = await agent.ask<Proposed>(
      "propose_room_snippet_app",
      call({ "src/App.tsx": APP, [path]: text }),
    );
    expect(made.state).toBe("pending");
  });
});

test("two spellings of one visible name collide, and both are named (agent-10)", async () => {
  const files = { "src/App.tsx": APP, "src/café.ts": "1", "src/cafe\u0301.ts": "2" };
  const refusal = await agent.refusal("propose_room_snippet_app", call(files));
  expect(refusal.code).toBe("invalid_path");
  expect(refusal.message).toContain("caf\u00e9.ts".normalize("NFC"));
  expect(refusal.message).toContain("cafe\\u0301.ts");
});

test("names that differ in letter case only collide, files and folders alike (agent-10)", async () => {
  const files = await agent.refusal(
    "propose_room_snippet_app",
    call({ "src/App.tsx": APP, "src/Button.tsx": APP, "src/button.tsx": APP }),
  );
  expect(files.message).toMatch(/Button\.tsx.*button\.tsx/s);
  const folders = await agent.refusal(
    "propose_room_snippet_app",
    call({ "src/App.tsx": APP, "src/UI/a.ts": "1", "src/ui/b.ts": "2" }),
  );
  expect(folders.code).toBe("invalid_path");
});

test("a key that is a prototype's name is refused, never dropped, and poisons nothing (agent-10)", async () => {
  const args = `{"room_id":"${room_id}","name":"Proto","idempotency_key":"path-proto","files":{"__proto__":"x","src/App.tsx":"${APP}"}}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"propose_room_snippet_app","arguments":${args}}}`;
  const result = await agent.callRaw(body);
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.structuredContent)).toContain("__proto__");
  const after = await agent.ask<Proposed>("propose_room_snippet_app", call({ "src/App.tsx": APP }));
  expect(after.state).toBe("pending");
});
