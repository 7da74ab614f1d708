import { hash, verify } from "@node-rs/argon2";
import { type OperationInput, personOperations } from "@anteroom/features/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CompanyProvider } from "../../packages/features/src/testing/company-provider.ts";
import { type Answered, ask } from "../../packages/server/src/testing/ask.fixture.ts";
import { type House, startHouse } from "../../packages/server/src/testing/house.fixture.ts";
import { changeRows, entriesOf } from "../testkit/data-folder.ts";
import { comparable } from "../testkit/faces.ts";
import { rowsOf } from "../testkit/rows.ts";
import { OWNER } from "../testkit/server.ts";

// Strangers on the network, with as many addresses as they like: a trusted proxy in front tells which one it is.

// The real hashing, watched.
vi.mock("@node-rs/argon2", { spy: true });

type OpenOperation = Extract<(typeof personOperations)[number], { readonly open: true }>["name"];

const JUNK = "x".repeat(43);
const STRANGER = { name: "Stranger", email: "stranger@example.test", password: "a long enough password" };

/** Everything that anybody may ask, each with as much as gets it furthest without a secret of ours. */
const ASKED: { readonly [Name in OpenOperation]: OperationInput<Name> } = {
  set_up: { ...STRANGER, secret: JUNK, workspace_name: "Mine" },
  read_set_up: { secret: JUNK },
  list_sign_in_ways: {},
  sign_in: { email: OWNER.email, password: "a wrong password" },
  finish_sign_in: { ticket: `${JUNK}.${JUNK}`, code: "123456" },
  begin_passkey_sign_in: {},
  finish_passkey_sign_in: { ticket: `${JUNK}.${JUNK}`, credential: { id: JUNK } },
  accept_invitation: { ...STRANGER, secret: JUNK },
  read_reset: { secret: JUNK },
  reset_password: { secret: JUNK, password: "a long enough password" },
  read_invitation: { secret: JUNK },
};

const parts = new AsyncDisposableStack();
let acme: CompanyProvider;
let house: House;

beforeAll(async () => {
  acme = parts.use(await CompanyProvider.open({ colleagues: {} }));
  house = parts.use(
    await startHouse({
      ANTEROOM_TRUST_PROXY: "1",
      ANTEROOM_OIDC: "acme",
      ANTEROOM_OIDC_ACME_ISSUER: acme.issuer,
      ANTEROOM_OIDC_ACME_CLIENT_ID: acme.client_id,
      ANTEROOM_OIDC_ACME_CLIENT_SECRET: acme.client_secret,
      ANTEROOM_OIDC_ACME_DOMAINS: "acme.example.test",
      ANTEROOM_EGRESS_ALLOW: acme.place,
    }),
  );
  acme.trust(house.origin, "acme");
  const keyless =
    "insert into persons (person_id, email, email_key, name, created_at) values (?, ?, ?, ?, ?)";
  changeRows(
    house.data,
    keyless,
    "pers_keyless",
    "keyless@example.test",
    "keyless@example.test",
    "Keyless",
    "",
  );
});
afterAll(async () => await parts.disposeAsync());

/** Asks as somebody whom nothing is known of but an address. */
async function from(address: string, operation: OpenOperation, input: object): Promise<Answered> {
  const headers = { origin: house.origin, "x-forwarded-for": address };
  return await ask(house.port, { path: `/api/v1/${operation}`, body: input, headers });
}

/** An answer as it can be told from another, but for how long one has to wait. */
function told(answer: Answered) {
  return JSON.stringify(comparable(answer)).replaceAll(
    /("retry-after":"|retry_after_seconds\\":)\d+/gu,
    "$1",
  );
}

/** What the server hashed since the last look: how often, and at what cost. */
function work(): string[] {
  const spied = [vi.mocked(verify), vi.mocked(hash)];
  const costs = vi.mocked(verify).mock.calls.map(([kept]) => String(kept).split("$").slice(0, 4).join("$"));
  const made = vi.mocked(hash).mock.calls.length;
  for (const spy of spied) spy.mockClear();
  return [...costs, ...Array.from({ length: made }, () => "hash")];
}

test("an email that has an account answers like one that has none, after the same work (net-1)", async () => {
  await from("192.0.2.1", "sign_in", { email: "first@example.test", password: "first of all" });
  work();
  const passwords = [
    "a wrong password",
    "€".repeat(342),
    "€".repeat(340),
    ...Array.from({ length: 9 }, () => "wrong"),
  ];
  const seen: { said: string; work: string[] }[][] = [];
  for (const email of [OWNER.email, "keyless@example.test", "nobody@example.test"]) {
    const answers = [];
    for (const password of passwords) {
      const said = told(await from("192.0.2.2", "sign_in", { email, password }));
      answers.push({ said, work: work() });
    }
    seen.push(answers);
  }
  const [owner, ...others] = seen;
  for (const other of others) expect(other).toEqual(owner);
  // Ten are looked at, each at the full cost; one is too long for anybody, and then nobody is looked at any more.
  const COST = "$argon2id$v=19$m=19456,t=2,p=1";
  expect(owner?.flatMap((one) => one.work)).toEqual(Array.from({ length: 10 }, () => COST));

  // Nor do the doors that take a link tell, which hash nothing for who has none.
  for (const operation of ["accept_invitation", "set_up"] as const) {
    const answers = [OWNER.email, "nobody@example.test"].map(async (email) =>
      told(await from("192.0.2.3", operation, { ...ASKED[operation], email })),
    );
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(work()).toEqual([]);
  }
});

