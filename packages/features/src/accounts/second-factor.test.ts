import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { House, type Kept, OWNER } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { authenticateBrowser } from "./index.ts";

// The authenticator app is the library's own generator; the clock is the test's.

/** The begin of a code's 30 seconds; the writer's clock is the real one, so it is not far away. */
const START = Math.floor(Date.now() / 30_000) * 30_000;
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };

let house: House;
let owner: Kept & { person_id: string };
let now = START;

function at(seconds: number): void {
  now = START + seconds * 1000;
  vi.setSystemTime(now);
}

/** What the app shows, so many steps from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
}

interface Begun {
  secret: string;
  uri: string;
}

/** Switches the second factor on. */
async function switchOn(): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = await house.call<Begun>("begin_second_factor", {}, owner);
  const done = await house.call<{ recovery_codes: string[] }>(
    "finish_second_factor",
    { code: codeOf(secret) },
    owner,
  );
  return { secret, ...done };
}

/** The first step, in a new browser; returns its ticket. */
async function firstStep(kept: Kept = {}): Promise<string> {
  const answer = await house.call<{ second_step: { ticket: string } }>("sign_in", CREDENTIALS, kept);
  return answer.second_step.ticket;
}

async function secondStep(code: string, kept: Kept = {}) {
  return await house.call("finish_sign_in", { ticket: await firstStep(), code }, kept);
}

const wrong = refusedWith("wrong_credentials", "code");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  at(0);
  house = await House.open({ origin: "https://anteroom.example.test" });
  owner = { ...(await house.setUp()) };
});
afterEach(async () => {
  await house[Symbol.asyncDispose]();
  vi.useRealTimers();
});

