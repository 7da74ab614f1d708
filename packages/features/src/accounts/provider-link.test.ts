import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { issueApiToken } from "../auth/index.ts";
import { OWNER, type SignedIn } from "../testing/house.ts";
import { ProviderHouse } from "../testing/provider-house.ts";

// Who is signed in ties a company's sign-in to the own account, and unties it.

let doors: ProviderHouse;
let owner: SignedIn & { person_id: string };
beforeAll(async () => {
  doors = await ProviderHouse.open();
  owner = await doors.house.setUp();
});
beforeEach(() => doors.restart());
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => await doors[Symbol.asyncDispose]());

const problem = (code: string) => `/sign-in?problem=${code}&return=%2Frooms%2Fr`;

describe("linking", () => {
  test("ties the provider's sign-in to the person, who comes in by it from now on, and can untie it", async () => {
    const tab = await doors.ownersTab();
    const asked = await tab.link();
    const { sub } = doors.colleague();
    // The email need not be of the domains: the person chose it.
    expect(await tab.comeBack(asked, { sub, email: "ann@elsewhere.example.test" })).toBe("/account");
    const other = doors.tab();
    expect(await other.signInAs({ sub })).toBe("/rooms/r");
    expect(await other.person()).toBe(owner.person_id);

    const [linked] = await doors.identitiesOf(sub);
    await tab.unlink(linked);
    expect([await other.person(), await tab.person()]).toEqual([undefined, owner.person_id]);
    expect(await doors.tab().signInAs({ sub })).toBe(problem("unverified"));
    expect(await doors.auditedOf(owner.person_id)).toEqual(
      expect.arrayContaining(["sign_in.identity_linked", "sign_in.identity_unlinked"]),
    );
  });

  test("takes and unties nobody else's (company-5)", async () => {
    const claims = doors.colleague();
    const ann = doors.tab();
    await ann.signInAs(claims);
    const tab = await doors.ownersTab();
    const asked = await tab.link();
    expect(await tab.comeBack(asked, claims)).toBe("/account?problem=taken");
    const [identity] = await doors.identitiesOf(claims.sub);
    await expect(tab.unlink(identity)).rejects.toMatchObject({ body: { code: "not_found" } });
    expect(identity?.person_id).toBe(await ann.person());
  });

  test.each(["cross-site", "same-site", "none", undefined])(
    "is not begun from elsewhere: the browser says %s",
    async (from) => {
      const headers: Record<string, string> = from === undefined ? {} : { "sec-fetch-site": from };
      const led = await (await doors.ownersTab()).go("/sign-in/with/rogue?return=/account&link=1", headers);
      expect(led).toBe("/account?problem=failed");
    },
  );

  test("needs somebody who is signed in, and proved it a moment ago; no token of an agent will do", async () => {
    const press = { "sec-fetch-site": "same-origin" };
    const path = "/sign-in/with/rogue?return=/account&link=1";
    expect(await doors.tab().go(path, press)).toBe("/sign-in?return=%2Faccount");
    const { token } = await issueApiToken(doors.house.ports.store, {
      email: OWNER.email,
      scopes: ["osfoundry:read"],
    });
    const asAgent = { ...press, authorization: `Bearer ${token}` };
    expect(await doors.tab().go(path, asAgent)).toBe("/sign-in?return=%2Faccount");
    const tab = await doors.ownersTab();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    expect(await tab.go(path, press)).toBe("/account?problem=confirm");
  });

  test("ends when somebody else signs in meanwhile", async () => {
    const tab = await doors.ownersTab();
    const asked = await tab.link();
    const ann = doors.tab();
    await ann.signInAs(doors.colleague());
    tab.jar.set("signin", ann.jar.get("signin") ?? "");
    const { sub } = doors.colleague();
    expect(await tab.comeBack(asked, { sub, email: "x@doors.rogue.example.test" })).toBe(
      "/account?problem=expired",
    );
    expect(await doors.identitiesOf(sub)).toEqual([]);
  });

  test("ends when the sign-in ends while the provider answers (shell-5)", async () => {
    const tab = await doors.ownersTab();
    const asked = await tab.link();
    const { sub } = doors.colleague();
    const redeeming = vi.spyOn(doors.rogue.redeemed, "push").mockImplementation(() => {
      doors.house.sql("delete from sign_ins where person_id = ?", owner.person_id);
      return 1;
    });
    expect(await tab.comeBack(asked, { sub })).toBe("/account?problem=expired");
    expect(redeeming).toHaveBeenCalledTimes(1);
    expect(await doors.identitiesOf(sub)).toEqual([]);
  });

  test("keeps the last way in", async () => {
    const claims = doors.colleague();
    const tab = doors.tab();
    await tab.signInAs(claims);
    const [identity] = await doors.identitiesOf(claims.sub);
    await expect(tab.unlink(identity)).rejects.toMatchObject({ body: { code: "conflict_state" } });
    expect(await doors.identitiesOf(claims.sub)).toHaveLength(1);
  });
});
