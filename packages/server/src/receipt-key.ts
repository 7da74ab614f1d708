import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ports } from "@anteroom/features/kernel/context";
import { CannotOpenError } from "./database/index.ts";
import { writeWhole } from "./write-whole.ts";

const FILE = "receipt-key.pem";

/** A receipt as it is handed out. */
export interface SignedReceipt {
  readonly text: string;
  /** Base64url of the 64 bytes of Ed25519 (RFC 8032) over the text's UTF-8 bytes. */
  readonly signature: string;
  /** Base64url of the key's 32 raw bytes. */
  readonly public_key: string;
}

/**
 * What signs an installation's receipts by the key in its data folder; a folder without one gets one, and none is
 * ever replaced. For the server alone, which holds the folder's lock. @throws CannotOpenError for a key that is none
 */
export function openReceiptKey(folder: string): Ports["signReceipt"] {
  if (!existsSync(join(folder, FILE))) makeKey(folder);
  const key = readKey(folder);
  const public_key = publicKeyOf(key);
  return (text) => ({ signature: sign(null, Buffer.from(text), key).toString("base64url"), public_key });
}

/** The public half of an installation's key. @throws CannotOpenError where there is none */
export function readPublicKey(folder: string): string {
  return publicKeyOf(readKey(folder));
}

/** Whether a receipt's signature is one by the key that it names. */
export function isSigned({ text, signature, public_key }: SignedReceipt): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

function makeKey(folder: string): void {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeWhole(join(folder, FILE), String(privateKey.export({ type: "pkcs8", format: "pem" })));
}

function readKey(folder: string): KeyObject {
  const where = join(folder, FILE);
  try {
    const key = createPrivateKey(readFileSync(where));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new CannotOpenError({ ...MISSING, where });
  }
  throw new CannotOpenError({ ...UNREADABLE, where });
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}

const MISSING = {
  what: "The key that signs receipts is missing from the data folder",
  remedy: "Restore it from a backup of this folder. A server that starts without it makes a new one.",
};
const UNREADABLE = {
  what: "The key that signs receipts cannot be read",
  remedy:
    "Restore it from a backup of this folder. If there is none, move the file away: the server makes a new key, and receipts until now count as another key's.",
};
