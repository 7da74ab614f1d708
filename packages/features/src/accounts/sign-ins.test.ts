import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Authenticator } from "../testing/authenticator.ts";
import { House, type Kept, OWNER } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { authenticateBrowser, isConfirmed as countsAsConfirmed, proofHolds } from "./index.ts";

const ORIGIN = "https://anteroom.example.test";
const MINUTE = 60_000;

let house: House;
let owner: Kept & { person_id: string };
beforeEach(async () => {
  house = await House.open({ origin: ORIGIN });
  owner = { ...(await house.setUp()) };
});
afterEach(async () => {
  vi.useRealTimers();
  await house[Symbol.asyncDispose]();
});

async function signIn(): Promise<Kept> {
  const kept: Kept = {};
  await house.call("sign_in", { email: OWNER.email, password: OWNER.password }, kept);
  return kept;
}

const who = async (secret: string | undefined) => await authenticateBrowser(house.ports, secret ?? "");

/** Whether dangerous acts are open to whoever holds this cookie now. */
async function isConfirmed(secret: string | undefined): Promise<boolean> {
  const own = await who(secret);
  return own !== undefined && countsAsConfirmed(own.confirmed_at);
}

interface Account {
  sign_ins: { sign_in_id: string; current: boolean; way: string; last_seen_at: string }[];
  confirmed_until?: string;
}

const account = async (kept: Kept) => await house.call<Account>("read_account", {}, kept);

describe("sign-ins", () => {
  test("are listed with what each browser says it is, and ended one by one", async () => {
    const other = await signIn();
    const { sign_ins } = await account(owner);
    expect(sign_ins).toHaveLength(2);
    expect(sign_ins).toContainEqual({
      sign_in_id: expect.stringMatching(/^sin_/),
      user_agent: "Test browser",
      way: "password",
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      current: false,
    });
    expect(JSON.stringify(sign_ins)).not.toContain((await who(other.secret))?.sign_in_hash);
    house.opened.signals.length = 0;
    const [elsewhere] = sign_ins.filter(({ current }) => !current);
    await house.call("end_sign_in", { sign_in_id: elsewhere?.sign_in_id }, owner);
    // What that browser holds open looks at its sign-in again, and ends.
    expect(house.opened.signals).toContainEqual({ kind: "person", person_id: owner.person_id });
    expect([await who(other.secret), await who(owner.secret)]).toEqual([undefined, expect.anything()]);
    expect((await house.audited()).at(-1)).toMatchObject({ by: "Owner", action: "sign_in.ended" });
  });

  test("of somebody else cannot be ended", async () => {
    const guest: Kept = {};
    const newcomer = { name: "Guest", email: "guest@example.test", password: "twelve chars or more" };
    await house.call("accept_invitation", { secret: await house.invite(), ...newcomer }, guest);
    const [own] = (await account(owner)).sign_ins;
    await expect(house.call("end_sign_in", { sign_in_id: own?.sign_in_id }, guest)).rejects.toMatchObject(
      refusedWith("not_found"),
    );
    expect(await house.call("end_other_sign_ins", {}, guest)).toEqual({ ended: 0 });
    expect(await who(owner.secret)).toBeDefined();
  });

  test("elsewhere end all at once, and this one stays", async () => {
    const others = [await signIn(), await signIn()];
    expect(await house.call("end_other_sign_ins", {}, owner)).toEqual({ ended: 2 });
    for (const other of others) expect(await who(other.secret)).toBeUndefined();
    expect((await account(owner)).sign_ins).toMatchObject([{ current: true }]);
  });

  test("are a hundred for one person: one more ends the one that was used longest ago", async () => {
    house.sql(`insert into sign_ins
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 99)
      select 'hash-' || i, person_id, 'Robot', created_at, expires_at, 'sin_' || i, way,
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', i || ' seconds'),
        confirmed_at, confirmed_hash, approval_confirmed_at from sign_ins, n`);
    house.opened.signals.length = 0;
    const newest = await signIn();
    const { sign_ins } = await account(newest);
    expect(sign_ins).toHaveLength(100);
    expect(sign_ins.filter(({ current }) => current)).toHaveLength(1);
    expect(await who(owner.secret)).toBeUndefined();
    expect(house.opened.signals).toContainEqual({ kind: "person", person_id: owner.person_id });
  });

  test("tell when they were last used, to ten minutes, without a write for each request", async () => {
    const seen = async () => (await account(owner)).sign_ins[0]?.last_seen_at ?? "";
    const first = await seen();
    const write = vi.spyOn(house.ports.store, "write");
    for (let count = 0; count < 50; count += 1) await who(owner.secret);
    expect(write).not.toHaveBeenCalled();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    await Promise.all(Array.from({ length: 50 }, async () => await who(owner.secret)));
    expect(write).toHaveBeenCalledTimes(1);
    await write.mock.results[0]?.value;
    expect((await seen()) > first).toBe(true);
  });
});

