import { describe, expect, test } from "vitest";
import { checkNewPassword, cleanClientName, readEmail, readScopes } from "./policy.ts";

describe("an email", () => {
  test.each([
    [" Owner@Example.test ", "Owner@Example.test", "owner@example.test"],
    [
      "first.last+tag@mail.example.test",
      "first.last+tag@mail.example.test",
      "first.last+tag@mail.example.test",
    ],
    ["owner@localhost", "owner@localhost", "owner@localhost"],
    ["anna@BÜCHER.example.test", "anna@BÜCHER.example.test", "anna@bücher.example.test"],
  ])("%j is compared in lower case and without the space around it", (typed, email, email_key) => {
    expect(readEmail(typed)).toEqual({ email, email_key });
  });

  test.each([
    "",
    "owner",
    "@example.test",
    "owner@",
    "owner@@example.test",
    "a@b@example.test",
    "two words@example.test",
    "owner@exa mple.test",
    "owner@-example.test",
    "owner@example..test",
    "owner@example.test\r\nBcc: x",
    "<owner@example.test>",
    "ow\u202ener@example.test",
    `${"x".repeat(65)}@example.test`,
    `owner@${"x".repeat(250)}.test`,
  ])("%j is refused", (typed) => {
    expect(() => readEmail(typed)).toThrow("not an email address");
  });
});

describe("a new password", () => {
  test.each(["x".repeat(12), "🔑".repeat(12), "            ", "x".repeat(1024)])("%j does", (password) => {
    expect(() => checkNewPassword(password)).not.toThrow();
  });

  test.each([
    ["x".repeat(11), "too short"],
    ["🔑".repeat(11), "too short"],
    ["x".repeat(1025), "too long"],
    ["🔑".repeat(257), "too long"],
  ])("%j is refused", (password, reason) => {
    expect(() => checkNewPassword(password)).toThrow(reason);
  });
});

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