describe("the second factor", () => {
  test("is shown once, as every authenticator app takes it, and is kept sealed", async () => {
    const { secret, uri } = await house.call<Begun>("begin_second_factor", {}, owner);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const read = new URL(uri);
    expect([read.protocol, read.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(read.pathname)).toBe(`/Anteroom anteroom.example.test:${OWNER.email}`);
    expect(read.searchParams.get("secret")).toBe(secret);
    expect(house.stored()).not.toContain(secret);
    const account = await house.call("read_account", {}, owner);
    expect(account["second_factor"]).toEqual({ on: false, recovery_codes_left: 0 });
  });

  test("counts from its first right code on", async () => {
    const { secret } = await house.call<Begun>("begin_second_factor", {}, owner);
    const finish = async (code: string) => await house.call("finish_second_factor", { code }, owner);
    await expect(finish("000000")).rejects.toMatchObject(wrong);
    expect(await house.call("sign_in", CREDENTIALS)).toHaveProperty("proof");
    expect((await finish(codeOf(secret)))["recovery_codes"]).toHaveLength(10);
    expect(Object.keys(await house.call("sign_in", CREDENTIALS))).toEqual(["second_step"]);
    await expect(house.call("begin_second_factor", {}, owner)).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
  });

  test("is asked before anybody is signed in, with a password or a code of the app that is one step off", async () => {
    const { secret } = await switchOn();
    at(90);
    for (const steps of [-1, 0, 1]) {
      const kept: Kept = {};
      const ticket = await firstStep(kept);
      expect(kept).toEqual({});
      const done = await house.call("finish_sign_in", { ticket, code: codeOf(secret, steps) }, kept);
      expect(done).toMatchObject({ person: { person_id: owner.person_id }, proof: kept.proof });
      expect(await authenticateBrowser(house.ports, kept.secret ?? "")).toBeDefined();
    }
    at(300);
    for (const steps of [-2, 2]) await expect(secondStep(codeOf(secret, steps))).rejects.toMatchObject(wrong);
  });

  test("takes no code twice, nor one from before the last, however it is written", async () => {
    const { secret } = await switchOn();
    at(60);
    const code = codeOf(secret);
    await expect(secondStep(codeOf(secret, -2))).rejects.toMatchObject(wrong);
    await secondStep(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(secondStep(code)).rejects.toMatchObject(wrong);
    await expect(secondStep(codeOf(secret, -1))).rejects.toMatchObject(wrong);
    at(90);
    await secondStep(codeOf(secret));
  });

  test("takes the code that switched it on for nothing else", async () => {
    const { secret } = await switchOn();
    await expect(secondStep(codeOf(secret))).rejects.toMatchObject(wrong);
  });

  test("lets one in of many who bring one code at the same time", async () => {
    const { secret } = await switchOn();
    at(60);
    const tickets = await Promise.all(Array.from({ length: 5 }, async () => await firstStep()));
    const all = await Promise.allSettled(
      tickets.map(async (ticket) => await house.call("finish_sign_in", { ticket, code: codeOf(secret) })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("cannot be moved to another person's row", async () => {
    const { secret } = await switchOn();
    house.sql("insert into persons values ('pers_x', 'x@example.test', 'x@example.test', 'X', '')");
    house.sql("insert into passwords select 'pers_x', hash from passwords");
    house.sql("update second_factors set person_id = 'pers_x'");
    at(60);
    const { second_step } = await house.call<{ second_step: { ticket: string } }>("sign_in", {
      ...CREDENTIALS,
      email: "x@example.test",
    });
    await expect(house.call("finish_sign_in", { ...second_step, code: codeOf(secret) })).rejects.toThrow();
  });

  test("goes with its recovery codes when it is switched off", async () => {
    await switchOn();
    await house.call("remove_second_factor", {}, owner);
    expect(await house.call("sign_in", CREDENTIALS)).toHaveProperty("proof");
    expect((await house.call("read_account", {}, owner))["second_factor"]).toEqual({
      on: false,
      recovery_codes_left: 0,
    });
    for (const name of ["remove_second_factor", "renew_recovery_codes"]) {
      await expect(house.call(name, {}, owner)).rejects.toMatchObject(refusedWith("conflict_state"));
    }
    const actions = (await house.audited()).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(["sign_in.second_factor_added", "sign_in.second_factor_removed"]);
  });
});

describe("a recovery code", () => {
  test("signs in once, however it is written, and the log tells", async () => {
    const { recovery_codes } = await switchOn();
    const [code = "", next = ""] = recovery_codes;
    expect(new Set(recovery_codes).size).toBe(10);
    expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    for (const one of recovery_codes) expect(house.stored()).not.toContain(one);
    await secondStep(code.toUpperCase().replaceAll("-", " "));
    await expect(secondStep(code)).rejects.toMatchObject(wrong);
    expect((await house.call("read_account", {}, owner))["second_factor"]).toEqual({
      on: true,
      recovery_codes_left: 9,
    });
    expect((await house.audited()).at(-1)).toMatchObject({ action: "sign_in.recovery_code_used" });
    await secondStep(next);
  });

  test("stops working when new ones are made", async () => {
    const { recovery_codes } = await switchOn();
    const renewed = await house.call<{ recovery_codes: string[] }>("renew_recovery_codes", {}, owner);
    await expect(secondStep(recovery_codes[0] ?? "")).rejects.toMatchObject(wrong);
    await secondStep(renewed.recovery_codes[0] ?? "");
  });

  test("of another person is none", async () => {
    const { recovery_codes } = await switchOn();
    house.sql("update recovery_codes set person_id = 'pers_other'");
    await expect(secondStep(recovery_codes[0] ?? "")).rejects.toMatchObject(wrong);
  });
});

describe("the second step", () => {
  test("does not begin without the first (net-4)", async () => {
    const { secret } = await switchOn();
    at(60);
    const code = codeOf(secret);
    const passkey = await house.call<{ ticket: string }>("begin_passkey_sign_in", {});
    for (const ticket of ["guessed", "e30.x", passkey.ticket]) {
      await expect(house.call("finish_sign_in", { ticket, code })).rejects.toMatchObject(
        refusedWith("wrong_credentials", "ticket"),
      );
    }
  });

  test("ends with its ticket: after use, and after five minutes", async () => {
    const { secret } = await switchOn();
    at(60);
    const [used, late] = [await firstStep(), await firstStep()];
    await house.call("finish_sign_in", { ticket: used, code: codeOf(secret) });
    at(120);
    await expect(house.call("finish_sign_in", { ticket: used, code: codeOf(secret) })).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
    at(361);
    await expect(house.call("finish_sign_in", { ticket: late, code: codeOf(secret) })).rejects.toMatchObject(
      refusedWith("wrong_credentials", "ticket"),
    );
  });

  test("ends when the password of the first one changed meanwhile", async () => {
    const { secret } = await switchOn();
    at(60);
    const ticket = await firstStep();
    await house.call("change_password", { password: "another long sentence" }, owner);
    await expect(house.call("finish_sign_in", { ticket, code: codeOf(secret) })).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });

  test("takes five wrong codes of one ticket, and few more of one person from strangers (net-4)", async () => {
    const { secret } = await switchOn();
    at(60);
    const ticket = await firstStep();
    const guess = async (of: string, code = "000000", kept: Kept = {}) =>
      await house.call("finish_sign_in", { ticket: of, code }, kept);
    for (let count = 0; count < 5; count += 1) await expect(guess(ticket)).rejects.toMatchObject(wrong);
    await expect(guess(ticket)).rejects.toMatchObject(refusedWith("rate_limited"));
    await expect(guess(ticket, codeOf(secret))).rejects.toMatchObject(refusedWith("rate_limited"));
    const other = await firstStep();
    await expect(guess(other)).rejects.toMatchObject(wrong);
    await expect(guess(other)).rejects.toMatchObject({
      body: { code: "rate_limited", retry_after_seconds: expect.any(Number) },
    });
    // A browser in which the person signed in before is none of the strangers.
    const known: Kept = { device: owner.device ?? "" };
    expect(await guess(await firstStep(known), codeOf(secret), known)).toHaveProperty("proof");
  });
});

describe("confirming with a second factor", () => {
  test("needs both, and no code twice", async () => {
    const { secret } = await switchOn();
    const { password } = OWNER;
    expect(await house.call("begin_confirmation", {}, owner)).toEqual({ password: true, code: true });
    at(60);
    const confirm = async (input: object) => await house.call("confirm", input, owner);
    await expect(confirm({ password })).rejects.toMatchObject(wrong);
    await expect(confirm({ password, code: "000000" })).rejects.toMatchObject(wrong);
    await expect(confirm({ password: "not mine at all", code: codeOf(secret) })).rejects.toMatchObject(
      refusedWith("wrong_credentials", "password"),
    );
    await confirm({ password, code: codeOf(secret) });
    await expect(confirm({ password, code: codeOf(secret) })).rejects.toMatchObject(wrong);
  });
});
