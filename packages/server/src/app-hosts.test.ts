import { describe, expect, test } from "vitest";
import { AppHosts, appHostsFor, readAppsPattern } from "./app-hosts.ts";

test.each([
  ["https://*.apps.example.test", "https://*.apps.example.test"],
  ["HTTPS://*.Apps.Example.TEST/", "https://*.apps.example.test"],
  ["https://*.apps.example.test:443", "https://*.apps.example.test"],
  ["https://*.apps.example.test:8443", "https://*.apps.example.test:8443"],
  ["https://*.äpps.example.test", "https://*.xn--pps-pla.example.test"],
  ["http://*.localhost:4747", "http://*.localhost:4747"],
  ["http://*.apps.localhost", "http://*.apps.localhost"],
  ["https://*.localhost", "https://*.localhost"],
])("%s is the pattern %s", (text, pattern) => {
  expect(readAppsPattern(text)).toBe(pattern);
});

test.each([
  "",
  "*.apps.example.test",
  "https://apps.example.test",
  "https://a*.apps.example.test",
  "https://*apps.example.test",
  "https://*.*.example.test",
  "https://apps.*.example.test",
  "https://*.",
  "https://*",
  "https://*.test",
  "https://*.apps.example.test.",
  "https://*.apps..example.test",
  "https://*.apps.example.test/rt",
  "https://*.apps.example.test?x",
  "https://*.apps.example.test#x",
  "https://*.apps.example.test\\x",
  "https://user@*.apps.example.test",
  "https://*.user@apps.example.test",
  "https://*.apps.example.test:port",
  "https://*.apps.example.test:65536",
  "https://*.apps.example.test; script-src *",
  "https://*.apps.example.test https://elsewhere.test",
  "https://*.apps_1.example.test",
  "https://*.192.0.2.1",
  "https://*.0.0.1",
  "https://*.0x7f.1",
  "https://*.[::1]",
  "http://*.apps.example.test",
  "http://*.notlocalhost",
  "ftp://*.apps.example.test",
])("%j is no pattern", (text) => {
  expect(readAppsPattern(text)).toBeUndefined();
});

test("whatever stands beneath the pattern is kept for apps, and nothing beside it", () => {
  const hosts = new AppHosts("https://*.apps.example.test:8443");
  const covered = [
    "a1.apps.example.test:8443",
    "A1.APPS.example.test",
    "a1.apps.example.test.",
    "a1.apps.example.test.:1",
  ];
  for (const host of [...covered, "b.a1.apps.example.test"])
    expect([host, hosts.covers(host)]).toEqual([host, true]);
  const others = [
    "apps.example.test",
    "example.test",
    "a1apps.example.test",
    "a1.apps.example.test.evil.test",
    "",
  ];
  for (const host of others) expect([host, hosts.covers(host)]).toEqual([host, false]);
  expect(hosts.originOf("a1")).toBe("https://a1.apps.example.test:8443");
});

describe("without a setting", () => {
  test.each([
    ["http://localhost:4747", "http://*.localhost:4747"],
    ["http://127.0.0.1:4747", "http://*.localhost:4747"],
    ["http://[::1]", "http://*.localhost"],
    ["https://localhost:8443", undefined],
    ["https://anteroom.example.test", undefined],
  ])("a server at %s frames apps at %s", (origin, pattern) => {
    expect(appHostsFor(origin, undefined)?.pattern).toBe(pattern);
  });

  test("a pattern counts as it is, and off means none, on loopback too", () => {
    const origin = "http://localhost:4747";
    expect(appHostsFor(origin, "https://*.apps.example.test")?.pattern).toBe("https://*.apps.example.test");
    expect(appHostsFor(origin, "off")).toBeUndefined();
  });
});
