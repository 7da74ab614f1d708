import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CompanyProvider } from "../../packages/features/src/testing/company-provider.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { CompanyBrowser } from "../testkit/company-browser.ts";
import { Person } from "../testkit/person.ts";
import { OWNER, TestServer } from "../testkit/server.ts";

// Companies sign their people in: real OpenID Connect providers, and the real program that asks them.

const parts = new AsyncDisposableStack();
let acme: CompanyProvider;
let other: CompanyProvider;
let strict: CompanyProvider;
let server: TestServer;
let browser: CompanyBrowser;

const person = (email: string, more: { email_verified?: boolean; name?: string } = {}) => ({
  email,
  email_verified: true,
  ...more,
});

beforeAll(async () => {
  acme = parts.use(
    await CompanyProvider.open({
      colleagues: {
        ann: person("Ann@acme.example.test", { name: "Ann Acme" }),
        bob: person("bob@acme.example.test", { email_verified: false }),
        carl: person("carl@elsewhere.example.test"),
        dan: person("dan@acme.example.test"),
        eve: person("eve@acme.example.test"),
        fay: person("fay@acme.example.test"),
        owner: person(OWNER.email),
        twin: person("twin@acme.example.test"),
      },
    }),
  );
  other = parts.use(
    await CompanyProvider.open({
      claimsInToken: true,
      colleagues: {
        olga: person("olga@other.example.test"),
        ann: person("ann@acme.example.test"),
        twin: person("twin@other.example.test"),
      },
    }),
  );
  strict = parts.use(
    await CompanyProvider.open({
      colleagues: {
        stranger: person("stranger@strict.example.test"),
        fay: person("fay@elsewhere.example.test"),
        owner: person(OWNER.email),
      },
    }),
  );
  server = parts.use(
    await TestServer.launch({
      env: {
        ANTEROOM_LOG: "debug",
        ANTEROOM_OIDC: "acme,other,strict",
        ANTEROOM_EGRESS_ALLOW: [acme, other, strict].map(({ place }) => place).join(),
        ...settings("ACME", acme, "acme.example.test", { JOIN: "member", NAME: "Acme" }),
        ...settings("OTHER", other, "other.example.test", { JOIN: "guest" }),
        ...settings("STRICT", strict, "strict.example.test, example.test"),
      },
    }),
  );
  acme.trust(server.origin, "acme");
  other.trust(server.origin, "other");
  strict.trust(server.origin, "strict");
});
afterAll(async () => await parts.disposeAsync());
beforeEach(() => {
  browser = new CompanyBrowser(server.origin);
});

function settings(id: string, company: CompanyProvider, domains: string, more: Record<string, string> = {}) {
  const all = {
    ISSUER: company.issuer,
    CLIENT_ID: company.client_id,
    CLIENT_SECRET: company.client_secret,
    DOMAINS: domains,
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).map(([part, value]) => [`ANTEROOM_OIDC_${id}_${part}`, value]),
  );
}

interface Home {
  workspaces: { workspace_id: string; role: string; projects: { name: string }[] }[];
}
const homeOf = async (one: CompanyBrowser) => (await one.post("open_home")).json as unknown as Home;
const accountOf = async (one: CompanyBrowser) => (await one.post("read_account")).json;
const isSignedIn = async (one: CompanyBrowser) => (await one.post("open_home")).status === 200;
const problem = (code: string) => `/sign-in?problem=${code}&return=%2F`;

test("the sign-in page learns of each company, and of no secret", async () => {
  const { json } = await browser.post("list_sign_in_ways");
  expect(json["providers"]).toEqual([
    { provider_id: "acme", name: "Acme" },
    { provider_id: "other", name: "other" },
    { provider_id: "strict", name: "strict" },
  ]);
});

