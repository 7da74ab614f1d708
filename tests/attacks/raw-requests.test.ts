import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answered, ask } from "../../packages/server/src/testing/ask.fixture.ts";
import { MCP } from "../../packages/server/src/testing/mcp.fixture.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { changeRows } from "../testkit/data-folder.ts";
import { Person } from "../testkit/person.ts";
import { sendRaw, statusesIn } from "../testkit/raw.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Requests that no client and no browser would send, byte by byte.

let server: TestServer;
let owner: Person;
let pending: Proposed;
let room_id: string;
let runtime: string;

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  const agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
  const args = { room_id, name: "Waiting", files: labelApp("x") };
  const proposal = { ...args, idempotency_key: "raw-requests" };
  pending = await agent.ask<Proposed>("propose_room_snippet_app", proposal);
  ({ runtime } = await owner.card(pending.proposal_id));
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

/** A request as a text; the host is ours unless a header says otherwise. */
function request(line: string, headers: Readonly<Record<string, string>> = {}, body = ""): string {
  const all = Object.entries({ Host: `localhost:${server.port}`, ...headers });
  return [`${line} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n");
}

/** A decision as the owner's own page sends it, which would decide; the path and headers may be changed. */
function declining(path = "/api/v1/decline_proposal", headers: Readonly<Record<string, string>> = {}) {
  const { proposal_id, revision, digest } = pending;
  const seen = { proposal_id, revision, name: "Waiting", digest, runtime };
  const body = JSON.stringify(seen);
  const length = String(Buffer.byteLength(body));
  const own = { ...owner.headers, "Content-Type": "application/json", "Content-Length": length };
  return request(`POST ${path}`, { ...own, Connection: "close", ...headers }, body);
}
const state = async () => (await owner.card(pending.proposal_id)).state;

describe("a request with contradicting lengths", () => {
  const LENGTHS: readonly (readonly [string, string])[] = [
    ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 5"],
    ["two lengths", "Content-Length: 5\r\nContent-Length: 6"],
    ["a list of lengths", "Content-Length: 5, 6"],
    ["a length with a sign", "Content-Length: +5"],
    ["a length in hex", "Content-Length: 0x5"],
    ["a negative length", "Content-Length: -5"],
    ["a length with a space in it", "Content-Length: 1 0"],
    ["a space before the colon", "Content-Length : 5\r\nTransfer-Encoding: chunked"],
    ["an unknown coding", "Transfer-Encoding: xchunked"],
    ["chunks that are not last", "Transfer-Encoding: chunked, identity"],
    ["chunks written twice", "Transfer-Encoding: chunked, chunked"],
    ["a folded header", "Transfer-Encoding:\r\n chunked\r\nContent-Length: 5"],
    ["a vertical tab before the coding", "Transfer-Encoding: \u000bchunked\r\nContent-Length: 5"],
    ["a quoted coding", 'Transfer-Encoding: "chunked"'],
    ["a bare line feed", "X-A: b\nTransfer-Encoding: chunked\r\nContent-Length: 5"],
    ["a bare carriage return", "X-A: b\rTransfer-Encoding: chunked\r\nContent-Length: 5"],
    ["a null byte", "X-A: b\u0000\r\nContent-Length: 5"],
  ];

  test.each(LENGTHS)(
    "%s: ends the connection, and what is hidden in it is not done (net-8)",
    async (_, lengths) => {
      const head = `POST ${MCP} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${lengths}\r\n\r\n`;
      const answers = await sendRaw(server.port, `${head}0\r\n\r\n${declining()}`);
      const statuses = statusesIn(answers);
      expect([statuses.filter((status) => status < 400), statuses.at(-1)]).toEqual([[], 400]);
      expect(await state()).toBe("pending");
    },
  );

  test.each([
    ["a size that is none", "x\r\n"],
    ["a negative size", "-1\r\n"],
    ["a size beyond every number", "fffffffffffffffff0\r\n"],
    ["a chunk that is longer than it says", "1\r\nxx\r\n"],
    ["a chunk that ends in a bare line feed", "1\r\nx\n"],
    ["a size with an open line", "1;\nx\r\n"],
  ])("chunks with %s (net-8)", async (_, chunks) => {
    const head = request(`POST ${MCP}`, {
      "Transfer-Encoding": "chunked",
      "Content-Type": "application/json",
    });
    const answers = await sendRaw(server.port, `${head}${chunks}0\r\n\r\n${declining()}`);
    expect(statusesIn(answers).filter((status) => status < 400)).toEqual([]);
    expect(await state()).toBe("pending");
  });
});

test("no crooked path leads to what a straight one does (net-8)", async () => {
  const name = "decline_proposal";
  const { port } = server;
  const before = rowsOf(server.data);
  const crooked = [
    `//api/v1/${name}`,
    `/api//v1/${name}`,
    `/api/v1//${name}`,
    `/./api/v1/${name}`,
    `/api/v1/./${name}`,
    `/x/../api/v1/${name}`,
    `/assets/../api/v1/${name}`,
    `/api/v1/x/../${name}`,
    `/api/v1/${name}/`,
    `/api/v1/${name}/.`,
    `/api/v1/%64ecline_proposal`,
    `/%61pi/v1/${name}`,
    `/api%2fv1%2f${name}`,
    `/api/v1/%2e/${name}`,
    `/api/v1/${name}%00`,
    `/api/v1/${name}%20`,
    `/api/v1/${name};x=y`,
    `/api/v1/${name}#x`,
    `/API/V1/${name}`,
    `/api/v1/${name.toUpperCase()}`,
    `/api\\v1\\${name}`,
    `\\api\\v1\\${name}`,
    `api/v1/${name}`,
    `http://localhost:${port}/api/v1/${name}`,
    `http://attacker.example/api/v1/${name}`,
    `//attacker.example/api/v1/${name}`,
    `*`,
    `${MCP}/../${name}`,
  ];
  for (const path of crooked) {
    const [status = 0, ...more] = statusesIn(await sendRaw(port, declining(path)));
    expect([path, more, status >= 400 && status < 500]).toEqual([path, [], true]);
  }
  expect(rowsOf(server.data)).toEqual(before);
});

