import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "../kernel/ids.ts";
import type { Kept } from "../testing/house.ts";
import { OWNER } from "../testing/house.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { Team, type Teammate } from "../testing/team.ts";
import { authenticateBrowser, issueResetLink } from "./index.ts";

const NEW = "a wholly new sentence";
const DAY = 86_400_000;

let team: Team;
beforeEach(async () => {
  team = await Team.open();
});
afterEach(async () => {
  vi.useRealTimers();
  await team[Symbol.asyncDispose]();
});

/** Makes a link; returns its secret. */
async function link(by: Teammate, to: Teammate, more: object = {}): Promise<string> {
  const made = await team.call<{ link: string; expires_at: string }>(by, "create_reset_link", {
    workspace_id: team.workspace_id,
    person_id: to.person_id,
    ...more,
  });
  expect(made.link.startsWith(`${team.house.origin}/reset#`)).toBe(true);
  return new URL(made.link).hash.slice(1);
}

const reset = async (secret: string, kept: Kept = {}, password = NEW) =>
  await team.house.call("reset_password", { secret, password }, kept);

const over = refusedWith("not_found");

describe("a reset link", () => {
  test("sets a password once, ends every sign-in, and signs this browser in (net-5)", async () => {
    const member = await team.join("member");
    const secret = await link(team.owner, member);
    expect(await team.house.call("read_reset", { secret })).toEqual({
      name: member.name,
      email: expect.stringContaining("@example.test"),
      forgets_factors: false,
    });
    const kept: Kept = {};
    team.house.opened.signals.length = 0;
    expect(await reset(secret, kept)).toMatchObject({ person: { person_id: member.person_id } });
    expect(team.house.opened.signals).toContainEqual({ kind: "person", person_id: member.person_id });
    expect(await authenticateBrowser(team.house.ports, member.secret)).toBeUndefined();
    const [own] = (await team.house.call<{ sign_ins: object[] }>("read_account", {}, kept)).sign_ins;
    expect(own).toMatchObject({ way: "link", current: true });
    await expect(reset(secret)).rejects.toMatchObject(over);
    await expect(team.house.call("read_reset", { secret })).rejects.toMatchObject(over);
    expect(await team.house.audited()).toEqual(
      expect.arrayContaining([
        { by: "Owner", action: "sign_in.reset_link_made", subject: member.name, detail: null },
        { by: member.name, action: "sign_in.password_reset", subject: null, detail: null },
      ]),
    );
    expect(team.house.stored()).not.toContain(secret);
  });

  test("used by many at the same time sets one password (net-5)", async () => {
    const secret = await link(team.owner, await team.join("member"));
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, async (_, index) => await reset(secret, {}, `${NEW} ${index}`)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("works for one day, and only the latest does (net-5)", async () => {
    const member = await team.join("member");
    const [first, second] = [await link(team.owner, member), await link(team.owner, member)];
    await expect(team.house.call("read_reset", { secret: first })).rejects.toMatchObject(over);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY - 60_000 });
    await team.house.call("read_reset", { secret: second });
    vi.setSystemTime(Date.now() + 120_000);
    await expect(team.house.call("read_reset", { secret: second })).rejects.toMatchObject(over);
    await expect(reset(second)).rejects.toMatchObject(over);
  });

  test("is kept when the new password does not do, and over when the person changed it meanwhile", async () => {
    const member = await team.join("member");
    const secret = await link(team.owner, member);
    await expect(reset(secret, {}, "short")).rejects.toMatchObject(
      refusedWith("invalid_arguments", "password"),
    );
    await team.call(member, "change_password", { password: NEW });
    await expect(reset(secret)).rejects.toMatchObject(over);
  });

  test("that was guessed makes the server hash nothing (net-5)", async () => {
    const hashing = vi.spyOn(team.house.ports, "hashPassword");
    await expect(reset("guessed")).rejects.toMatchObject(over);
    expect(hashing).not.toHaveBeenCalled();
  });
});

describe("second factor and passkeys", () => {
  async function withFactors(): Promise<Teammate> {
    const member = await team.join("member");
    const { person_id } = member;
    team.house.sql("insert into second_factors values (?, 'sealed', '2026-01-01', 0)", person_id);
    team.house.sql("insert into recovery_codes values (?, 'hash')", person_id);
    team.house.sql("insert into passkeys values ('key_1', ?, 'c', 'k', 0, '[]', 'x', '', null)", person_id);
    return member;
  }

  const left = async (table: "second_factors" | "recovery_codes" | "passkeys", { person_id }: Teammate) =>
    (
      await team.house.ports.store.read
        .selectFrom(table)
        .select("person_id")
        .where("person_id", "=", person_id)
        .execute()
    ).length;

  test("stay: the code is asked before anybody is signed in", async () => {
    const member = await withFactors();
    const kept: Kept = {};
    const answer = await reset(await link(team.owner, member), kept);
    expect(Object.keys(answer)).toEqual(["second_step"]);
    expect(kept).toEqual({});
    expect([await left("second_factors", member), await left("passkeys", member)]).toEqual([1, 1]);
  });

  test("go where the link says so, and everybody who reads the log knows", async () => {
    const member = await withFactors();
    const secret = await link(team.owner, member, { forget_factors: true });
    expect(await team.house.call("read_reset", { secret })).toMatchObject({ forgets_factors: true });
    expect(await reset(secret)).toHaveProperty("proof");
    expect([
      await left("second_factors", member),
      await left("recovery_codes", member),
      await left("passkeys", member),
    ]).toEqual([0, 0, 0]);
    const detail = expect.stringContaining("passkeys");
    expect(await team.house.audited()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "sign_in.reset_link_made", detail }),
        expect.objectContaining({ action: "sign_in.password_reset", detail }),
      ]),
    );
  });
});

