import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { doubtAbout, nameOf, readPlace, sameIssuer } from "./provider-policy.ts";

const ACME = {
  provider_id: "acme",
  name: "Acme",
  issuer: "https://sign-in.acme.example.test",
  client_id: "a",
  client_secret: "b",
  domains: ["acme.example.test", "täst.example.test"],
};
const ANN = {
  issuer: ACME.issuer,
  subject: "1",
  email: "Ann@Acme.example.test",
  email_verified: true,
  name: "Ann",
};

describe("a provider's word about an email", () => {
  test("counts for a verified address of its domains, however it is written", () => {
    expect(doubtAbout(ACME, ANN)).toBeUndefined();
    expect(doubtAbout(ACME, { ...ANN, email: " ann@TÄST.example.test " })).toBeUndefined();
  });

  test.each([
    ["ann@other.example.test", "domain"],
    ["ann@sub.acme.example.test", "domain"],
    ["ann@evil-acme.example.test", "domain"],
    ["ann@acme.example.test.evil.test", "domain"],
    ["ann@evil.test@acme.example.test", "unverified"],
    ['"ann@evil.test"@acme.example.test', "unverified"],
    ["acme.example.test", "unverified"],
    ["@acme.example.test", "unverified"],
    ["ann@acme.example.test.", "unverified"],
    ["ann@acme.example.test\u0000", "unverified"],
    ["", "unverified"],
    [undefined, "unverified"],
  ])("%j does not", (email, doubt) => {
    expect(doubtAbout(ACME, { ...ANN, email })).toBe(doubt);
  });

  test("does not count while the address is unverified", () => {
    expect(doubtAbout(ACME, { ...ANN, email_verified: false })).toBe("unverified");
  });
});

test.each([
  [{ name: "Ann" }, "Ann"],
  [{ name: " a\nb\u202e " }, "a b"],
  [{ name: "x".repeat(500) }, "x".repeat(100)],
  [{ name: "\u200b" }, "Ann"],
  [{ name: undefined }, "Ann"],
  [{ name: undefined, email: undefined }, "Somebody"],
])("a newcomer of %j begins as %s", (changes, name) => {
  expect(nameOf({ ...ANN, ...changes })).toBe(name);
});

test("issuers are the same with and without a slash at the end, and in nothing else", () => {
  expect(sameIssuer("https://a.example.test", "https://A.example.test/")).toBe(true);
  expect(sameIssuer("https://a.example.test/x", "https://a.example.test/x/")).toBe(false);
  expect(sameIssuer("https://a.example.test", "http://a.example.test")).toBe(false);
  expect(sameIssuer("nonsense", "nonsense")).toBe(false);
});

describe("where somebody wants to come back to", () => {
  const origin = "https://room.example.test";

  test.each(["/", "/rooms/r?tab=1#x", "/consent/abc", "/a/../b"])("%s is ours", (place) => {
    const read = readPlace(place, origin);
    expect(new URL(read, origin).href).toBe(new URL(place, origin).href);
  });

  test.each([
    null,
    "",
    "rooms",
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/.//evil.test",
    "/..//evil.test",
    "/%2e//evil.test",
    "javascript:alert(1)",
    `/${"x".repeat(2000)}`,
  ])("%j is not", (place) => expect(readPlace(place, origin)).toBe("/"));

  test("whatever it is, the browser stays here", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "@",
      ":",
      "//",
      "\t",
      "\n",
      "evil.test",
      "?",
      "#",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const place = readPlace(`/${pieces.join("")}`, origin);
        expect(new URL(place, origin).origin).toBe(origin);
        expect(place).toMatch(/^\/(?![/\\])/u);
      }),
      { numRuns: 2000 },
    );
  });
});