test("no header makes a request another one than it is (net-8, net-9)", async () => {
  const path = "/api/v1/decline_proposal";
  const twice = (name: string, value: string) =>
    declining().replace("\r\n\r\n", `\r\n${name}: ${value}\r\n\r\n`);
  const own = owner.headers["origin"] ?? "";
  const tried = [
    declining("/", { "X-Original-URL": path }),
    declining("/", { "X-Rewrite-URL": path, "X-HTTP-Method-Override": "POST" }),
    declining().replace("POST", "GET").replace("\r\n\r\n", "\r\nX-HTTP-Method-Override: POST\r\n\r\n"),
    declining().replace("POST", "GETX"),
    declining().replace("POST", "post"),
    twice("Origin", "https://attacker.example"),
    declining(path, { origin: `${own}\t, https://attacker.example` }),
    declining(path, { "anteroom-proof": "", Anteroom_Proof: owner.headers["anteroom-proof"] ?? "" }),
    declining(path, { Host: `attacker.example\r\nX-Host: localhost:${server.port}` }),
    declining(path, { Host: "" }),
    declining().replace(/Host: [^\r]+\r\n/u, ""),
    declining(path, { Upgrade: "websocket", Connection: "Upgrade, close", "Content-Length": "0" }),
    declining(path, { Expect: "something-else" }),
  ];
  for (const bytes of tried) {
    const statuses = statusesIn(await sendRaw(server.port, bytes));
    expect([bytes, statuses.filter((status) => status < 400)]).toEqual([bytes, []]);
    expect(await state()).toBe("pending");
  }
});

