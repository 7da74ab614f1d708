import { once } from "node:events";
import { type IncomingMessage, request as openRequest } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Person } from "../../../../tests/testkit/person.ts";
import { type House, startHouse } from "../testing/house.fixture.ts";
import { bearer } from "../testing/mcp.fixture.ts";

// Requests that were let in, and whose right ends before their body does.

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(async () => await house[Symbol.asyncDispose]());

interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Sends a request but for its last byte, to a server that reads on; what is returned sends that, and answers. */
async function begin({ path, headers, body }: Sending) {
  const sent = JSON.stringify(body);
  const sending = openRequest(house.origin + path, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(sent),
      expect: "100-continue",
    },
  });
  sending.flushHeaders();
  await once(sending, "continue");
  sending.write(sent.slice(0, -1));
  return async () => {
    sending.end(sent.slice(-1));
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    return { status: response.statusCode, answer: await json(response) };
  };
}

const SIGN_IN = { status: 401, answer: { error: expect.objectContaining({ code: "sign_in_required" }) } };

test("a sign-in that ended while a body came changes nothing and lets nobody in (shell-5)", async () => {
  const { origin } = house;
  const stolen = await Person.signIn(origin);
  const { workspaces } = await house.owner.do<{ workspaces: { workspace_id: string }[] }>("open_home");
  const workspace_id = workspaces[0]?.workspace_id;
  const { headers } = stolen;
  const late = [
    await begin({
      path: "/api/v1/invite_to_workspace",
      headers,
      body: { workspace_id, role: "admin" },
    }),
    await begin({ path: "/consent/any-request/decide", headers, body: { allow: false } }),
  ];
  expect(await house.owner.do("end_other_sign_ins")).toEqual({ ended: 1 });
  for (const finish of late) expect(await finish()).toEqual(SIGN_IN);
  const { invitations } = await house.owner.do("read_workspace", { workspace_id });
  expect(invitations).toEqual([]);
});

test("a token that ended while a body came proposes nothing (agent-5)", async () => {
  const agent = await house.connect();
  const finish = await begin({
    path: "/api/v1/propose_room_snippet_app",
    headers: bearer(agent.token),
    body: {
      room_id: await agent.roomId(),
      name: "Late",
      files: { "src/App.tsx": "export default () => <p>late</p>;" },
      idempotency_key: "key-of-a-late-one",
    },
  });
  await house.owner.do("revoke_connection", { connection_id: agent.connection_id });
  expect(await finish()).toEqual(SIGN_IN);
  expect((await house.owner.do("list_needs_approval"))["waiting"]).toEqual([]);
});