describe("confirming", () => {
  test("opens dangerous acts for ten minutes, as signing in did", async () => {
    expect(await isConfirmed(owner.secret)).toBe(true);
    expect((await account(owner)).confirmed_until).toBeDefined();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    expect(await isConfirmed(owner.secret)).toBe(false);
    expect((await account(owner)).confirmed_until).toBeUndefined();
    // It began by a clock that was an hour ahead: putting that right makes it no longer.
    vi.setSystemTime(Date.now() - 60 * MINUTE);
    expect(await isConfirmed(owner.secret)).toBe(false);
    expect((await account(owner)).confirmed_until).toBeUndefined();
    vi.useRealTimers();
    const { confirmed_until } = await house.call<{ confirmed_until: string }>(
      "confirm",
      { password: OWNER.password },
      owner,
    );
    expect(Date.parse(confirmed_until) - Date.now()).toBeGreaterThan(9 * MINUTE);
  });

  test("raises this browser, and no copy of its cookie that was taken before (shell-5)", async () => {
    const copy = owner.secret;
    house.sql("update sign_ins set created_at = '2026-01-01T00:00:00.000Z'");
    await house.call("confirm", { password: OWNER.password }, owner);
    expect(owner.secret).not.toBe(copy);
    expect([await isConfirmed(owner.secret), await isConfirmed(copy)]).toEqual([true, false]);
    // The copy is the same sign-in still, so that open pages of this browser go on.
    const [one, other] = [await who(owner.secret), await who(copy)];
    expect(one?.sign_in_id).toBe(other?.sign_in_id);
    expect(proofHolds(house.proofKey, one?.sign_in_id ?? "", owner.proof)).toBe(true);
    // Each confirmation takes the place of the one before, and a made-up second half is none.
    const first = owner.secret;
    await house.call("confirm", { password: OWNER.password }, owner);
    expect([await isConfirmed(first), await isConfirmed(`${copy}.${"x".repeat(43)}`)]).toEqual([
      false,
      false,
    ]);
  });

  test("takes no wrong password, and counts guesses for this sign-in alone", async () => {
    const other = await signIn();
    const wrong = { password: "not the password" };
    for (let count = 0; count < 10; count += 1) {
      await expect(house.call("confirm", wrong, owner)).rejects.toMatchObject(
        refusedWith("wrong_credentials", "password"),
      );
    }
    await expect(house.call("confirm", { password: OWNER.password }, owner)).rejects.toMatchObject(
      refusedWith("rate_limited"),
    );
    await house.call("confirm", { password: OWNER.password }, other);
    expect(await signIn()).toHaveProperty("secret");
  });

  test("works by a passkey, and by its person's only", async () => {
    const device = new Authenticator();
    const adding = await house.call<{ ticket: string; options: object }>("begin_add_passkey", {}, owner);
    const made = { ticket: adding.ticket, credential: device.create(adding.options, { origin: ORIGIN }) };
    await house.call("finish_add_passkey", { ...made, name: "Laptop" }, owner);
    const other: Kept = {};
    const newcomer = { name: "Other", email: "other@example.test", password: "twelve chars or more" };
    await house.call("accept_invitation", { secret: await house.invite(), ...newcomer }, other);

    const asked = await house.call<{ passkey: { ticket: string; options: object } }>(
      "begin_confirmation",
      {},
      owner,
    );
    const { ticket, options } = asked.passkey;
    const unverified = device.get(options, { origin: ORIGIN, userVerified: false });
    const answer = { ticket, credential: device.get(options, { origin: ORIGIN }) };
    for (const [by, input] of [
      [other, answer],
      [owner, { ticket, credential: unverified }],
    ] as const) {
      await expect(house.call("confirm", input, by)).rejects.toMatchObject(refusedWith("wrong_credentials"));
    }
    await house.call("confirm", answer, owner);
    await expect(house.call("confirm", answer, owner)).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
    // One for signing in opens nothing here.
    const signing = await house.call<{ ticket: string; options: object }>("begin_passkey_sign_in", {});
    const signedIn = { ticket: signing.ticket, credential: device.get(signing.options, { origin: ORIGIN }) };
    await expect(house.call("confirm", signedIn, owner)).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });

  test("needs something to confirm by", async () => {
    for (const input of [{}, { code: "123456" }, { ticket: "x" }, { credential: {} }]) {
      await expect(house.call("confirm", input, owner)).rejects.toMatchObject(
        refusedWith("invalid_arguments"),
      );
    }
  });
});