test("who opens many connections and says little keeps nobody out (net-7)", async () => {
  const beginnings = [
    "",
    "P",
    request("POST /api/v1/sign_in").slice(0, -2),
    request("POST /x", { "Content-Length": "9" }),
  ];
  const sockets: Socket[] = [];
  for (let count = 0; count < 400; count += 1) {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(beginnings[count % beginnings.length] ?? "");
    sockets.push(socket);
  }
  await Promise.all(sockets.map(async (socket) => socket.connecting && (await once(socket, "connect"))));
  expect((await owner.post("open_home")).status).toBe(200);
  const large = `{"email":"x@example.test","password":"${"x".repeat(5_000_000)}"}`;
  const headers = { origin: server.origin };
  expect((await ask(server.port, { path: "/api/v1/sign_in", body: large, headers })).status).toBe(413);
  expect((await owner.post("open_home")).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

describe("an error tells no version, no path and no piece of code (net-11)", () => {
  const FORM = { "content-type": "application/x-www-form-urlencoded" };

  /** Everything that goes wrong where it is asked, each in a way of its own. */
  function faults(): Record<string, () => Promise<Answered>> {
    const { port } = server;
    const get =
      (path: string, headers = {}) =>
      async () =>
        await ask(port, { method: "GET", path, headers });
    const post =
      (path: string, body: unknown, headers: object = owner.headers) =>
      async () =>
        await ask(port, { path, body, headers: { ...headers } });
    const api = (name: string, body: unknown) => post(`/api/v1/${name}`, body);
    return {
      "no JSON": api("open_home", "{"),
      "JSON of no depth's end": api("open_home", "[".repeat(60_000)),
      "wrong arguments": api("open_room", { room_id: { $gt: "" } }),
      "a quote": api("open_room", { room_id: "' or 1=1 --" }),
      "no such Room": api("open_room", { room_id: "room_none" }),
      "a Room": api("open_room", { room_id }),
      "no operation": api("gone", {}),
      "an object's own name": api("__proto__", {}),
      "another type": post("/api/v1/open_home", "x", { ...owner.headers, "content-type": "text/plain" }),
      "nobody's token": post("/api/v1/read_room", {}, { authorization: "Bearer x" }),
      "MCP without a token": post(MCP, { jsonrpc: "2.0", id: 1, method: "tools/list" }, {}),
      "MCP by GET": get(MCP),
      "a wrong sign-in": api("sign_in", { email: "x@example.test", password: "x" }),
      "a broken ticket": api("finish_sign_in", { ticket: "e30.x", code: "123456" }),
      "a broken passkey": api("finish_passkey_sign_in", { ticket: "e30.x", credential: { id: "x" } }),
      "a registration that is none": post("/register", "{", {}),
      "a registration of rubbish": post("/register", { redirect_uris: [{}], grant_types: 7 }, {}),
      "a token for nothing": post("/token", "grant_type=x", FORM),
      "a token for a code": post("/token", "grant_type=authorization_code&code=x&client_id=x", FORM),
      "a broken client secret": post("/token", "grant_type=x", { ...FORM, authorization: "Basic %%%" }),
      "a device of nobody": post("/device_authorization", "client_id=x", FORM),
      "a request of nobody": get("/authorize?client_id=x"),
      "a request of rubbish": get("/authorize?client_id[]=x&scope=%00&request={}"),
      "a request that is over": get("/authorize/x"),
      "a decision on nothing": post("/consent/x/decide", { allow: false }),
      "a decision that is none": post("/device/decide", "{"),
      "no company": get("/sign-in/with/x"),
      "no page": get("/nowhere.php", { accept: "text/html" }),
      "no asset": get("/assets/../../package.json"),
      "no runtime": get("/rt/../../../etc/passwd"),
      "no document": get("/.well-known/x"),
      "a wrong host": get("/", { host: "attacker.example" }),
      "headers without end": get("/", { "x-long": "x".repeat(20_000) }),
    };
  }

  /** Whatever tells of what the server is made of, or where it runs. */
  const TELLING: readonly RegExp[] = [
    /node(?:\.js|_modules|:)|v?8\.\d|oidc-provider|koa|undici|express|sqlite|kysely|ajv|argon/iu,
    /\b\d+\.\d+\.\d+\b/u,
    /\.(?:ts|js|mjs|sqlite)\b/u,
    /\bat \S+ \(|\bError:|stack/u,
    /(?:\/(?:home|root|tmp|usr|var|work|etc|app)\/)/u,
  ];

  function told({ headers, text }: Answered): string {
    return JSON.stringify({ ...headers, text });
  }

  test.each(["as it is", "while its database is broken"])("%s", async (how) => {
    // What is not there any more makes real faults deep inside.
    const broken = how !== "as it is";
    const asked = faults();
    if (broken)
      for (const table of ["oidc_items", "apps", "passwords"]) changeRows(server.data, `drop table ${table}`);
    const statuses: number[] = [];
    for (const [name, fault] of Object.entries(asked)) {
      const answered = await fault();
      statuses.push(answered.status);
      const said = told(answered);
      for (const pattern of TELLING) expect([name, said]).toEqual([name, expect.not.stringMatching(pattern)]);
      expect(said, name).not.toContain(server.data);
    }
    expect(statuses.filter((status) => status >= 500).length > 2).toBe(broken);
    if (broken) await expect.poll(() => server.log.join("\n")).toMatch(/no such table/u);
  });
});
