import { expect, test } from "vitest";
import { cleanClientName, readScopes } from "./policy.ts";

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