describe("somebody of the company's domain", () => {
  test("joins without a password, and is the same person the next time", async () => {
    expect(await browser.signInWith("acme", { name: "ann" }, "return=/connected?a=b")).toBe("/connected?a=b");
    expect((await homeOf(browser)).workspaces).toMatchObject([
      { role: "member", projects: [{ name: "General" }] },
    ]);
    expect(await accountOf(browser)).toMatchObject({
      person: { name: "Ann Acme", email: "Ann@acme.example.test" },
      has_password: false,
      identities: [{ provider_name: "Acme", email: "Ann@acme.example.test" }],
      linkable: [{ provider_id: "other" }, { provider_id: "strict" }],
      sign_ins: [{ way: "provider", current: true }],
    });
    const again = new CompanyBrowser(server.origin);
    expect(await again.signInWith("acme", { name: "ann" })).toBe("/");
    expect((await accountOf(again))["person"]).toEqual((await accountOf(browser))["person"]);
  });

  test("joins as the guest that the operator wants, where the token itself tells the email", async () => {
    expect(await browser.signInWith("other", { name: "olga" })).toBe("/");
    expect((await homeOf(browser)).workspaces).toMatchObject([{ role: "guest" }]);
  });

  test("who was taken out of the workspace is not let in again", async () => {
    await browser.signInWith("acme", { name: "dan" });
    const owner = await Person.signIn(server.origin);
    const [workspace] = (await homeOf(browser)).workspaces;
    const { person: dan } = (await accountOf(browser)) as unknown as { person: { person_id: string } };
    await owner.do("remove_member", {
      workspace_id: workspace?.workspace_id,
      person_id: dan.person_id,
    });
    const again = new CompanyBrowser(server.origin);
    expect(await again.signInWith("acme", { name: "dan" })).toBe("/");
    expect((await homeOf(again)).workspaces).toEqual([]);
  });
});

test("by presses in a real browser: there and back, and another company linked under the account", async () => {
  const chromium = await launchBrowser();
  try {
    const page = await chromium.newPage();
    await page.goto(`${server.origin}/sign-in`);
    await page.getByRole("link", { name: /Acme/ }).click();
    await page.getByLabel("Name").fill("fay");
    await page.getByRole("button", { name: "Yes" }).click();
    await page.waitForURL(`${server.origin}/`);
    await page.goto(`${server.origin}/account`);
    await page.getByRole("button", { name: /^Link… strict/ }).click();
    await page.getByLabel("Name").fill("fay");
    await page.getByRole("button", { name: "Yes" }).click();
    await page.waitForURL(`${server.origin}/account`);
    await page.getByRole("button", { name: /^Unlink… strict/ }).waitFor();
    await page.getByText("fay@elsewhere.example.test").waitFor();
  } finally {
    await chromium.close();
  }
});

test("the same id at another company is another person (company-3)", async () => {
  const elsewhere = new CompanyBrowser(server.origin);
  expect(await browser.signInWith("acme", { name: "twin" })).toBe("/");
  expect(await elsewhere.signInWith("other", { name: "twin" })).toBe("/");
  const [one, two] = [await accountOf(browser), await accountOf(elsewhere)];
  expect(one["person"]).not.toEqual(two["person"]);
  expect([one["identities"], two["identities"]]).toMatchObject([
    [{ provider_name: "Acme", email: "twin@acme.example.test" }],
    [{ provider_name: "other", email: "twin@other.example.test" }],
  ]);
  // Each comes back to the own account.
  const again = new CompanyBrowser(server.origin);
  await again.signInWith("other", { name: "twin" });
  expect((await accountOf(again))["person"]).toEqual(two["person"]);
});

