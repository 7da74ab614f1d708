import { describe, expect, test } from "vitest";
import { frameHeaders } from "./policy.ts";

const HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

function directives(): Map<string, string> {
  const policy = frameHeaders({ origin: "https://rooms.example.test", scriptHashes: [HASH] })[
    "content-security-policy"
  ];
  const pairs = (policy ?? "").split("; ").map((one): [string, string] => {
    const [name = "", ...values] = one.split(" ");
    return [name, values.join(" ")];
  });
  return new Map(pairs);
}

describe("the frame's policy", () => {
  test("lets nothing in but the frame's own scripts, the app, styles, and data", () => {
    const open = [...directives()].filter(([, value]) => value !== "'none'");
    expect(Object.fromEntries(open)).toEqual({
      "script-src": `'${HASH}' blob:`,
      "style-src": "'unsafe-inline'",
      "img-src": "data: blob:",
      "media-src": "data: blob:",
      "font-src": "data: blob:",
      "frame-ancestors": "https://rooms.example.test",
      sandbox: "allow-scripts allow-forms",
    });
  });

  test("shuts by name what does not fall back to default-src", () => {
    for (const name of ["default-src", "base-uri", "form-action"])
      expect(directives().get(name)).toBe("'none'");
  });

  test("switches every feature off, and is kept for good", () => {
    const headers = frameHeaders({ origin: "http://localhost:4747", scriptHashes: [HASH, HASH] });
    expect(headers["permissions-policy"]).toMatch(/^(?:[a-z\d-]+=\(\), )+[a-z\d-]+=\(\)$/u);
    expect(headers).toMatchObject({
      "connection-allowlist": "(response-origin)",
      "document-isolation-policy": "isolate-and-require-corp",
      "referrer-policy": "no-referrer",
      "x-dns-prefetch-control": "off",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  test.each([
    "*",
    "https://a.test/",
    "https://a.test; script-src *",
    "https://a.test b.test",
    "file:///x",
    "",
    "null",
  ])("refuses %j as an origin", (origin) => {
    expect(() => frameHeaders({ origin, scriptHashes: [HASH] })).toThrow(/origin|URL/u);
  });

  test.each(["'unsafe-inline'", `${HASH}' *`, "sha256-short="])("refuses %j as a hash", (hash) => {
    expect(() => frameHeaders({ origin: "https://a.test", scriptHashes: [hash] })).toThrow(RangeError);
  });
});
