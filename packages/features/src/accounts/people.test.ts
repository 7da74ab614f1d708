import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Refusal } from "../kernel/errors.ts";
import { invitationOver } from "../workspaces/index.ts";
import { workspaceBounds } from "../workspaces/index.ts";
import { issueApiToken } from "../auth/index.ts";
import { authenticateBrowser, createOwner, hasPeople, proofHolds } from "./index.ts";
import { House, type Kept, OWNER, type SignedIn } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";

// People and their browsers, over a real store; the server around them is played by the house.

describe("setting up", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
  });

  test.each([
    ["password", { password: "short" }],
    ["password", { password: "€".repeat(400) }],
    ["email", { email: "nobody" }],
    ["name", { name: "a\u0007b" }],
    ["name", { name: "Own\u202eer" }],
    ["workspace_name", { workspace_name: "   " }],
  ])("refuses a %s that does not do, and leaves the link usable", async (field, changes) => {
    const form = { ...OWNER, secret: "set-up", ...changes };
    await expect(house.call("set_up", form)).rejects.toMatchObject(refusedWith("invalid_arguments", field));
    expect(await hasPeople(house.ports.store.read)).toBe(false);
  });

  test("that fails on the way, as when many sign in at once, leaves the link usable", async () => {
    const busy = new Refusal({ code: "rate_limited", message: "Many people are signing in right now." });
    const hashing = vi.spyOn(house.ports, "hashPassword").mockRejectedValueOnce(busy);
    await expect(house.call("set_up", { ...OWNER, secret: "set-up" })).rejects.toBe(busy);
    hashing.mockRestore();
    expect(await hasPeople(house.ports.store.read)).toBe(false);
    // The next but one makes the owner by the same link.
  });

  test("needs the secret of the printed link, and tells before the form whether it works (net-5)", async () => {
    expect(await house.call("read_set_up", { secret: "guessed" })).toEqual({ works: false });
    for (let times = 0; times < 3; times += 1) {
      expect(await house.call("read_set_up", { secret: "set-up" })).toEqual({ works: true });
    }
    await expect(house.call("set_up", { ...OWNER, secret: "guessed" })).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
  });

  test("makes the owner once, signed in, with a workspace, a project and a Room", async () => {
    const kept: Kept = {};
    const made = await house.call("set_up", { ...OWNER, secret: "set-up" }, kept);
    expect(made).toEqual({
      person: { person_id: expect.stringMatching(/^pers_/), name: "Owner", email: "Owner@example.test" },
      proof: kept.proof,
    });
    expect(await authenticateBrowser(house.ports, kept.secret ?? "")).toMatchObject({
      principal: { kind: "person" },
    });
    const home = await openHome(house, kept);
    expect(home).toMatchObject({
      workspaces: [
        {
          name: "Workshop",
          role: "owner",
          projects: [{ name: "General", rooms: [{ name: "Team room" }] }],
        },
      ],
    });
    expect(await house.call("read_set_up", { secret: "set-up" })).toEqual({ works: false });
    const again = { ...OWNER, email: "second@example.test" };
    await expect(house.call("set_up", { ...again, secret: "set-up" })).rejects.toMatchObject(
      refusedWith("wrong_credentials"),
    );
    await expect(createOwner(house.ports, again)).rejects.toMatchObject(refusedWith("conflict_state"));
  });
});

async function openHome(house: House, kept: Kept) {
  const signIn = await authenticateBrowser(house.ports, kept.secret ?? "");
  const bound = workspaceBounds.find(({ operation }) => operation.name === "open_home");
  return await bound?.handler({ ...house.ports, ...signIn } as never, {} as never);
}