describe("nobody comes in (company-1)", () => {
  test.each([
    ["with an address of another domain", "acme", "carl", "domain"],
    ["with an address that another company's provider claims", "other", "ann", "domain"],
    ["with an address that the provider did not verify", "acme", "bob", "unverified"],
    ["where newcomers are not let in", "strict", "stranger", "unknown_person"],
    ["by an address that somebody with a password typed", "strict", "owner", "link_first"],
  ])("%s", async (_, provider_id, name, code) => {
    expect(await browser.signInWith(provider_id, { name })).toBe(problem(code));
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("who says no at the company", async () => {
    expect(await browser.signInWith("acme", "no")).toBe(problem("cancelled"));
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe("linking", () => {
  test("ties a company's sign-in to the person who is signed in, and to nobody else (company-5)", async () => {
    expect((await browser.post("sign_in", OWNER)).status).toBe(200);
    expect(await browser.signInWith("strict", { name: "owner" }, "return=/connected&link=1")).toBe(
      "/connected",
    );
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ provider_name: "strict", email: OWNER.email }],
    });

    const elsewhere = new CompanyBrowser(server.origin);
    expect(await elsewhere.signInWith("strict", { name: "owner" })).toBe("/");
    expect((await homeOf(elsewhere)).workspaces).toMatchObject([{ role: "owner" }]);

    const ann = new CompanyBrowser(server.origin);
    await ann.signInWith("acme", { name: "ann" });
    const taken = await ann.signInWith("strict", { name: "owner" }, "return=/connected&link=1");
    expect(taken).toBe("/connected?problem=taken");

    const { identities } = (await accountOf(browser)) as { identities: { identity_id: string }[] };
    const identity_id = identities[0]?.identity_id;
    expect((await ann.post("unlink_identity", { identity_id })).status).toBe(404);
    expect((await browser.post("unlink_identity", { identity_id })).status).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await elsewhere.signInWith("strict", { name: "owner" })).toBe(problem("link_first"));
  });
});

describe("a way back from the company (company-2)", () => {
  test("works once, also for who has a copy of everything that the browser keeps", async () => {
    const back = await browser.answer(await browser.goTo("acme"), { name: "eve" });
    const thief = browser.copy();
    expect(await browser.comeBack(back)).toBe("/");
    expect(await thief.comeBack(back)).toMatch(/^\/sign-in\?problem=(?:expired|failed)/);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test("works in no other browser: it neither signs a thief in, nor a victim into the thief's account", async () => {
    const back = await browser.answer(await browser.goTo("acme"), { name: "eve" });
    const stranger = new CompanyBrowser(server.origin);
    expect(await stranger.comeBack(back)).toBe(problem("expired"));
    await stranger.goTo("acme");
    expect(await stranger.comeBack(back)).toBe(problem("expired"));
    expect(await isSignedIn(stranger)).toBe(false);
    expect(await browser.comeBack(back)).toBe("/");
  });

  test("a code of somebody else does not fit into one's own way", async () => {
    const mine = await browser.answer(await browser.goTo("acme"), { name: "eve" });
    const victim = new CompanyBrowser(server.origin);
    const theirs = await victim.answer(await victim.goTo("acme"), { name: "ann" });
    mine.searchParams.set("code", theirs.searchParams.get("code") ?? "");
    expect(await browser.comeBack(mine)).toBe(problem("failed"));
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("belongs to the company that was asked: another one's answer is not taken for it", async () => {
    const fromAcme = await browser.answer(await browser.goTo("acme"), { name: "eve" });
    const toOther = new URL(fromAcme.href.replace("/callback/acme", "/callback/other"));
    const asked = other.asked.length;
    expect(await browser.comeBack(toOther)).toBe(problem("expired"));
    fromAcme.searchParams.set("iss", other.issuer);
    expect(await browser.comeBack(fromAcme)).toBe(problem("failed"));
    expect([await isSignedIn(browser), other.asked.length]).toEqual([false, asked]);
  });
});

test("codes, tokens and secrets stand in no line of the log", async () => {
  const back = await browser.answer(await browser.goTo("acme"), { name: "eve" });
  const code = back.searchParams.get("code") ?? "";
  back.searchParams.set("code", `${code}x`);
  expect(await browser.comeBack(back)).toBe(problem("failed"));
  await expect.poll(() => server.log.join("\n")).toContain("a sign-in by a provider failed");
  for (const secret of [code, acme.client_secret, back.searchParams.get("state") ?? ""]) {
    expect(server.log.join("\n")).not.toContain(secret);
  }
});

test("a provider inside the network is asked only if the operator named it (company-4)", async () => {
  const issuer = acme.issuer.replace("http:", "https:");
  await using closed = await TestServer.launch({
    env: {
      ANTEROOM_OIDC: "acme",
      ...settings("ACME", acme, "acme.example.test"),
      ANTEROOM_OIDC_ACME_ISSUER: issuer,
    },
  });
  const asked = acme.asked.length;
  const page = await new CompanyBrowser(closed.origin).goTo("acme");
  expect(page.pathname + page.search).toBe(problem("failed"));
  expect(acme.asked.length).toBe(asked);
  await expect.poll(() => closed.log.join("\n")).toContain(`ANTEROOM_EGRESS_ALLOW=${acme.place}`);
});
