import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { authenticateBearer } from "./index.ts";
import { House, type SignedIn } from "../testing/house.ts";
import { Client, connect, Visitor } from "../testing/visitor.ts";

// What becomes of registrations (duty 7): their clients read and remove them, unused ones end, live ones stay.

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;

beforeAll(async () => {
  house = await House.open();
  owner = await house.setUp();
  visitor = new Visitor(house, owner);
});
afterEach(() => {
  vi.useRealTimers();
  expect(house.errors).toEqual([]);
  expect(house.opened.errors).toEqual([]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

async function manage(client: Client, method: string, token?: string): Promise<Response> {
  const { registration_client_uri, registration_access_token } = client.registration;
  return await fetch(String(registration_client_uri), {
    method,
    headers: { authorization: `Bearer ${token ?? String(registration_access_token)}` },
  });
}

/** What the token endpoint says of a client's identity; its refresh token is wrong anyway. */
async function isKnown(client: Client): Promise<boolean> {
  const answered = await client.refresh("nothing");
  const { error } = (await answered.json()) as { error: string };
  expect([answered.status, error]).toEqual(
    answered.status === 401 ? [401, "invalid_client"] : [400, "invalid_grant"],
  );
  return answered.status === 400;
}

/** Ends all that has an end, as if so many days had passed; what is swept goes with the next registrations. */
async function pass(days: number): Promise<void> {
  house.sql(`update oidc_items set expires_at = expires_at - ${days * 86_400}`);
  for (let times = 0; times < 3; times += 1) await Client.register(house);
}

describe("a registration", () => {
  test("is read at its own address by its own token (client-13)", async () => {
    const client = await Client.register(house);
    const seen = await manage(client, "GET");
    expect(seen.status).toBe(200);
    expect(await seen.json()).toMatchObject({
      client_id: client.id,
      client_name: "Test agent",
      registration_client_uri: client.registration["registration_client_uri"],
    });
    const other = await Client.register(house);
    for (const token of ["wrong", String(other.registration["registration_access_token"])]) {
      expect((await manage(client, "GET", token)).status).toBe(401);
      expect((await manage(client, "DELETE", token)).status).toBe(401);
    }
    expect(await isKnown(client)).toBe(true);
  });

  test("is never changed: what the person saw stays true", async () => {
    const client = await Client.register(house);
    for (const method of ["PUT", "PATCH", "POST"]) {
      const refused = await manage(client, method);
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, DELETE"]);
    }
  });

  test("is removed by its client, with every connection that came by it", async () => {
    const client = await Client.register(house);
    const others = await connect(visitor, await Client.register(house));
    const tokens = [await connect(visitor, client), await connect(visitor, client)];
    house.opened.signals.length = 0;
    expect((await manage(client, "DELETE")).status).toBe(204);
    for (const { access_token } of tokens) {
      expect(await authenticateBearer(house.ports, access_token)).toBeUndefined();
    }
    expect(house.opened.signals.filter(({ kind }) => kind === "connection")).toHaveLength(2);
    expect(await isKnown(client)).toBe(false);
    expect((await manage(client, "GET")).status).toBe(401);
    expect(await authenticateBearer(house.ports, others.access_token)).toBeDefined();
    const gone = await visitor.get(client.authorizeUrl());
    expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining("connect again")]);
  });

  test("that nobody let in ends after 30 days, with the token that manages it (net-6)", async () => {
    const client = await Client.register(house);
    await pass(29);
    expect(await isKnown(client)).toBe(true);
    await pass(2);
    expect(await isKnown(client)).toBe(false);
    expect(await rowsOf(client)).toBe(0);
  });

  test("that acts for somebody stays, however long it is silent", async () => {
    const client = await Client.register(house);
    await connect(visitor, client);
    await pass(1000);
    expect(await isKnown(client)).toBe(true);
    expect((await manage(client, "GET")).status).toBe(200);
  });

  test("is kept for 30 days after its last connection ended", async () => {
    const client = await Client.register(house);
    const ids: string[] = [];
    for (const { access_token } of [await connect(visitor, client), await connect(visitor, client)]) {
      ids.push((await authenticateBearer(house.ports, access_token))?.connection_id ?? "");
    }
    for (const connection_id of ids) {
      await pass(1000);
      expect(await isKnown(client)).toBe(true);
      await house.call("revoke_connection", { connection_id }, { ...owner });
    }
    await pass(29);
    expect(await isKnown(client)).toBe(true);
    await pass(2);
    expect(await isKnown(client)).toBe(false);
  });
});

test("of registrations that nobody let in only the latest ten thousand are kept (net-6)", async () => {
  const early = await Client.register(house);
  const live = await Client.register(house);
  await connect(visitor, live);
  house.sql(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
     insert into oidc_items (kind, id, payload, client_hash, expires_at)
     select 'Client', 'flood' || i, '{}', 'flood' || i, 9000000000 from n`,
  );
  for (let times = 0; times < 3; times += 1) await Client.register(house);
  const { count } = await house.ports.store.read
    .selectFrom("oidc_items")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("kind", "=", "Client")
    .where("expires_at", "is not", null)
    .executeTakeFirstOrThrow();
  expect(count).toBeLessThanOrEqual(10_008);
  expect(await isKnown(early)).toBe(false);
  expect(await rowsOf(early)).toBe(0);
  expect(await isKnown(live)).toBe(true);
});

async function rowsOf(client: Client): Promise<number> {
  const rows = house.ports.store.read
    .selectFrom("oidc_items as c")
    .innerJoin("oidc_items as t", "t.client_hash", "c.client_hash")
    .select("t.id")
    .where("c.payload", "like", `%${client.id}%`);
  return (await rows.execute()).length;
}
