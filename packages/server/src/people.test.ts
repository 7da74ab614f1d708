import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OWNER } from "../../../tests/testkit/server.ts";
import { ask } from "./testing/ask.fixture.ts";
import { type House, startHouse } from "./testing/house.fixture.ts";

// People's sign-ins through the whole server: its cookies, its proof, its streams.

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

/** A browser that keeps its cookies by name. */
class Browser {
  readonly jar = new Map<string, string>();
  proof = "";

  get cookie(): string {
    return Array.from(this.jar, ([name, value]) => `${name}=${value}`).join("; ");
  }

  async post(operation: string, body: object = {}) {
    const headers = { origin: house.origin, cookie: this.cookie, "anteroom-proof": this.proof };
    const answer = await ask(house.port, { path: `/api/v1/${operation}`, body, headers });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (line.includes("Max-Age=0")) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    if (typeof answer.json?.proof === "string") this.proof = answer.json.proof;
    return answer;
  }

  copy(): Browser {
    const other = new Browser();
    for (const [name, value] of this.jar) other.jar.set(name, value);
    other.proof = this.proof;
    return other;
  }

  /** Opens the live stream; what comes of it resolves when the server ends it. */
  async stream() {
    const response = await fetch(`${house.origin}/api/v1/live`, { headers: { cookie: this.cookie } });
    return { status: response.status, ended: response.text() };
  }
}

async function signedIn(password: string = OWNER.password): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.post("sign_in", { email: OWNER.email, password })).status).toBe(200);
  return browser;
}

/** Lets the last confirmation of every sign-in lie long back. */
async function forgetConfirmations(): Promise<void> {
  const db = new DatabaseSync(`${house.data}/anteroom.sqlite`, { timeout: 5000 });
  const past = "2026-01-01T00:00:00.000Z";
  db.prepare("update sign_ins set created_at = ?, confirmed_at = ?").run(past, past);
  db.close();
  // Another process wrote: what is remembered of sign-ins counts for half a second more.
  await expect
    .poll(async () => (await house.owner.post("begin_second_factor")).status, { timeout: 5000 })
    .toBe(403);
}

test("a browser keeps its sign-in and that it was used here, and signing out takes the first alone", async () => {
  const browser = await signedIn();
  const names = [`anteroom_${house.port}`, `anteroom_device_${house.port}`];
  expect([...browser.jar.keys()]).toEqual(names);
  expect((await browser.post("sign_out")).status).toBe(200);
  expect([...browser.jar.keys()]).toEqual(names.slice(1));
});

test("each sign-in makes a new secret, whatever cookie the browser came with", async () => {
  const planted = new Browser();
  planted.jar.set(`anteroom_${house.port}`, "planted-by-somebody-else");
  await planted.post("sign_in", { email: OWNER.email, password: OWNER.password });
  expect(planted.cookie).not.toContain("planted-by-somebody-else");
  const first = planted.cookie;
  await planted.post("sign_in", { email: OWNER.email, password: OWNER.password });
  expect(planted.cookie).not.toBe(first);
});

test("dangerous acts wait for a confirmation, which a stolen cookie gains nothing by", async () => {
  const browser = await signedIn();
  await forgetConfirmations();
  const stolen = browser.copy();
  const refused = await browser.post("begin_second_factor");
  expect([refused.status, refused.json.error.code]).toEqual([403, "confirmation_required"]);
  const { proof } = browser;
  expect((await browser.post("confirm", { password: OWNER.password })).status).toBe(200);
  expect((await browser.post("begin_second_factor")).status).toBe(200);
  // Pages that were open before go on, by the proof that they were served with.
  expect(browser.proof).toBe(proof);
  expect((await stolen.post("begin_second_factor")).status).toBe(403);
  expect((await stolen.post("open_home")).status).toBe(200);
  expect((await browser.post("open_home")).status).toBe(200);
});

test("the streams of sign-ins that a new password ends are ended with them", async () => {
  const [browser, other] = [await signedIn(), await signedIn()];
  const stolen = browser.copy();
  const streams = [await other.stream(), await stolen.stream()];
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const changed = await browser.post("change_password", { password: "another long sentence" });
  expect(changed.status).toBe(200);
  const told = await Promise.all(streams.map(async ({ ended }) => await ended));
  expect(told).toEqual([expect.stringContaining("hello"), expect.stringContaining("hello")]);
  expect((await browser.post("open_home")).status).toBe(200);
  for (const over of [other, stolen]) expect((await over.post("open_home")).status).toBe(401);
  await browser.post("change_password", { password: OWNER.password });
});

test("strangers who guess lock out nobody's own browser, and learn nothing by it", async () => {
  const known = await signedIn();
  await known.post("sign_out");
  const guess = async (email: string) =>
    await new Browser().post("sign_in", { email, password: "a wrong password" });
  for (let count = 0; count < 10; count += 1) expect((await guess(OWNER.email)).status).toBe(401);
  const locked = await guess(OWNER.email);
  expect([locked.status, locked.headers["retry-after"]]).toEqual([
    429,
    String(locked.json.error.retry_after_seconds),
  ]);
  expect((await new Browser().post("sign_in", { email: OWNER.email, password: OWNER.password })).status).toBe(
    429,
  );
  expect((await known.post("sign_in", { email: OWNER.email, password: OWNER.password })).status).toBe(200);
});
