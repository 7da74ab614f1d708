import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CannotOpenError } from "./database/index.ts";
import { temporaryFolder } from "./database/testing/temporary-folder.fixture.ts";
import { isSigned, openReceiptKey, readPublicKey } from "./receipt-key.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

const file = () => join(folder.path, "receipt-key.pem");

test("a data folder gets one key, for its owner's eyes only, and keeps it", () => {
  const first = openReceiptKey(folder.path)("a receipt");
  expect(readdirSync(folder.path)).toEqual(["receipt-key.pem"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const kept = readFileSync(file());
  // Ed25519 has one signature for a text.
  expect(openReceiptKey(folder.path)("a receipt")).toEqual(first);
  expect(readFileSync(file())).toEqual(kept);
  expect(readPublicKey(folder.path)).toBe(first.public_key);
  expect(Buffer.from(first.public_key, "base64url")).toHaveLength(32);
});

test("a start that ended while the key was made begins anew", () => {
  writeFileSync(join(folder.path, "receipt-key.pem.new"), "-----BEGIN");
  expect(openReceiptKey(folder.path)("a receipt").public_key).toBe(readPublicKey(folder.path));
});

describe("a signature", () => {
  test("holds for its text and its key alone", () => {
    const receipt = { text: "Ünderstood", ...openReceiptKey(folder.path)("Ünderstood") };
    rmSync(file());
    const other = openReceiptKey(folder.path)("Ünderstood");
    expect(isSigned(receipt)).toBe(true);
    expect(isSigned({ ...receipt, text: "Understood" })).toBe(false);
    expect(isSigned({ ...receipt, public_key: other.public_key })).toBe(false);
    expect(isSigned({ ...receipt, signature: other.signature })).toBe(false);
  });

  test.each(["", "AAAA", "no key", "é"])("by %j as a key or a signature holds for nothing", (odd) => {
    const receipt = { text: "text", ...openReceiptKey(folder.path)("text") };
    expect(isSigned({ ...receipt, public_key: odd })).toBe(false);
    expect(isSigned({ ...receipt, signature: odd })).toBe(false);
  });
});

describe("a key that cannot sign is told to the operator and left as it is:", () => {
  const pem = { type: "pkcs8", format: "pem" } as const;
  test.each([
    ["nothing", ""],
    ["no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
    ["another kind", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export(pem)],
    ["half a pair", generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" })],
  ])("%s", (_, content) => {
    writeFileSync(file(), content);
    expect(() => openReceiptKey(folder.path)).toThrow(CannotOpenError);
    expect(() => openReceiptKey(folder.path)).toThrow(`cannot be read: ${file()}`);
    expect(readFileSync(file(), "utf8")).toBe(content);
  });

  test("a missing one, for who only reads", () => {
    expect(() => readPublicKey(folder.path)).toThrow("is missing");
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
