import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { OWNER, type SignedIn } from "../testing/house.ts";
import { ProviderHouse } from "../testing/provider-house.ts";

// A hostile provider, and browsers that are led astray, at the real doors over a real store. What a provider
// that means well does is in tests/system/company-sign-in.test.ts.

let doors: ProviderHouse;
let owner: SignedIn & { person_id: string };
beforeAll(async () => {
  doors = await ProviderHouse.open();
});
beforeEach(() => doors.restart());
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => await doors[Symbol.asyncDispose]());

const problem = (code: string) => `/sign-in?problem=${code}&return=%2Frooms%2Fr`;

test("before there is an owner nobody comes in", async () => {
  expect(await doors.tab().signInAs(doors.colleague())).toBe(problem("unknown_person"));
  expect(await doors.people()).toEqual([]);
  owner = await doors.house.setUp();
});

test("a newcomer of the domain joins without a password, is seated, and comes back where they wanted to be", async () => {
  const ann = doors.colleague();
  const tab = doors.tab();
  expect(await tab.signInAs(ann)).toBe("/rooms/r");
  const person_id = await tab.person();
  expect(person_id).not.toBe(owner.person_id);
  expect(await doors.house.call("open_home", {}, { secret: tab.secret })).toMatchObject({
    workspaces: [{ role: "member", projects: [{ name: "General" }] }],
  });
  expect(await doors.people()).toContainEqual(
    expect.objectContaining({ person_id, name: "Ann", email: ann.email }),
  );
  expect(await doors.auditedOf(person_id)).toEqual(["member.joined", "sign_in.identity_linked"]);
  // Known by now, whatever the provider says of the email next.
  const again = doors.tab();
  expect(await again.signInAs({ sub: ann.sub })).toBe("/rooms/r");
  expect(await again.person()).toBe(person_id);
  expect(doors.house.stored()).not.toContain(doors.rogue.access_token);
});

describe("what the provider signs", () => {
  test.each([
    ["for another sign-in", { nonce: "guessed" }],
    ["for no sign-in", { nonce: undefined }],
    ["for another client", { aud: "somebody else" }],
    ["in another's name", { iss: "https://other.example.test" }],
    ["that is over", { exp: 1 }],
    ["about nobody", { sub: "" }],
    ["about somebody with an endless id", { sub: "x".repeat(300) }],
    ["with a number for an id", { sub: 1 }],
  ])("%s lets nobody in", async (_, claims) => {
    const before = await doors.people();
    const tab = doors.tab();
    expect(await tab.signInAs({ ...doors.colleague(), ...claims })).toBe(problem("failed"));
    expect([await tab.person(), await doors.people(), doors.errors.length]).toEqual([undefined, before, 1]);
  });

  test.each(["otherKey", "none", "secret", "broken"] as const)("%s: lets nobody in", async (signs) => {
    const before = await doors.people();
    doors.rogue.signs = signs;
    const tab = doors.tab();
    expect(await tab.signInAs(doors.colleague())).toBe(problem("failed"));
    expect([await tab.person(), await doors.people()]).toEqual([undefined, before]);
  });

  test("does not stretch to what it says of somebody else", async () => {
    const ann = doors.colleague();
    doors.rogue.userinfo = { ...ann, sub: "somebody else" };
    expect(await doors.tab().signInAs({ sub: ann.sub })).toBe(problem("failed"));
    doors.rogue.userinfo = ann;
    expect(await doors.tab().signInAs({ sub: ann.sub })).toBe("/rooms/r");
  });
});

describe("its word about an email", () => {
  test.each([
    ["unverified", { email_verified: false }],
    ["unverified", { email_verified: "true" }],
    ["unverified", { email_verified: undefined }],
    ["unverified", { email: "nobody" }],
    ["domain", { email: "ann@elsewhere.example.test" }],
    ["domain", { email: OWNER.email }],
  ])("is %s: %j (company-1)", async (code, claims) => {
    const before = await doors.people();
    const tab = doors.tab();
    expect(await tab.signInAs({ ...doors.colleague(), ...claims })).toBe(problem(code));
    expect([await tab.person(), await doors.people()]).toEqual([undefined, before]);
  });

  test("opens no account that somebody holds by a password", async () => {
    doors.provider.domains = ["example.test"];
    const ann = { ...doors.colleague(), email: OWNER.email };
    const tab = doors.tab();
    expect(await tab.signInAs(ann)).toBe(problem("link_first"));
    expect([await tab.person(), await doors.identitiesOf(ann.sub)]).toEqual([undefined, []]);
  });

  test("opens an account that only providers vouched for, also for the company's next provider", async () => {
    const ann = doors.colleague();
    const tab = doors.tab();
    await tab.signInAs(ann);
    const person_id = await tab.person();
    doors.house.sql(
      "update identities set issuer = 'https://what.the.company/had' where subject = ?",
      ann.sub,
    );
    const next = doors.tab();
    expect(await next.signInAs({ ...ann, sub: `${ann.sub}-anew` })).toBe("/rooms/r");
    expect(await next.person()).toBe(person_id);
  });

  test("makes nobody where the operator lets no newcomers in", async () => {
    const before = await doors.people();
    delete doors.provider.joins;
    expect(await doors.tab().signInAs(doors.colleague())).toBe(problem("unknown_person"));
    expect(await doors.people()).toEqual(before);
  });
});

