import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Authenticator, type Ceremony } from "../testing/authenticator.ts";
import { House, type Kept, OWNER } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { authenticateBrowser } from "./index.ts";

// Passkeys as their own protocol has them: a real authenticator in software against the real server side.

const ORIGIN = "https://anteroom.example.test";
const HONEST: Ceremony = { origin: ORIGIN };

interface Request {
  ticket: string;
  options: Record<string, unknown> & { challenge: string };
}

let house: House;
let owner: Kept & { person_id: string };
beforeAll(async () => {
  house = await House.open({ origin: ORIGIN });
  owner = { ...(await house.setUp()) };
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

/** Enrols a passkey; the ceremony may be changed. Returns its id here. */
async function enrol(
  kept: Kept,
  device: Authenticator,
  ceremony: Partial<Ceremony> = {},
): Promise<{ passkey_id: string }> {
  const { ticket, options } = await house.call<Request>("begin_add_passkey", {}, kept);
  const credential = device.create(options, { ...HONEST, ...ceremony });
  return await house.call("finish_add_passkey", { ticket, credential, name: "Laptop" }, kept);
}

/** Signs in by a passkey in a new browser. */
async function signIn(device: Authenticator, ceremony: Partial<Ceremony> = {}, kept: Kept = {}) {
  const { ticket, options } = await house.call<Request>("begin_passkey_sign_in", {});
  const credential = device.get(options, { ...HONEST, ...ceremony });
  return await house.call<{ person: { person_id: string } }>(
    "finish_passkey_sign_in",
    { ticket, credential },
    kept,
  );
}

let joined = 0;
async function somebody(): Promise<Kept & { person_id: string; name: string }> {
  joined += 1;
  const kept: Kept = {};
  const secret = await house.invite();
  const name = `Person ${joined}`;
  const email = `person${joined}@example.test`;
  await house.call("accept_invitation", { secret, name, email, password: "twelve chars or more" }, kept);
  const { person } = await house.call<{ person: { person_id: string } }>("read_account", {}, kept);
  return { ...kept, person_id: person.person_id, name };
}

describe("a passkey", () => {
  test.each(["ES256", "EdDSA", "RS256"] as const)(
    "of %s is enrolled, and signs its person in without an email",
    async (algorithm) => {
      const person = await somebody();
      const device = new Authenticator({ algorithm });
      const { passkey_id } = await enrol(person, device);
      const kept: Kept = {};
      expect((await signIn(device, {}, kept)).person.person_id).toBe(person.person_id);
      expect((await authenticateBrowser(house.ports, kept.secret ?? ""))?.principal).toEqual({
        kind: "person",
        person_id: person.person_id,
      });
      const account = await house.call("read_account", {}, kept);
      const time = expect.stringMatching(/^20\d\d-/);
      expect(account["passkeys"]).toEqual([
        { passkey_id, name: "Laptop", created_at: time, last_used_at: time },
      ]);
      expect(account["sign_ins"]).toContainEqual(expect.objectContaining({ way: "passkey", current: true }));
    },
  );

  test("is asked to be found without an email and to verify its person, and not to be made twice", async () => {
    const person = await somebody();
    const device = new Authenticator();
    await enrol(person, device);
    const { options } = await house.call<Request>("begin_add_passkey", {}, person);
    expect(options).toMatchObject({
      rp: { id: "anteroom.example.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [{ id: device.ids[0] }],
    });
    expect(() => device.create(options, HONEST)).toThrow("InvalidStateError");
  });

  test("passes by a second factor: it is two already", async () => {
    const person = await somebody();
    const device = new Authenticator();
    await enrol(person, device);
    house.sql(
      "insert into second_factors values (?, 'sealed', '2026-01-01T00:00:00.000Z', 0)",
      person.person_id,
    );
    expect(await signIn(device)).toMatchObject({ person: { person_id: person.person_id } });
  });

  test("is renamed and removed by its person alone", async () => {
    const person = await somebody();
    const device = new Authenticator();
    const { passkey_id } = await enrol(person, device);
    for (const [name, input] of [
      ["rename_passkey", { passkey_id, name: "Mine" }],
      ["remove_passkey", { passkey_id }],
    ] as const) {
      await expect(house.call(name, input, owner)).rejects.toMatchObject(refusedWith("not_found"));
    }
    await house.call("rename_passkey", { passkey_id, name: "Phone" }, person);
    expect((await house.call("read_account", {}, person))["passkeys"]).toMatchObject([{ name: "Phone" }]);
    const thief: Kept = {};
    await signIn(device, {}, thief);
    await house.call("remove_passkey", { passkey_id }, person);
    await expect(signIn(device)).rejects.toMatchObject(refusedWith("wrong_credentials"));
    // Who came in by it is out; the browser that took it away is not.
    expect(await authenticateBrowser(house.ports, thief.secret ?? "")).toBeUndefined();
    expect(await authenticateBrowser(house.ports, person.secret ?? "")).toBeDefined();
    const log = await house.audited();
    const { name } = person;
    expect(log).toContainEqual({
      by: name,
      action: "sign_in.passkey_added",
      subject: null,
      detail: "Laptop",
    });
    expect(log).toContainEqual({
      by: name,
      action: "sign_in.passkey_removed",
      subject: null,
      detail: "Phone",
    });
  });

  test("that is the last way to sign in stays", async () => {
    const person = await somebody();
    const { passkey_id } = await enrol(person, new Authenticator());
    house.sql("delete from passwords where person_id = ?", person.person_id);
    await expect(house.call("remove_passkey", { passkey_id }, person)).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
    // A provider that the operator took away opens nothing.
    house.sql(
      "insert into identities values ('idn_1', ?, 'gone', 'https://gone.test', 's', 'e', '')",
      person.person_id,
    );
    await expect(house.call("remove_passkey", { passkey_id }, person)).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
    await enrol(person, new Authenticator());
    await house.call("remove_passkey", { passkey_id }, person);
  });
});

const WRONG: readonly (readonly [string, Partial<Ceremony>])[] = [
  ["another origin", { origin: "https://attacker.example" }],
  ["our host at another port", { origin: `${ORIGIN}:8443` }],
  ["our host without encryption", { origin: "http://anteroom.example.test" }],
  ["another site's frame", { crossOrigin: true }],
  ["another relying party", { rpId: "example.test" }],
  ["a person who was not verified", { userVerified: false }],
  ["nobody present", { userPresent: false }],
  ["another challenge", { challenge: Buffer.from("x".repeat(32)).toString("base64url") }],
];

describe("what a passkey answers", () => {
  let person: Kept;
  const device = new Authenticator();
  beforeAll(async () => {
    person = await somebody();
    await enrol(person, device);
  });

  test.each([...WRONG, ["another ceremony", { type: "webauthn.create" }] as const])(
    "from %s signs nobody in (phish-5)",
    async (_, ceremony) => {
      await expect(signIn(device, ceremony)).rejects.toMatchObject(refusedWith("wrong_credentials"));
    },
  );

  test.each([...WRONG, ["another ceremony", { type: "webauthn.get" }] as const])(
    "from %s is not enrolled",
    async (_, ceremony) => {
      await expect(enrol(person, new Authenticator(), ceremony)).rejects.toMatchObject(
        refusedWith("wrong_credentials"),
      );
    },
  );

  test("counts once: the same answer signs nobody in again (shell-4)", async () => {
    const { ticket, options } = await house.call<Request>("begin_passkey_sign_in", {});
    const answer = { ticket, credential: device.get(options, HONEST) };
    await house.call("finish_passkey_sign_in", answer);
    await expect(house.call("finish_passkey_sign_in", answer)).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });

  test("sent many times at once counts once", async () => {
    const { ticket, options } = await house.call<Request>("begin_passkey_sign_in", {});
    const answer = { ticket, credential: device.get(options, HONEST) };
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, async () => await house.call("finish_passkey_sign_in", answer)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("does not fit another ticket, nor one for something else, nor one that is over", async () => {
    const { ticket, options } = await house.call<Request>("begin_passkey_sign_in", {});
    const credential = device.get(options, HONEST);
    const other = await house.call<Request>("begin_passkey_sign_in", {});
    const confirming = await house.call<{ passkey: Request }>("begin_confirmation", {}, person);
    for (const wrong of [other.ticket, confirming.passkey.ticket, "", "x.y", `${ticket}x`, `x${ticket}`]) {
      await expect(house.call("finish_passkey_sign_in", { ticket: wrong, credential })).rejects.toMatchObject(
        refusedWith("wrong_credentials"),
      );
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
    await expect(house.call("finish_passkey_sign_in", { ticket, credential })).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });

  test("by a passkey that is not known here signs nobody in", async () => {
    const stranger = new Authenticator();
    const { options } = await house.call<Request>("begin_add_passkey", {}, person);
    stranger.create(options, HONEST);
    await expect(signIn(stranger)).rejects.toMatchObject(refusedWith("wrong_credentials"));
  });

  test.each(["clientDataJSON", "authenticatorData", "signature", "userHandle"])(
    "with a changed %s signs nobody in",
    async (part) => {
      const { ticket, options } = await house.call<Request>("begin_passkey_sign_in", {});
      const credential = device.get(options, HONEST);
      const response = credential["response"] as Record<string, string>;
      const bytes = Buffer.from(response[part] ?? "", "base64url");
      bytes[bytes.length - 1]! ^= 1;
      const changed = { ...credential, response: { ...response, [part]: bytes.toString("base64url") } };
      await expect(
        house.call("finish_passkey_sign_in", { ticket, credential: changed }),
      ).rejects.toMatchObject(refusedWith("wrong_credentials"));
    },
  );

  test.each([
    ["nothing", {}],
    ["an answer without a response", { id: "AAAA", rawId: "AAAA", type: "public-key" }],
    ["a list", { id: ["AAAA"], response: [] }],
    ["numbers", { id: 1, response: { clientDataJSON: 1, authenticatorData: 2, signature: 3 } }],
    ["too much", { id: "AAAA", response: { clientDataJSON: "A".repeat(100_000) } }],
    ["no base64url", { id: "<script>", response: { clientDataJSON: "{}" } }],
  ])("that is %s is refused, to sign in and to enrol", async (_, credential) => {
    const { ticket } = await house.call<Request>("begin_passkey_sign_in", {});
    await expect(house.call("finish_passkey_sign_in", { ticket, credential })).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
    const adding = await house.call<Request>("begin_add_passkey", {}, person);
    const made = { ticket: adding.ticket, credential, name: "x" };
    await expect(house.call("finish_add_passkey", made, person)).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });
});

describe("enrolling", () => {
  test("takes the ticket of its own person, once", async () => {
    const [one, other] = [await somebody(), await somebody()];
    const device = new Authenticator();
    const { ticket, options } = await house.call<Request>("begin_add_passkey", {}, one);
    const made = { ticket, credential: device.create(options, HONEST), name: "Laptop" };
    await expect(house.call("finish_add_passkey", made, other)).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
    await house.call("finish_add_passkey", made, one);
    await expect(house.call("finish_add_passkey", made, one)).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });

  test("does not move a passkey to another person", async () => {
    const [one, other] = [await somebody(), await somebody()];
    const device = new Authenticator();
    await enrol(one, device);
    const { ticket, options } = await house.call<Request>("begin_add_passkey", {}, other);
    const [id] = device.ids;
    const forged = new Authenticator().create({ ...options, excludeCredentials: [] }, HONEST);
    const attestation = (forged["response"] as { attestationObject: string }).attestationObject;
    const bytes = Buffer.from(attestation, "base64url");
    // The id of the one passkey with the key of another.
    Buffer.from(id ?? "", "base64url").copy(
      bytes,
      bytes.indexOf(Buffer.from(forged["id"] as string, "base64url")),
    );
    const credential = {
      ...forged,
      id,
      rawId: id,
      response: { ...(forged["response"] as object), attestationObject: bytes.toString("base64url") },
    };
    const made = { ticket, credential, name: "Stolen" };
    await expect(house.call("finish_add_passkey", made, other)).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
    expect((await signIn(device)).person.person_id).toBe(one.person_id);
  });

  test("looks at nothing that an authenticator says about its make", async () => {
    const person = await somebody();
    const { ticket, options } = await house.call<Request>("begin_add_passkey", {}, person);
    const device = new Authenticator();
    const credential = device.create(options, HONEST);
    const response = credential["response"] as { attestationObject: string };
    const bytes = Buffer.from(response.attestationObject, "base64url");
    // A kind of which the certificates would be parsed, were it believed.
    const attestationObject = Buffer.from(bytes.toString("latin1").replace("dnone", "dtpm!"), "latin1");
    const made = {
      ticket,
      credential: {
        ...credential,
        response: { ...response, attestationObject: attestationObject.toString("base64url") },
      },
      name: "Chip",
    };
    await house.call("finish_add_passkey", made, person);
    expect((await signIn(device)).person.person_id).toBe(person.person_id);
  });

  test("ends at 20 passkeys of one person", async () => {
    const person = await somebody();
    for (let count = 0; count < 20; count += 1) await enrol(person, new Authenticator());
    await expect(enrol(person, new Authenticator())).rejects.toMatchObject(refusedWith("conflict_state"));
  });
});

test("a copied key is noticed by its counter, whichever is used first", async () => {
  const person = await somebody();
  const device = new Authenticator({ counts: true });
  await enrol(person, device);
  await signIn(device);
  const copy = device.copy();
  await signIn(device);
  await expect(signIn(copy)).rejects.toMatchObject(refusedWith("wrong_credentials"));
  await signIn(device);
  // Two that are checked at the same time meet at the write.
  const same = device.copy();
  const both = await Promise.allSettled([signIn(device), signIn(same)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a server that is known by an IP address offers none, and says where they would work", async () => {
  await using plain = await House.open({ origin: "https://192.0.2.1" });
  const kept = { ...(await plain.setUp()) };
  for (const name of ["begin_passkey_sign_in", "begin_add_passkey"]) {
    await expect(plain.call(name, {}, kept)).rejects.toMatchObject(refusedWith("conflict_state"));
  }
  plain.sql("insert into passkeys values ('key_1', ?, 'c', 'k', 0, '[]', 'x', '', null)", kept.person_id);
  expect(await plain.call("begin_confirmation", {}, kept)).toEqual({ password: true, code: false });
  expect(await plain.call("list_sign_in_ways", {})).toEqual({
    providers: [],
    passkey_origin: "https://192.0.2.1",
  });
});

test("who only begins writes nothing", async () => {
  await house.call("begin_passkey_sign_in", {});
  const before = house.stored();
  for (let count = 0; count < 20; count += 1) await house.call("begin_passkey_sign_in", {});
  expect(house.stored()).toBe(before);
});

test("the owner's email stands in no ticket that a stranger gets", async () => {
  const { ticket } = await house.call<Request>("begin_passkey_sign_in", {});
  expect(Buffer.from(ticket.split(".")[0] ?? "", "base64url").toString()).not.toContain(OWNER.email);
});