describe("changing the password", () => {
  test("ends every other sign-in, copies of this one too, and this browser's pages go on", async () => {
    const other = await signIn();
    const copy = owner.secret;
    const { sign_in_id } = (await who(copy)) ?? {};
    const { proof } = owner;
    house.opened.signals.length = 0;
    await house.call("change_password", { password: "another long sentence" }, owner);
    expect([await who(other.secret), await who(copy)]).toEqual([undefined, undefined]);
    expect((await who(owner.secret))?.sign_in_id).toBe(sign_in_id);
    expect(proofHolds(house.proofKey, sign_in_id ?? "", proof)).toBe(true);
    expect(house.opened.signals).toContainEqual({ kind: "person", person_id: owner.person_id });
    await expect(signIn()).rejects.toMatchObject(refusedWith("wrong_credentials"));
    await house.call("sign_in", { email: OWNER.email, password: "another long sentence" });
    expect((await house.audited()).at(-1)).toMatchObject({ action: "sign_in.password_changed" });
  });

  test("takes no password that is too short, and changes nothing then", async () => {
    await expect(house.call("change_password", { password: "short" }, owner)).rejects.toMatchObject(
      refusedWith("invalid_arguments", "password"),
    );
    expect(await signIn()).toHaveProperty("secret");
  });

  test("lets nobody in whose sign-in with the old one was on its way", async () => {
    const verifyPassword = house.ports.verifyPassword.bind(house.ports);
    vi.spyOn(house.ports, "verifyPassword").mockImplementationOnce(async (...asked) => {
      const holds = await verifyPassword(...asked);
      await house.call("change_password", { password: "another long sentence" }, owner);
      return holds;
    });
    await expect(signIn()).rejects.toMatchObject(refusedWith("wrong_credentials"));
    expect((await account(owner)).sign_ins).toHaveLength(1);
  });
});

test("a person is renamed, and the log remembers who that was", async () => {
  await house.call("rename_person", { name: "  Ada Lovelace " }, owner);
  expect(await account(owner)).toMatchObject({ person: { name: "Ada Lovelace" } });
  expect((await house.audited()).at(-1)).toEqual({
    by: "Ada Lovelace",
    action: "member.renamed",
    subject: null,
    detail: "Owner",
  });
  for (const name of ["", "a\nb", "Ada\u202e", "A\u200bda"]) {
    await expect(house.call("rename_person", { name }, owner)).rejects.toMatchObject(
      refusedWith("invalid_arguments", "name"),
    );
  }
});
