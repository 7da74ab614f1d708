import { describe, expect, test } from "vitest";
import { ConfigError, readSettings } from "./config.ts";

const ACME = {
  ANTEROOM_OIDC: "acme",
  ANTEROOM_OIDC_ACME_ISSUER: "https://sign-in.acme.example.test/",
  ANTEROOM_OIDC_ACME_CLIENT_ID: "anteroom",
  ANTEROOM_OIDC_ACME_CLIENT_SECRET: "not to be told",
  ANTEROOM_OIDC_ACME_DOMAINS: "acme.example.test",
};

function problemsOf(changes: Record<string, string>): readonly string[] {
  try {
    readSettings({ ...ACME, ...changes });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error("These settings were let through.");
}

test("a company's provider, its secret apart from the settings", () => {
  const { config, secrets, unknown } = readSettings({
    ...ACME,
    ANTEROOM_OIDC: "acme, other-company",
    ANTEROOM_OIDC_OTHER_COMPANY_ISSUER: "https://id.example.test",
    ANTEROOM_OIDC_OTHER_COMPANY_CLIENT_ID: "a",
    ANTEROOM_OIDC_OTHER_COMPANY_CLIENT_SECRET: "also not to be told",
    ANTEROOM_OIDC_OTHER_COMPANY_NAME: "Other Company",
    ANTEROOM_OIDC_OTHER_COMPANY_DOMAINS: "Other.example.test, sub.other.example.test",
    ANTEROOM_OIDC_OTHER_COMPANY_JOIN: "guest",
  });
  expect(secrets.identity_providers).toEqual([
    {
      provider_id: "acme",
      name: "acme",
      issuer: "https://sign-in.acme.example.test/",
      client_id: "anteroom",
      client_secret: "not to be told",
      domains: ["acme.example.test"],
    },
    {
      provider_id: "other-company",
      name: "Other Company",
      issuer: "https://id.example.test",
      client_id: "a",
      client_secret: "also not to be told",
      domains: ["other.example.test", "sub.other.example.test"],
      joins: "guest",
    },
  ]);
  expect(JSON.stringify(config)).not.toContain("not to be told");
  expect(unknown).toEqual([]);
});

describe("what is missing is named", () => {
  test.each(["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "DOMAINS"])("%s", (part) => {
    const problems = problemsOf({ [`ANTEROOM_OIDC_ACME_${part}`]: " " });
    expect(problems).toEqual([expect.stringContaining(`ANTEROOM_OIDC_ACME_${part} is missing`)]);
  });
});

describe("what does not do is told with what was wanted and an example", () => {
  test.each([
    ["ISSUER", "sign-in.example.test"],
    ["ISSUER", "http://sign-in.example.test"],
    ["ISSUER", "https://user@sign-in.example.test"],
    ["ISSUER", "https://sign-in.example.test/?x=1"],
    ["NAME", "two\nlines"],
    ["NAME", "x".repeat(61)],
    ["DOMAINS", "@acme.example.test"],
    ["DOMAINS", "*"],
    ["JOIN", "owner"],
  ])("%s=%j", (part, value) => {
    const problems = problemsOf({ [`ANTEROOM_OIDC_ACME_${part}`]: value });
    expect(problems).toEqual([
      expect.stringMatching(new RegExp(`^ANTEROOM_OIDC_ACME_${part} is .+; it must .+ For example: `, "u")),
    ]);
    expect(problems.join()).not.toContain("not to be told");
  });

  test.each(["Acme", "a_b", "-a", "acme,acme", "../x"])("ANTEROOM_OIDC=%s", (ids) => {
    expect(problemsOf({ ANTEROOM_OIDC: ids })[0]).toMatch(
      /^ANTEROOM_OIDC has ".+"; it must list each provider once/u,
    );
  });
});

test("plain http is taken for a place that the server may ask, and no other", () => {
  const inside = { ...ACME, ANTEROOM_OIDC_ACME_ISSUER: "http://localhost:9000/op" };
  const { secrets } = readSettings({ ...inside, ANTEROOM_EGRESS_ALLOW: "localhost:9000" });
  expect(secrets.identity_providers[0]?.issuer).toBe("http://localhost:9000/op");
  expect(problemsOf({ ...inside, ANTEROOM_EGRESS_ALLOW: "localhost:9001" })).toHaveLength(1);
});

test("one issuer under two names would be one company with two rules", () => {
  const problems = problemsOf({
    ANTEROOM_OIDC: "acme,twin",
    ANTEROOM_OIDC_TWIN_ISSUER: "https://sign-in.acme.example.test",
    ANTEROOM_OIDC_TWIN_CLIENT_ID: "a",
    ANTEROOM_OIDC_TWIN_CLIENT_SECRET: "b",
    ANTEROOM_OIDC_TWIN_DOMAINS: "example.test",
  });
  expect(problems).toEqual([expect.stringContaining("acme and twin with the same issuer")]);
});

test("settings of a provider that is not listed do nothing, which is told", () => {
  expect(readSettings({ ANTEROOM_OIDC_ACME_NAME: "Acme" }).unknown).toEqual(["ANTEROOM_OIDC_ACME_NAME"]);
});
