import { createHash, createPublicKey, verify } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { authenticateBearer, issueApiToken } from "../auth/index.ts";
import { Authenticator, type Ceremony } from "../testing/authenticator.ts";
import { House, type Kept, OWNER } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { type Approval, approvalChallenge } from "./confirmation.ts";
import { proposalBounds } from "./index.ts";

// Approvals by a passkey: an agent proposes, and who holds the cookie alone cannot let it in.

const ORIGIN = "https://anteroom.example.test";
const HONEST: Ceremony = { origin: ORIGIN };
const APP = "export default () => null;";
const MINUTE = 60_000;

let house: House;
let owner: Kept & { person_id: string };
let device: Authenticator;
let token: string;
let room_id: string;

beforeEach(async () => {
  house = await House.open({ origin: ORIGIN });
  owner = { ...(await house.setUp()) };
  device = new Authenticator();
  await enrol(owner, device);
  const scopes = ["osfoundry:read", "osfoundry:write"];
  ({ token } = await issueApiToken(house.ports.store, { email: OWNER.email, scopes }));
  const room = await house.ports.store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
  room_id = room.resource_id;
});
afterEach(async () => {
  vi.useRealTimers();
  await house[Symbol.asyncDispose]();
});

interface Request {
  ticket: string;
  options: Record<string, unknown> & { challenge: string };
}

async function enrol(kept: Kept, by: Authenticator): Promise<string> {
  const { ticket, options } = await house.call<Request>("begin_add_passkey", {}, kept);
  const made = { ticket, credential: by.create(options, HONEST), name: "Laptop" };
  return (await house.call<{ passkey_id: string }>("finish_add_passkey", made, kept)).passkey_id;
}

let proposed = 0;
/** Proposes an app; returns what its card shows of it. */
async function propose(name = `App ${(proposed += 1)}`) {
  const principal = await authenticateBearer(house.ports, token);
  const { handler } = proposalBounds.find(({ operation }) => operation.name === "propose_room_snippet_app")!;
  const files = { "src/App.tsx": `${APP} // ${name}` };
  const input = { room_id, name, files, idempotency_key: `key-of-${name}` };
  const made = (await handler({ ...house.ports, principal } as never, input as never)) as {
    proposal_id: string;
    digest: string;
  };
  return { proposal_id: made.proposal_id, revision: 1, name, digest: made.digest, runtime: "r1" };
}

type Seen = Awaited<ReturnType<typeof propose>>;
const READ = { files_seen: [{ path: "src/App.tsx", how: "seen" }] };

/** What an approval sends that a passkey confirms. */
async function confirmed(seen: Seen, ceremony: Partial<Ceremony> = {}, kept: Kept = owner) {
  const { passkey } = await house.call<{ passkey: Request }>("begin_approval", seen, kept);
  const { ticket, options } = passkey;
  return { ticket, credential: device.get(options, { ...HONEST, ...ceremony }) };
}

const approve = async (seen: object, answer: object = {}, kept: Kept = owner) =>
  await house.call("approve_proposal", { ...seen, ...READ, ...answer }, kept);

const decision = async ({ proposal_id }: Seen) =>
  await house.ports.store.read
    .selectFrom("decisions")
    .selectAll()
    .where("proposal_id", "=", proposal_id)
    .executeTakeFirst();

const needsPasskey = refusedWith("forbidden", "credential");
const wrong = refusedWith("wrong_credentials");

