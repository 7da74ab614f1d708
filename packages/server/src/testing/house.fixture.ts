import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueApiToken } from "@anteroom/features";
import { Person } from "../../../../tests/testkit/person.ts";
import { OWNER } from "../../../../tests/testkit/server.ts";
import { readSettings } from "../config.ts";
import { openDatabase } from "../database/index.ts";
import { startServer } from "../start.ts";
import { ask } from "./ask.fixture.ts";
import { bearer, call, legacy, MCP, modern } from "./mcp.fixture.ts";
import { openStream } from "./stream.fixture.ts";

/** Capabilities of a client that can follow tasks. */
export const TASKING = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** The whole server in this process, over a folder of its own, with its owner and one Room; `env` as an operator's. */
export async function startHouse(env: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), "anteroom-house-"));
  starting.defer(() => rm(data, { recursive: true, force: true }));
  const settings = readSettings({
    ANTEROOM_PORT: "0",
    ANTEROOM_DATA: data,
    ANTEROOM_LOG: "silent",
    ANTEROOM_HOST: "127.0.0.1",
    ANTEROOM_RATE_PER_MINUTE: "0",
    ANTEROOM_OWNER_EMAIL: OWNER.email,
    ANTEROOM_OWNER_PASSWORD: OWNER.password,
    ...env,
  });
  const running = await startServer(settings, { checkOutput: true });
  starting.defer(() => running.close());
  const owner = await Person.signIn(running.origin);
  const started = starting.move();

  /** Opens the database beside the server, as a command of the operator does. */
  const beside = () =>
    openDatabase({ folder: data, lock: false, onSignals: () => undefined, onError: () => undefined });

  return {
    ...running,
    /** The data folder. */
    data,
    owner,
    beside,
    /** A client's connection of its own; its person is the owner unless another is named. */
    connect: async (email: string = OWNER.email, wanted: Partial<WantedToken> = {}) => {
      await using database = await beside();
      const scopes = ["osfoundry:read", "osfoundry:write"];
      const { token, connection_id } = await issueApiToken(database.store, { email, scopes, ...wanted });
      return new HouseClient(running.port, token, connection_id);
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

type WantedToken = Parameters<typeof issueApiToken>[1];

export type House = Awaited<ReturnType<typeof startHouse>>;

/** A client of the modern era that can follow tasks. */
export class HouseClient {
  readonly port: number;
  readonly token: string;
  readonly connection_id: string;

  constructor(port: number, token: string, connection_id: string) {
    this.port = port;
    this.token = token;
    this.connection_id = connection_id;
  }

  async send(method: string, params: Readonly<Record<string, unknown>> = {}, capabilities: object = TASKING) {
    const { body, headers } = modern(method, params, capabilities);
    return await ask(this.port, { path: MCP, body, headers: { ...headers, ...bearer(this.token) } });
  }

  /** Proposes an app that differs by its key, and answers the result. */
  async propose(key: string, change: object = {}, capabilities: object = TASKING) {
    const args = { room_id: await this.roomId(), name: key, idempotency_key: `key-of-${key}`, ...change };
    const files = { "src/App.tsx": `export default () => <p>${key}</p>;` };
    const params = { name: "propose_room_snippet_app", arguments: { files, ...args } };
    return (await this.send("tools/call", params, capabilities)).json.result;
  }

  async roomId(): Promise<string> {
    return (await this.tool("find_resources", { kind: "room" })).resources[0].room_id;
  }

  /** The proposals of this person that wait in the Room, oldest first. */
  async pending(): Promise<{ proposal_id: string; name: string }[]> {
    return (await this.tool("read_room", { room_id: await this.roomId() })).your_pending;
  }

  /** A tool's structured answer, over the legacy era. */
  async tool(name: string, args: object) {
    const { json } = await ask(this.port, { path: MCP, body: call(name, args), headers: bearer(this.token) });
    return json.result.structuredContent;
  }

  /** Opens a stream that tells of these tasks. */
  async listen(taskIds: readonly string[]) {
    const { body, headers } = modern("subscriptions/listen", { notifications: { taskIds } }, TASKING);
    return await openStream({
      port: this.port,
      path: MCP,
      body,
      headers: { ...headers, ...bearer(this.token) },
    });
  }

  /** Sends a message of the legacy era. */
  async legacy(method: string, params: object) {
    return await ask(this.port, { path: MCP, body: legacy(method, params), headers: bearer(this.token) });
  }
}
