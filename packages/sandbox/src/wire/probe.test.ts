import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { PROBE, readLayers } from "./probe.ts";

const ORIGIN = "https://rooms.example.test";

test("the probe's policy lets in its own script and its one request, and the allowlist not even that", () => {
  const [, script = ""] = /<script>(.*)<\/script>/su.exec(PROBE.html) ?? [];
  const headers = PROBE.headers(ORIGIN);
  expect(headers["content-security-policy"]?.split("; ")).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${hash("sha256", script, "base64")}'`,
    `connect-src ${ORIGIN}/rt/probe.html`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ORIGIN}`,
    "sandbox allow-scripts",
  ]);
  expect(headers["connection-allowlist"]).toBe("()");
  const lent = headers["permissions-policy"]?.split(", ").filter((one) => !one.endsWith("=()"));
  expect(lent).toEqual(["cross-origin-isolated=*"]);
});

test("it is made for a bare origin", () => {
  expect(() => PROBE.headers(`${ORIGIN}; script-src *`)).toThrow(/origin|URL/u);
});

test.each([undefined, "layers", { type: "layers" }, { type: "layers", network: 1, processes: true }])(
  "%j is no word of the probe",
  (value) => {
    expect(readLayers(value)).toBeUndefined();
  },
);
