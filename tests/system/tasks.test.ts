import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INSTALL_WITHIN_MS, installClients } from "../clients/install.ts";
import { Agent } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// A proposal as a durable task, as the extension's own client library follows one and through crashes.

const VERSION = "2026-07-28";
const CAPABILITIES = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const NAMED = { name: "task-client", version: "1.0.0" };

let server: TestServer;
let token: string;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  await installClients();
  server = await TestServer.launch();
  token = await adminToken(server);
  owner = await Person.signIn(server.origin);
  room_id = await new Agent(server.origin, token).roomId();
}, INSTALL_WITHIN_MS);
afterAll(async () => await server[Symbol.asyncDispose]());

const endpoint = () => `${server.origin}/api/v1/external-mcp`;

interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> & { readonly name?: string; readonly taskId?: string };
}

interface Answer {
  readonly result?: Task;
  readonly error?: { code: number; message: string };
}

/** Sends one request of the modern era as it stands, with the headers that repeat it. */
async function dispatch(request: Request, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(endpoint(), {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...request }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      "mcp-protocol-version": VERSION,
      "mcp-method": request.method,
      "mcp-name": request.params.name ?? request.params.taskId ?? "",
    },
    ...(signal && { signal }),
  });
  return (await response.json()) as Answer;
}

async function ask(method: string, params: Request["params"]): Promise<Task> {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": CAPABILITIES,
  };
  const { result, error } = await dispatch({ method, params: { ...params, _meta: envelope } });
  if (!result) throw new Error(`${method} answered ${JSON.stringify(error)}`);
  return result;
}

interface Task {
  readonly resultType: string;
  readonly taskId: string;
  readonly status: string;
  readonly result?: { readonly structuredContent: unknown };
}

function proposal(name: string) {
  const args = { room_id, name, files: labelApp(name), idempotency_key: `task-${name}` };
  return { name: "propose_room_snippet_app", arguments: args };
}

/** Resolves to the proposal of this name once an agent is held for it. */
async function untilHeld(name: string): Promise<string> {
  let found = "";
  await expect
    .poll(async () => {
      const { waiting } = await owner.do<{
        waiting: { name: string; proposal_id: string; waiting: boolean }[];
      }>("list_needs_approval");
      const row = waiting.find((one) => one.name === name);
      found = row?.proposal_id ?? "";
      return row?.waiting;
    })
    .toBe(true);
  return found;
}

test("a task outlives the process, is there again for the same call, and ends with the decision", async () => {
  const begun = await ask("tools/call", proposal("Durable"));
  expect(begun).toMatchObject({ resultType: "task", status: "working" });
  const { taskId } = begun;
  const cut = ask("tasks/get", { taskId }).catch(() => "cut");
  await untilHeld("Durable");
  server = await server.restart();
  expect(await cut).toBe("cut");
  owner = await Person.signIn(server.origin);
  expect((await ask("tools/call", proposal("Durable"))).taskId).toBe(taskId);
  const held = ask("tasks/get", { taskId });
  await owner.decline(await untilHeld("Durable"), "Not this week.");
  const told = await held;
  expect(told).toMatchObject({
    status: "completed",
    result: { structuredContent: { state: "declined", decision: { reason: "Not this week." } } },
  });
  server = await server.restart();
  expect(await ask("tasks/get", { taskId })).toEqual(told);
});

test("the extension's own client library follows a proposal to its approval", async () => {
  const clients = await installClients();
  const library = path.join(clients, "node_modules/@modelcontextprotocol/ext-tasks/dist/client/index.js");
  const tasks = (await import(pathToFileURL(library).href)) as Library;
  const client = new Client(NAMED, { versionNegotiation: { mode: { pin: VERSION } } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint()), { requestInit }));
  const session = tasks.createTaskSessionFromClient(client, {
    endpointId: "anteroom",
    rawDispatch: async (request: Request, { signal }: { signal?: AbortSignal }) => {
      const { result, error } = await dispatch(request, signal);
      return error ? { kind: "error", error } : { kind: "result", result };
    },
    v2RequestFraming: { protocolVersion: VERSION, clientInfo: NAMED, clientCapabilities: CAPABILITIES },
  });
  const { name, arguments: args } = proposal("Followed");
  const execution = await session.callTool(name, args);
  expect(execution.kind).toBe("task");
  const settled = execution.settle();
  await owner.approve(await untilHeld("Followed"));
  const { outcome } = await settled;
  expect(outcome).toMatchObject({
    status: "completed",
    result: { structuredContent: { state: "approved", name: "Followed" } },
  });
  const stopped = await session.callTool("propose_room_snippet_app", proposal("Stopped").arguments);
  await stopped.cancel();
  expect((await stopped.settle()).outcome.status).toBe("cancelled");
  await session.close();
  await client.close();
});

/** What is used of the library, which is installed apart from the tests' own modules. */
interface Library {
  createTaskSessionFromClient(client: Client, options: object): Session;
}
interface Session {
  callTool(name: string, args: object): Promise<Execution>;
  close(): Promise<void>;
}
interface Execution {
  readonly kind: "immediate" | "task";
  settle(): Promise<{ outcome: { status: string } }>;
  cancel(): Promise<void>;
}