describe("a way back", () => {
  test("works once", async () => {
    const tab = doors.tab();
    const asked = await tab.begin("return=/rooms/r");
    const kept = new Map(tab.jar);
    const ann = doors.colleague();
    expect(await tab.comeBack(asked, ann)).toBe("/rooms/r");
    const thief = doors.tab();
    for (const [name, value] of kept) thief.jar.set(name, value);
    // Also where the provider takes its code a second time.
    expect(await thief.comeBack(asked, ann)).toBe(problem("expired"));
    expect(await thief.person()).toBeUndefined();
  });

  test("belongs to the browser that went: in another one nothing is asked, and nobody signed in", async () => {
    const attacker = doors.tab();
    const asked = await attacker.begin();
    const victim = doors.tab();
    expect(await victim.comeBack(asked)).toBe("/sign-in?problem=expired&return=%2F");
    // Also not in one that is on its way itself, and its own way stays open.
    const own = await victim.begin("return=/rooms/r");
    expect(await victim.comeBack(asked)).toBe("/sign-in?problem=expired&return=%2F");
    expect([await victim.person(), doors.rogue.redeemed.length]).toEqual([undefined, 0]);
    expect(await victim.comeBack(own, doors.colleague())).toBe("/rooms/r");
  });

  test("of another provider is not this one's", async () => {
    const tab = doors.tab();
    const asked = await tab.begin();
    const query = new URLSearchParams({ code: "c", state: asked.get("state") ?? "" });
    expect(await tab.go(`/sign-in/callback/other?${query.toString()}`)).toContain("problem=expired");
    expect(await tab.comeBack(asked, {}, { iss: "https://other.example.test" })).toContain("problem=failed");
    expect(doors.rogue.redeemed).toEqual([]);
  });

  test("is over after ten minutes", async () => {
    const tab = doors.tab();
    const asked = await tab.begin();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    expect(await tab.comeBack(asked)).toContain("problem=expired");
  });

  test("carries proof of who began it", async () => {
    const tab = doors.tab();
    const asked = await tab.begin();
    expect(asked.get("code_challenge_method")).toBe("S256");
    await tab.comeBack(asked, doors.colleague());
    expect(doors.rogue.redeemed[0]?.get("code_verifier")).toMatch(/^[\w-]{43}$/);
    expect(doors.rogue.redeemed[0]?.get("redirect_uri")).toBe(`${doors.origin}/sign-in/callback/rogue`);
  });

  test.each([
    ["access_denied", "cancelled"],
    ["server_error", "failed"],
    ["<script>alert(1)</script>", "failed"],
  ])("with the error %s is told in our own words", async (error, code) => {
    const tab = doors.tab();
    const asked = await tab.begin("return=/rooms/r");
    const query = new URLSearchParams({
      error,
      error_description: "<b>words of the provider</b>",
      state: asked.get("state") ?? "",
      iss: doors.rogue.issuer,
    });
    expect(await tab.go(`/sign-in/callback/rogue?${query.toString()}`)).toBe(problem(code));
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "/.//evil.test"])(
    "never leads to %s (page-7)",
    async (place) => {
      const tab = doors.tab();
      const asked = await tab.begin(new URLSearchParams({ return: place }).toString());
      expect(await tab.comeBack(asked, doors.colleague())).toBe("/");
    },
  );
});

describe("signing in cannot be begun", () => {
  test.each(["cross-site", "same-site"])(
    "by another site's page (%s): ours is shown (page-6)",
    async (from) => {
      const led = await doors.tab().go("/sign-in/with/rogue?return=/rooms/r", { "sec-fetch-site": from });
      expect(led).toBe("/sign-in?return=%2Frooms%2Fr");
    },
  );

  test("with a provider that is not set up, or cannot be reached", async () => {
    expect(await doors.tab().go("/sign-in/with/nobody")).toBe("/sign-in?problem=failed&return=%2F");
    expect(await doors.tab().go("/sign-in/with/other")).toBe("/sign-in?problem=failed&return=%2F");
  });

  test("with one that sends people to a script", async () => {
    doors.rogue.metadata = { authorization_endpoint: "javascript:alert(1)" };
    expect(await doors.tab().go("/sign-in/with/rogue")).toBe("/sign-in?problem=failed&return=%2F");
  });

  test("with one that calls itself by another name; once it does not, it can", async () => {
    doors.rogue.metadata = { issuer: "https://other.example.test" };
    expect(await doors.tab().go("/sign-in/with/rogue")).toContain("problem=failed");
    doors.rogue.metadata = {};
    await doors.tab().begin();
  });

  test("without end from one address", async () => {
    const led = await Promise.all(
      Array.from({ length: 70 }, async () => await doors.tab().go("/sign-in/with/rogue")),
    );
    expect(led.filter((place) => place.startsWith(doors.rogue.issuer))).toHaveLength(60);
    await doors.tab().begin("", { "x-address": "192.0.2.7" });
  });
});