describe("who has a passkey", () => {
  test("is told on the card, approves by it, and by nothing else (shell-3)", async () => {
    const seen = await propose();
    expect(await house.call("open_proposal", { proposal_id: seen.proposal_id }, owner)).toMatchObject({
      confirms: true,
    });
    for (const answer of [{}, { ticket: "x" }, { credential: {} }]) {
      await expect(approve(seen, answer)).rejects.toMatchObject(needsPasskey);
    }
    expect(await decision(seen)).toBeUndefined();
    await approve(seen, await confirmed(seen));
    expect(await decision(seen)).toMatchObject({ state: "approved" });
    expect((await house.audited()).at(-1)).toMatchObject({ by: "Owner", action: "app.approved" });
    expect(await house.call("open_proposal", { proposal_id: seen.proposal_id }, owner)).toMatchObject({
      confirms: false,
    });
  });

  test("leaves an approval that can be proved from the decision alone, over what was seen (shell-3)", async () => {
    const seen = await propose("Stand-up timer");
    await approve(seen, await confirmed(seen));
    const kept = JSON.parse((await decision(seen))?.assertion ?? "{}") as {
      challenge: { nonce: string; form: string };
      origin: string;
      passkey: { public_key: string };
      response: { clientDataJSON: string; authenticatorData: string; signature: string };
    };
    const way = { as: "create", instance_id: null, replaced: null };
    expect(kept.challenge).toEqual({
      form: "anteroom.approval.2",
      nonce: expect.any(String),
      ...seen,
      ...way,
    });
    expect(kept.origin).toBe(ORIGIN);
    const { nonce, form } = kept.challenge;
    const text = JSON.stringify([form, nonce, ...Object.values(seen), "create", null, null]);
    const challenge = createHash("sha256").update(text).digest("base64url");
    const bytes = (base64url: string) => Buffer.from(base64url, "base64url");
    const client = bytes(kept.response.clientDataJSON);
    expect(JSON.parse(client.toString())).toMatchObject({ challenge, origin: ORIGIN, type: "webauthn.get" });
    const signed = Buffer.concat([
      bytes(kept.response.authenticatorData),
      createHash("sha256").update(client).digest(),
    ]);
    // The key's x and y, as COSE holds them: 32 bytes each, behind a label.
    const cose = bytes(kept.passkey.public_key);
    const [x, y] = [cose.subarray(10, 42), cose.subarray(45, 77)].map((part) => part.toString("base64url"));
    const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" } as never);
    expect(verify("sha256", signed, key, bytes(kept.response.signature))).toBe(true);
  });

  test("declines without it: nothing runs by that", async () => {
    const seen = await propose();
    await house.call("decline_proposal", seen, owner);
    expect(await decision(seen)).toMatchObject({ state: "declined", assertion: null });
    expect((await house.audited()).at(-1)).toMatchObject({ action: "app.declined" });
  });

  test("has taken it away again, and approves as before", async () => {
    const { passkeys } = await house.call<{ passkeys: { passkey_id: string }[] }>("read_account", {}, owner);
    const seen = await propose();
    const answer = await confirmed(seen);
    await house.call("remove_passkey", passkeys[0] ?? {}, owner);
    await expect(approve(seen, answer)).rejects.toMatchObject(wrong);
    expect(await house.call("begin_approval", seen, owner)).toEqual({});
    await approve(seen);
    expect(await decision(seen)).toMatchObject({ assertion: null });
  });
});

