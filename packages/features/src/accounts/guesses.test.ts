import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { House, type Kept, OWNER } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { deviceKey, readDevice } from "./index.ts";

let house: House;
let owner: { device: string; person_id: string };
beforeEach(async () => {
  house = await House.open();
  owner = await house.setUp();
});
afterEach(async () => {
  vi.useRealTimers();
  await house[Symbol.asyncDispose]();
});

const OWN = { email: OWNER.email, password: OWNER.password };

async function fail(times: number, email: string = OWNER.email, kept: Kept = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await expect(
      house.call("sign_in", { email, password: "wrong password" }, { ...kept }),
    ).rejects.toMatchObject(refusedWith("wrong_credentials"));
  }
}

const signIn = async (kept: Kept = {}) => await house.call("sign_in", OWN, kept);
const limited = refusedWith("rate_limited");

test("strangers have ten wrong passwords for an account in 15 minutes, and are told how long to wait (net-3)", async () => {
  await fail(10);
  // Also the right one, and however the email is written: there is nothing to learn any more.
  await expect(signIn()).rejects.toMatchObject(limited);
  const refused = await house
    .call("sign_in", { ...OWN, email: ` ${OWN.email.toUpperCase()}` })
    .catch((error: { body: { retry_after_seconds: number } }) => error.body);
  expect(refused["retry_after_seconds"]).toBeGreaterThan(14 * 60);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
  expect(await signIn()).toHaveProperty("proof");
});

test("they do not lock out the browser that its person used before, which has tries of its own (net-2)", async () => {
  await fail(10);
  const known: Kept = { device: owner.device };
  expect(await signIn(known)).toHaveProperty("proof");
  await fail(10, OWNER.email, { device: owner.device });
  await expect(signIn({ device: owner.device })).rejects.toMatchObject(limited);
});

test("a known browser's wrong passwords do not count against others", async () => {
  await fail(10, OWNER.email, { device: owner.device });
  expect(await signIn()).toHaveProperty("proof");
});

test("an absent account is locked in the same words, and no password is hashed while one is (net-1)", async () => {
  const verify = vi.spyOn(house.ports, "verifyPassword");
  await fail(10);
  await fail(10, "nobody@example.test");
  expect(verify).toHaveBeenCalledTimes(20);
  const answers: object[] = [];
  for (const email of [OWNER.email, "nobody@example.test"]) {
    const { body } = await house
      .call("sign_in", { email, password: "wrong password" })
      .catch((error: { body: { retry_after_seconds: number } }) => error as never);
    answers.push({ ...(body as object), retry_after_seconds: 0 });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(verify).toHaveBeenCalledTimes(20);
});

test("guesses that are sent at the same time are counted before they are looked at (net-3)", async () => {
  const all = await Promise.allSettled(
    Array.from(
      { length: 40 },
      async () => await house.call("sign_in", { ...OWN, password: "wrong password" }),
    ),
  );
  const codes = all.map((one) => (one.status === "rejected" ? one.reason.body.code : "in"));
  expect(codes.filter((code) => code === "wrong_credentials")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(30);
});

test("what was right, and what the server was too busy for, does not count", async () => {
  for (let count = 0; count < 12; count += 1) await signIn();
  const busy = vi.spyOn(house.ports, "verifyPassword").mockRejectedValue(new Error("busy"));
  for (let count = 0; count < 12; count += 1) await expect(signIn()).rejects.toThrow("busy");
  busy.mockRestore();
  await fail(10);
});

test("what a browser kept counts for its person, unchanged, and opens nothing by itself", async () => {
  const key = await deviceKey(house.ports);
  const [person_id = "", device_id = "", signature = ""] = owner.device.split(".");
  expect(readDevice(key, owner.device)).toEqual({ person_id: owner.person_id, device_id });
  await fail(10);
  const forged = [
    `${person_id}.${device_id}.`,
    `${person_id}.${device_id}`,
    `${person_id}.other.${signature}`,
    `pers_other.${device_id}.${signature}`,
    `${owner.device}.x`,
    `${person_id}.${device_id}.${signature.toLowerCase()}`,
    "",
  ];
  for (const device of forged) {
    expect(readDevice(key, device)).toBeUndefined();
    await expect(signIn({ device })).rejects.toMatchObject(limited);
  }
  await expect(house.call("open_home", {}, { device: owner.device })).rejects.toThrow();
});

test("somebody else's browser is a stranger to this account, also where both live under one roof", async () => {
  const other: Kept = {};
  const newcomer = { name: "Other", email: "other@example.test", password: "twelve chars or more" };
  await house.call("accept_invitation", { secret: await house.invite(), ...newcomer }, other);
  await fail(10);
  await expect(signIn({ device: other.device ?? "" })).rejects.toMatchObject(limited);
  expect(await house.call("sign_in", newcomer, { device: owner.device })).toHaveProperty("proof");
});

test("a browser keeps its own count from one sign-in to the next", async () => {
  const kept: Kept = { device: owner.device };
  await signIn(kept);
  expect(kept.device).toBe(owner.device);
});