describe("strangers who fail", () => {
  test("are told to wait, for each account and for each address (net-3)", async () => {
    const wrong = { email: "somebody@example.test", password: "a wrong password" };
    for (let count = 0; count < 10; count += 1) {
      expect((await from(`198.51.100.${count}`, "sign_in", wrong)).status).toBe(401);
    }
    const account = await from("198.51.100.200", "sign_in", wrong);
    expect([account.status, account.json.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(account.headers["retry-after"])).toBeGreaterThan(14 * 60);

    for (let count = 0; count < 60; count += 1) await from("203.0.113.1", "read_reset", ASKED.read_reset);
    const address = await from("203.0.113.1", "read_reset", ASKED.read_reset);
    expect([address.status, address.json.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(address.headers["retry-after"])).toBeGreaterThan(0);
    expect((await from("203.0.113.2", "read_reset", ASKED.read_reset)).status).toBe(404);
  });

  test("lock nobody out of the browser that was used before, also not from its own address (net-2)", async () => {
    const office = "203.0.113.9";
    const tooLong = { email: "nobody@example.test", password: "€".repeat(400) };
    for (let count = 0; count < 12; count += 1) {
      await from(`203.0.113.${100 + count}`, "sign_in", { email: OWNER.email, password: "a wrong password" });
    }
    // To all strangers this account is closed for a while, whatever they bring.
    expect((await from("203.0.113.50", "sign_in", OWNER)).status).toBe(429);
    for (let count = 0; count < 61; count += 1) await from(office, "sign_in", tooLong);
    expect((await from(office, "sign_in", OWNER)).status).toBe(429);
    const known = await house.owner.post("sign_in", OWNER, { "x-forwarded-for": office });
    expect(known.status).toBe(200);
  });

  test("do not close a company's sign-in to a browser that was used before (net-2)", async () => {
    const visit = async (headers: object = {}) => {
      const all = { "sec-fetch-site": "same-origin", "x-forwarded-for": "203.0.113.77", ...headers };
      return (await ask(house.port, { method: "GET", path: "/sign-in/with/acme", headers: all })).headers
        .location;
    };
    for (let count = 0; count < 60; count += 1) expect(await visit()).toContain(acme.issuer);
    expect(await visit()).toContain("problem=failed");
    expect(await visit({ cookie: house.owner.headers["cookie"] })).toContain(acme.issuer);
  });
});

test("what anybody may ask leaves nothing behind on the disk (net-6)", async () => {
  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  const asked: Record<string, () => Promise<Answered>> = {};
  const kept = () => ({
    rows: rowsOf(house.data),
    sizes: entriesOf(house.data).map(({ path, size }) => [path, size]),
  });
  for (const [operation, input] of Object.entries(ASKED)) {
    asked[operation] = async () => await from("192.0.2.60", operation as OpenOperation, input);
  }
  for (const { name } of personOperations) {
    const headers = { origin: house.origin, cookie: `anteroom_${house.port}=${JUNK}` };
    asked[`${name} without a sign-in`] = async () =>
      await ask(house.port, { path: `/api/v1/${name}`, body: {}, headers });
  }
  for (const path of [
    "/",
    "/nowhere",
    "/api/v1/live",
    "/authorize?client_id=x",
    "/authorize/x",
    "/register/x",
  ]) {
    asked[path] = async () => await ask(house.port, { method: "GET", path });
  }
  for (const path of ["/sign-in/with/acme", "/sign-in/callback/acme?code=x&state=y"]) {
    asked[path] = async () => await ask(house.port, { method: "GET", path });
  }
  for (const path of ["/token", "/revoke", "/device_authorization"]) {
    const body = `client_id=${JUNK}&grant_type=refresh_token&refresh_token=${JUNK}&token=${JUNK}`;
    asked[path] = async () => await ask(house.port, { path, body, headers: FORM });
  }
  for (const path of [
    "/register",
    "/consent/x/decide",
    "/device/decide",
    "/api/v1/external-mcp",
    "/api/v1/read_room",
  ]) {
    asked[path] = async () => await ask(house.port, { path, body: { user_code: "BCDF-GHJK", allow: false } });
  }
  // The first of each may find out what all others need to know.
  for (const one of Object.values(asked)) await one();
  const before = kept();
  for (let count = 0; count < 5; count += 1) {
    for (const [name, one] of Object.entries(asked)) expect((await one()).status, name).toBeLessThan(500);
  }
  expect(kept()).toEqual(before);
});