describe("a passkey's answer", () => {
  test.each<readonly [string, Partial<Ceremony>]>([
    ["without a verified person", { userVerified: false }],
    ["from another origin", { origin: "https://attacker.example" }],
    ["from another site's frame", { crossOrigin: true }],
    ["for another relying party", { rpId: "example.test" }],
    ["to another challenge", { challenge: "AAAA" }],
  ])("%s approves nothing (phish-5)", async (_, ceremony) => {
    const seen = await propose();
    await expect(approve(seen, await confirmed(seen, ceremony))).rejects.toMatchObject(wrong);
    expect(await decision(seen)).toBeUndefined();
  });

  test("fits what was seen and nothing else (shell-4)", async () => {
    const [seen, other] = [await propose(), await propose()];
    const answer = await confirmed(seen);
    await expect(approve(other, answer)).rejects.toMatchObject(wrong);
    for (const changed of [
      { revision: 2 },
      { name: "Other name" },
      { digest: other.digest },
      { runtime: "r2" },
      { as: "update", updates: { instance_id: "app_other", digest: other.digest } },
    ]) {
      await expect(approve({ ...seen, ...changed }, answer)).rejects.toMatchObject(wrong);
    }
    await approve(seen, answer);
  });

  test("counts once (shell-4)", async () => {
    const seen = await propose();
    const answer = await confirmed(seen);
    const all = await Promise.allSettled(Array.from({ length: 4 }, async () => await approve(seen, answer)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(approve(seen, answer)).rejects.toMatchObject(refusedWith("conflict_state"));
  });

  test("to another question of ours approves nothing", async () => {
    const seen = await propose();
    const signing = await house.call<Request>("begin_passkey_sign_in", {});
    const confirming = await house.call<{ passkey: Request }>("begin_confirmation", {}, owner);
    for (const { ticket, options } of [signing, confirming.passkey]) {
      const credential = device.get(options, HONEST);
      await expect(approve(seen, { ticket, credential })).rejects.toMatchObject(wrong);
    }
  });

  test("of another person's passkey, or to another person's question, approves nothing (shell-4)", async () => {
    const other: Kept = {};
    const newcomer = { name: "Other", email: "other@example.test", password: "twelve chars or more" };
    await house.call("accept_invitation", { secret: await house.invite(), ...newcomer }, other);
    const theirs = new Authenticator();
    await enrol(other, theirs);
    const seen = await propose();
    const { passkey } = await house.call<{ passkey: Request }>("begin_approval", seen, owner);
    const { ticket, options } = passkey;
    const foreign = theirs.answer(theirs.ids[0] ?? "", options, HONEST);
    await expect(approve(seen, { ticket, credential: foreign })).rejects.toMatchObject(wrong);

    // The Room changes hands: what its owner was asked is no question to the new one.
    const answer = { ticket, credential: device.get(options, HONEST) };
    const { person } = await house.call<{ person: { person_id: string } }>("read_account", {}, other);
    await house.call("transfer_room", { room_id, person_id: person.person_id }, owner);
    await expect(approve(seen, answer, other)).rejects.toMatchObject(wrong);
    await expect(approve(seen, answer, owner)).rejects.toMatchObject(refusedWith("not_found"));
    await expect(house.call("begin_approval", seen, owner)).rejects.toMatchObject(refusedWith("not_found"));
  });
});

describe("the workspace's minutes", () => {
  const setMinutes = (minutes: number) => house.sql(`update workspaces set confirm_minutes = ${minutes}`);

  test("spare the next approvals in this browser, for so long", async () => {
    setMinutes(15);
    const [first, second, third] = [await propose(), await propose(), await propose()];
    await approve(first, await confirmed(first));
    expect(await house.call("begin_approval", second, owner)).toEqual({});
    await approve(second);
    expect(await decision(second)).toMatchObject({ state: "approved", assertion: null });
    house.sql(
      "update sign_ins set approval_confirmed_at = ? where approval_confirmed_at is not null",
      new Date(Date.now() - 16 * MINUTE).toISOString(),
    );
    expect(await house.call("begin_approval", third, owner)).toHaveProperty("passkey");
    await expect(approve(third)).rejects.toMatchObject(needsPasskey);
  });

  test("spare no other browser, and no copy of this one's cookie that was taken before", async () => {
    setMinutes(15);
    const copy = { ...owner };
    const other: Kept = {};
    await house.call("sign_in", { email: OWNER.email, password: OWNER.password }, other);
    const [first, second] = [await propose(), await propose()];
    await approve(first, await confirmed(first));
    for (const kept of [copy, other]) {
      await expect(approve(second, {}, kept)).rejects.toMatchObject(needsPasskey);
    }
    await approve(second);
  });

  test("are not made longer by a clock that was ahead and is put right", async () => {
    setMinutes(15);
    const [first, second] = [await propose(), await propose()];
    await approve(first, await confirmed(first));
    house.sql(
      "update sign_ins set approval_confirmed_at = ? where approval_confirmed_at is not null",
      new Date(Date.now() + 60 * MINUTE).toISOString(),
    );
    expect(await house.call("begin_approval", second, owner)).toHaveProperty("passkey");
    await expect(approve(second)).rejects.toMatchObject(needsPasskey);
  });

  test("do not pass to who has such a copy and the password, by confirming or by a new password", async () => {
    setMinutes(15);
    const password = OWNER.password;
    const takeOver = { confirm: { password }, change_password: { password: "another long sentence" } };
    for (const [name, input] of Object.entries(takeOver)) {
      const own: Kept = {};
      await house.call("sign_in", { email: OWNER.email, password }, own);
      const copy = { ...own };
      const [first, second] = [await propose(), await propose()];
      await approve(first, await confirmed(first, {}, own), own);
      await house.call(name, input, copy);
      await expect(approve(second, {}, copy)).rejects.toMatchObject(needsPasskey);
    }
  });

  test("are none where the workspace says 0, whatever was confirmed", async () => {
    const [first, second] = [await propose(), await propose()];
    await approve(first, await confirmed(first));
    await house.call("confirm", { password: OWNER.password }, owner);
    await expect(approve(second)).rejects.toMatchObject(needsPasskey);
  });
});

test("code that was changed behind the server's back is neither shown nor decided (agent-11)", async () => {
  const seen = await propose();
  const answer = await confirmed(seen);
  house.sql("update sources set files = replace(files, 'null', 'evil')");
  expect(await house.call("open_proposal", { proposal_id: seen.proposal_id }, owner)).toMatchObject({
    damaged: true,
    files: [],
  });
  await expect(approve(seen, answer)).rejects.toMatchObject(refusedWith("conflict_state"));
  expect(await decision(seen)).toBeUndefined();
});

test("the challenge tells apart whatever could be seen, and each way of letting it in", () => {
  const seen = { proposal_id: "p", revision: 1, name: "n", digest: "d", runtime: "r", as: "create" } as const;
  const update = { ...seen, as: "update", updates: { instance_id: "a", digest: "e" } } as const;
  const others: Approval[] = [
    { ...seen, proposal_id: "q" },
    { ...seen, revision: 2 },
    { ...seen, name: 'n","d' },
    { ...seen, digest: "e" },
    { ...seen, runtime: "s" },
    update,
    { ...update, updates: { instance_id: "b", digest: "e" } },
    { ...update, updates: { instance_id: "a", digest: "f" } },
  ];
  const all = [seen, ...others].map((one) => approvalChallenge("nonce", one));
  expect(new Set([...all, approvalChallenge("other", seen)]).size).toBe(10);
});
