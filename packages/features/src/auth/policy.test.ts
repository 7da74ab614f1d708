import { describe, expect, test } from "vitest";
import { cleanClientName, isResource, isUsableAgain, originAsCalled, readScopes } from "./policy.ts";

test.each([
  ["  Claude\tCode  ", "Claude Code"],
  ["safe\u202egpj.exe", "safe gpj.exe"],
  ["a\u0000\u0007\u200b\u2028b", "a b"],
  ["x".repeat(300), "x".repeat(100)],
  ["🔑".repeat(300), "🔑".repeat(100)],
  ["\u200b \u0000", "A client without a name"],
  [undefined, "A client without a name"],
  [7, "A client without a name"],
])("a client's name %j is shown as %j", (name, shown) => {
  expect(cleanClientName(name)).toBe(shown);
});

test("of scopes only ours count, each once", () => {
  expect(readScopes("osfoundry:write openid osfoundry:read osfoundry:write")).toEqual([
    "osfoundry:read",
    "osfoundry:write",
  ]);
  expect(readScopes("OSFOUNDRY:READ osfoundry:read:all")).toEqual([]);
});

test.each([
  ["RefreshToken", 0, true],
  ["RefreshToken", 29, true],
  ["RefreshToken", 30, false],
  ["RefreshToken", -3600, false],
  ["AuthorizationCode", 0, false],
  ["DeviceCode", 0, false],
])("a %s that was used is usable %d seconds later: %s (duty 15)", (kind, later, usable) => {
  expect(isUsableAgain(kind, 1_000_000, 1_000_000 + later)).toBe(usable);
});

describe("the origin as a client called it", () => {
  test.each([
    ["localhost:4747", "http://localhost:4747"],
    ["127.0.0.1:4747", "http://127.0.0.1:4747"],
    ["[::1]:4747", "http://[::1]:4747"],
    ["127.0.0.1:4748", "http://localhost:4747"],
    ["evil.example.test:4747", "http://localhost:4747"],
    ["localhost:4747@evil.example.test", "http://localhost:4747"],
    ["127.0.0.1:4747/x", "http://localhost:4747"],
    ["0x7f.1:4747", "http://localhost:4747"],
    [undefined, "http://localhost:4747"],
  ])("is by Host %j %j: any name of the loopback, and no other (proxy-2)", (host, origin) => {
    expect(originAsCalled("http://localhost:4747", host)).toBe(origin);
  });

  test("is the configured one where that is no loopback", () => {
    expect(originAsCalled("https://a.example.test", "127.0.0.1")).toBe("https://a.example.test");
    expect(originAsCalled("https://localhost:4747", "127.0.0.1:4747")).toBe("https://localhost:4747");
  });
});

test.each([
  ["http://127.0.0.1:4747/api/v1/external-mcp/?tools=rooms", true],
  ["http://LOCALHOST:4747/api/v1/external-mcp", true],
  ["http://localhost:4748/api/v1/external-mcp", false],
  ["http://127.0.0.2:4747/api/v1/external-mcp", false],
  ["http://localhost:4747/api/v1/other", false],
  ["https://localhost:4747/api/v1/external-mcp", false],
])("%j names our resource: %j", (value, expected) => {
  expect(isResource(value, "http://localhost:4747/api/v1/external-mcp")).toBe(expected);
});