test("of two who set up at once, one becomes the owner (net-5)", async () => {
  await using house = await House.open();
  const rivals = ["one@example.test", "two@example.test"];
  const made = await Promise.allSettled(
    rivals.map(async (email) => await createOwner(house.ports, { ...OWNER, email })),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const people = await house.ports.store.read.selectFrom("persons").selectAll().execute();
  const workspaces = await house.ports.store.read.selectFrom("workspaces").selectAll().execute();
  expect([people.length, workspaces.length]).toEqual([1, 1]);
});

describe("a person", () => {
  let house: House;
  let owner: SignedIn & { person_id: string };
  beforeAll(async () => {
    house = await House.open();
    owner = await house.setUp();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
  });

  test("signs in by email, however it is written, and password", async () => {
    const kept: Kept = {};
    const signedIn = await house.call(
      "sign_in",
      { email: " oWNER@Example.test ", password: OWNER.password },
      kept,
    );
    expect(signedIn).toEqual({
      person: { person_id: owner.person_id, name: "Owner", email: "Owner@example.test" },
      proof: kept.proof,
    });
    const signIn = await authenticateBrowser(house.ports, kept.secret ?? "");
    expect(signIn?.principal.person_id).toBe(owner.person_id);
    expect(proofHolds(house.proofKey, signIn?.sign_in_id ?? "", kept.proof)).toBe(true);
    expect(proofHolds(house.proofKey, signIn?.sign_in_id ?? "", owner.proof)).toBe(false);
    expect(proofHolds(house.proofKey, signIn?.sign_in_id ?? "", undefined)).toBe(false);
  });

  test("who is unknown gets the same answer after the same work as one with a wrong password (net-1)", async () => {
    const verify = vi.spyOn(house.ports, "verifyPassword");
    const attempt = async (email: string, password: string) =>
      await house.call("sign_in", { email, password }).catch((error: { body: unknown }) => error.body);
    const wrong = await attempt(OWNER.email, "not the password");
    const unknown = await attempt("nobody@example.test", "not the password");
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ code: "wrong_credentials" });
    expect(verify).toHaveBeenCalledTimes(2);
    const [known, decoy] = verify.mock.calls.map(([hash]) => hash.split("$").slice(0, 4));
    expect(decoy).toEqual(known);
    expect(await attempt(OWNER.email, "€".repeat(1024))).toEqual(wrong);
    expect(verify).toHaveBeenCalledTimes(2);
    verify.mockRestore();
  });

  test("who signs in again in one browser ends the sign-in before, and what it holds open (page-6)", async () => {
    const kept: Kept = {};
    const credentials = { email: OWNER.email, password: OWNER.password };
    await house.call("sign_in", credentials, kept);
    const before = kept.secret ?? "";
    house.opened.signals.length = 0;
    await house.call("sign_in", credentials, kept);
    expect(kept.secret).not.toBe(before);
    expect(house.opened.signals).toEqual([{ kind: "person", person_id: owner.person_id }]);
    expect(await authenticateBrowser(house.ports, before)).toBeUndefined();
    expect(await authenticateBrowser(house.ports, kept.secret ?? "")).toBeDefined();
  });

  test("signs out of one browser and no other", async () => {
    const kept: Kept = {};
    await house.call("sign_in", { email: OWNER.email, password: OWNER.password }, kept);
    const secret = kept.secret ?? "";
    await house.call("sign_out", {}, kept);
    expect(kept.secret).toBeUndefined();
    expect(await authenticateBrowser(house.ports, secret)).toBeUndefined();
    expect(await authenticateBrowser(house.ports, owner.secret)).toBeDefined();
  });

  test("is signed in for 30 days", async () => {
    const in29Days = Date.now() + 29.9 * 86_400_000;
    vi.useFakeTimers({ toFake: ["Date"], now: in29Days });
    expect(await authenticateBrowser(house.ports, owner.secret)).toBeDefined();
    vi.setSystemTime(in29Days + 0.2 * 86_400_000);
    expect(await authenticateBrowser(house.ports, owner.secret)).toBeUndefined();
  });

  test("revokes no connection of somebody else", async () => {
    const { connection_id, token } = await issueApiToken(house.ports.store, {
      email: OWNER.email,
      scopes: ["osfoundry:read"],
    });
    const other: Kept = {};
    await house.call("accept_invitation", { secret: await house.invite(), ...newcomer() }, other);
    await expect(house.call("revoke_connection", { connection_id }, other)).rejects.toMatchObject(
      refusedWith("not_found"),
    );
    expect(token).toMatch(/^anr_/);
    await house.call("revoke_connection", { connection_id }, { ...owner });
    await expect(house.call("revoke_connection", { connection_id }, { ...owner })).rejects.toMatchObject(
      refusedWith("not_found"),
    );
  });
});

let people = 0;
function newcomer() {
  people += 1;
  return {
    name: `Member ${people}`,
    email: `member${people}@example.test`,
    password: "twelve chars or more",
  };
}

/** Where an invitation to the first Room leads. */
const PLACE = {
  workspace_id: expect.stringMatching(/^ws_/),
  room_id: expect.stringMatching(/^room_/),
};

describe("an invitation", () => {
  let house: House;
  let owner: SignedIn & { person_id: string };
  beforeAll(async () => {
    house = await House.open();
    owner = await house.setUp();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
  });

  test("lets a new person in, signed in, once (net-5)", async () => {
    const secret = await house.invite();
    const kept: Kept = {};
    const joined = await house.call("accept_invitation", { secret, ...newcomer() }, kept);
    expect(joined).toEqual({ ...PLACE, proof: kept.proof });
    expect(await openHome(house, kept)).toMatchObject({
      workspaces: [{ name: "Workshop", role: "member", projects: [{ rooms: [{ name: "Team room" }] }] }],
    });
    await expect(house.call("accept_invitation", { secret, ...newcomer() })).rejects.toThrow(
      invitationOver().message,
    );
  });

  test("used by two at once lets one of them in (net-5)", async () => {
    const secret = await house.invite();
    const both = await Promise.allSettled(
      [newcomer(), newcomer()].map(async (who) => await house.call("accept_invitation", { secret, ...who })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("lets somebody in who is signed in, without any form", async () => {
    const secret = await house.invite();
    expect(await house.call("accept_invitation", { secret }, { ...owner })).toEqual(PLACE);
  });

  test("asks a person who is known to sign in first, and is not used up by that", async () => {
    const secret = await house.invite();
    const who = newcomer();
    const known = { ...who, email: OWNER.email.toUpperCase() };
    await expect(house.call("accept_invitation", { secret, ...known })).rejects.toMatchObject(
      refusedWith("conflict_state", "email"),
    );
    await expect(house.call("accept_invitation", { secret })).rejects.toMatchObject(
      refusedWith("sign_in_required"),
    );
    await expect(
      house.call("accept_invitation", { secret, ...who, password: "short" }),
    ).rejects.toMatchObject(refusedWith("invalid_arguments", "password"));
    await house.call("accept_invitation", { secret, ...who });
  });

  test("that is over tells nobody whose email is known", async () => {
    const secret = await house.invite();
    house.sql("update invitations set expires_at = '2026-01-02'");
    for (const email of [OWNER.email, "nobody@example.test"]) {
      const form = { secret, ...newcomer(), email };
      await expect(house.call("accept_invitation", form)).rejects.toThrow(invitationOver().message);
      await expect(house.call("accept_invitation", { ...form, secret: "guessed" })).rejects.toThrow(
        invitationOver().message,
      );
    }
  });
});