describe("who may make one", () => {
  test("is who manages the person: owners everybody, admins members and guests, others nobody", async () => {
    const people = {
      owner: await team.join("owner"),
      admin: await team.join("admin"),
      member: await team.join("member"),
      guest: await team.join("guest"),
    };
    const others = {
      owner: await team.join("owner"),
      admin: await team.join("admin"),
      member: await team.join("member"),
      guest: await team.join("guest"),
    };
    const may: string[] = [];
    for (const [by, maker] of Object.entries(people)) {
      for (const [of, person] of Object.entries(others)) {
        const made = await link(maker, person).catch((error: { body: { code: string } }) => error.body.code);
        if (made === "forbidden") continue;
        expect(made).toMatch(/^[\w-]{43}$/);
        may.push(`${by} resets ${of}`);
      }
    }
    expect(may).toEqual([
      "owner resets owner",
      "owner resets admin",
      "owner resets member",
      "owner resets guest",
      "admin resets member",
      "admin resets guest",
    ]);
  });

  test("is nobody for themselves", async () => {
    await expect(link(team.owner, team.owner)).rejects.toMatchObject(refusedWith("forbidden"));
  });

  test("is nobody who does not manage the person in every workspace, whichever is named (member-8)", async () => {
    const member = await team.join("member");
    const elsewhere = newId("workspace");
    team.house.sql(
      "insert into workspaces (workspace_id, name, created_at, confirm_minutes) values (?, 'Elsewhere', '', 0)",
      elsewhere,
    );
    const seat = "insert into members values (?, ?, 'guest', '')";
    team.house.sql(seat, elsewhere, member.person_id);
    await expect(link(team.owner, member)).rejects.toMatchObject(refusedWith("forbidden"));
    // To somebody of another workspace the person is not there.
    const named = { workspace_id: elsewhere, person_id: member.person_id };
    await expect(team.call(team.owner, "create_reset_link", named)).rejects.toMatchObject(over);
    team.house.sql("insert into members values (?, ?, 'owner', '')", elsewhere, team.owner.person_id);
    expect(await link(team.owner, member)).toHaveLength(43);
  });

  test("is nobody whom the person does not share a workspace with", async () => {
    const member = await team.join("member");
    await team.remove(team.owner, member);
    await expect(link(team.owner, member)).rejects.toMatchObject(over);
  });

  test("is asked again when the link is used: who lost the right has made a link for nothing (member-8)", async () => {
    const [admin, member] = [await team.join("admin"), await team.join("member")];
    const [demoted, removed] = [await link(admin, member), await link(admin, await team.join("guest"))];
    await team.changeRole(team.owner, admin, "member");
    for (const secret of [demoted, removed]) {
      await expect(team.house.call("read_reset", { secret })).rejects.toMatchObject(over);
      await expect(reset(secret)).rejects.toMatchObject(over);
    }
  });

  test("is nobody any more whose last common workspace the person left since", async () => {
    const member = await team.join("member");
    const secret = await link(team.owner, member);
    await team.remove(team.owner, member);
    await expect(team.house.call("read_reset", { secret })).rejects.toMatchObject(over);
    await expect(reset(secret)).rejects.toMatchObject(over);
  });

  test("is the operator for everybody, by email", async () => {
    const { store } = team.house.ports;
    const wanted = { origin: team.house.origin, forget_factors: false };
    const { link: made } = await issueResetLink(store, { ...wanted, email: OWNER.email.toUpperCase() });
    expect(await reset(new URL(made).hash.slice(1))).toMatchObject({
      person: { person_id: team.owner.person_id },
    });
    expect((await team.house.audited()).slice(-2)).toMatchObject([
      { by: "Command line", action: "sign_in.reset_link_made", subject: "Owner" },
      { by: "Owner", action: "sign_in.password_reset" },
    ]);
    await expect(issueResetLink(store, { ...wanted, email: "nobody@example.test" })).rejects.toMatchObject(
      refusedWith("not_found", "--for"),
    );
  });
});
