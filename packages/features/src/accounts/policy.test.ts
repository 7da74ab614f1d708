import { describe, expect, test } from "vitest";
import { checkNewPassword, readEmail } from "./policy.ts";

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
