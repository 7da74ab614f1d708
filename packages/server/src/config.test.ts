import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readSettings } from "./config.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error("These settings were let through.");
}

test("nothing set: this machine's loopback, both families", () => {
  expect(readSettings({ PATH: "/bin", ANTEROOM_PORT: "" })).toEqual({
    config: {
      port: 4747,
      hosts: ["127.0.0.1", "::1"],
      data: resolve("data"),
      trust_proxy: false,
      log: "info",
      pending_limit: 20,
      rate_per_minute: 3000,
      rate_per_address: 600,
      open_calls: 64,
      egress_allow: [],
      client_metadata: false,
    },
    secrets: { identity_providers: [] },
    unknown: [],
  });
});

test("all set", () => {
  const { config, secrets } = readSettings({
    ANTEROOM_PORT: "0",
    ANTEROOM_HOST: "0.0.0.0",
    ANTEROOM_PUBLIC_URL: "https://Room.Example.Test:8443/",
    ANTEROOM_APPS_ORIGIN: "https://*.Apps.Example.Test:8443/",
    ANTEROOM_DATA: "/srv/anteroom",
    ANTEROOM_TRUST_PROXY: "yes",
    ANTEROOM_LOG: "debug",
    ANTEROOM_PENDING_LIMIT: "5",
    ANTEROOM_RATE_PER_MINUTE: "0",
    ANTEROOM_RATE_PER_ADDRESS: "10",
    ANTEROOM_OPEN_CALLS: "8",
    ANTEROOM_EGRESS_ALLOW: "Sign-In.internal:8443, [::1]:80,127.1:9",
    ANTEROOM_CLIENT_METADATA: "1",
    ANTEROOM_OWNER_EMAIL: "owner@example.test",
    ANTEROOM_OWNER_PASSWORD: "not to be told",
  });
  expect(config).toEqual({
    port: 0,
    hosts: ["0.0.0.0"],
    public_origin: "https://room.example.test:8443",
    apps_origin: "https://*.apps.example.test:8443",
    data: "/srv/anteroom",
    trust_proxy: true,
    log: "debug",
    pending_limit: 5,
    rate_per_minute: 0,
    rate_per_address: 10,
    open_calls: 8,
    egress_allow: ["sign-in.internal:8443", "[::1]:80", "127.0.0.1:9"],
    client_metadata: true,
  });
  expect(JSON.stringify(config)).not.toContain("not to be told");
  expect(secrets.owner).toEqual({ email: "owner@example.test", password: "not to be told" });
});

describe("a bad value is told with its name, what was wanted, and an example", () => {
  test.each([
    ["ANTEROOM_PORT", "80a"],
    ["ANTEROOM_PORT", "65536"],
    ["ANTEROOM_PORT", "-1"],
    ["ANTEROOM_PORT", "1e3"],
    ["ANTEROOM_HOST", "my-laptop"],
    ["ANTEROOM_PUBLIC_URL", "room.example.test"],
    ["ANTEROOM_PUBLIC_URL", "https://room.example.test/path"],
    ["ANTEROOM_PUBLIC_URL", "http://room.example.test"],
    ["ANTEROOM_PUBLIC_URL", "https://user@room.example.test"],
    ["ANTEROOM_PUBLIC_URL", "ftp://room.example.test"],
    ["ANTEROOM_APPS_ORIGIN", "apps.example.test"],
    ["ANTEROOM_APPS_ORIGIN", "https://*.apps.example.test/rt"],
    ["ANTEROOM_APPS_ORIGIN", "http://*.apps.example.test"],
    ["ANTEROOM_APPS_ORIGIN", "https://*.192.0.2.1"],
    ["ANTEROOM_APPS_ORIGIN", "none"],
    ["ANTEROOM_TRUST_PROXY", "perhaps"],
    ["ANTEROOM_LOG", "loud"],
    ["ANTEROOM_PENDING_LIMIT", "-1"],
    ["ANTEROOM_RATE_PER_MINUTE", "many"],
    ["ANTEROOM_OPEN_CALLS", "-1"],
    ["ANTEROOM_EGRESS_ALLOW", "sign-in.internal"],
    ["ANTEROOM_EGRESS_ALLOW", "https://sign-in.internal:443"],
    ["ANTEROOM_EGRESS_ALLOW", "sign-in.internal:0"],
    ["ANTEROOM_EGRESS_ALLOW", "user@sign-in.internal:443"],
    ["ANTEROOM_EGRESS_ALLOW", "::1:443"],
    ["ANTEROOM_EGRESS_ALLOW", "*:443"],
  ])("%s=%s", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} is "${value}"; it must `);
    expect(problems[0]).toContain(` For example: ${name}=`);
  });

  test("all of them at once", () => {
    expect(problemsOf({ ANTEROOM_PORT: "x", ANTEROOM_LOG: "x" })).toHaveLength(2);
  });

  test("half an owner, without telling the password", () => {
    const [problem] = problemsOf({ ANTEROOM_OWNER_PASSWORD: "not to be told" });
    expect(problem).toContain("ANTEROOM_OWNER_EMAIL");
    expect(problem).not.toContain("not to be told");
  });
});

test("plain http is taken for loopback alone", () => {
  const origin = (url: string) => readSettings({ ANTEROOM_PUBLIC_URL: url }).config.public_origin;
  expect(origin("http://localhost:8080")).toBe("http://localhost:8080");
  expect(origin("http://127.0.0.1")).toBe("http://127.0.0.1");
  expect(origin("http://[::1]:9")).toBe("http://[::1]:9");
});

describe("hosts for apps", () => {
  const at = (publicUrl: string, apps: string) => ({
    ANTEROOM_PUBLIC_URL: publicUrl,
    ANTEROOM_APPS_ORIGIN: apps,
  });

  test.each([
    ["https://room.example.test", "https://*.example.test"],
    ["https://room.example.test:8443", "https://*.example.test:9443"],
    ["https://a.room.example.test", "https://*.Example.test"],
    ["https://room.localhost", "https://*.localhost"],
  ])("of a server at %s must not be %s, which its own name is one of", (publicUrl, apps) => {
    const [problem, ...others] = problemsOf(at(publicUrl, apps));
    expect(problem).toContain(`must not cover the server's own name, ${new URL(publicUrl).hostname}`);
    expect(others).toEqual([]);
  });

  test("must not be on each person's own machine where the server is not", () => {
    const [problem] = problemsOf(at("https://room.example.test", "http://*.localhost:4747"));
    expect(problem).toContain("each person's own machine");
  });

  test.each([
    ["https://room.example.test", "https://*.room.example.test"],
    ["https://example.test", "https://*.apps.example.test"],
    ["http://localhost:4747", "http://*.apps.localhost:4747"],
    ["https://room.localhost", "https://*.apps.localhost"],
  ])("of a server at %s may be %s", (publicUrl, apps) => {
    expect(readSettings(at(publicUrl, apps)).config.apps_origin).toBe(apps);
  });

  test("may be none", () => {
    expect(readSettings({ ANTEROOM_APPS_ORIGIN: "Off" }).config.apps_origin).toBe("off");
  });
});

test("a name that is none of ours is told, so that a misspelled setting does not pass for one", () => {
  expect(readSettings({ ANTEROOM_PROT: "1", ANTEROOM_LOG: "info" }).unknown).toEqual(["ANTEROOM_PROT"]);
});
