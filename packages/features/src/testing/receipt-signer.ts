import { generateKeyPairSync, sign } from "node:crypto";
import type { Ports } from "../kernel/context.ts";

/** Signs receipts by a key of its own, as an installation does. */
export function receiptSigner(): Ports["signReceipt"] {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const public_key = publicKey.export({ format: "jwk" }).x ?? "";
  return (text) => ({
    signature: sign(null, Buffer.from(text), privateKey).toString("base64url"),
    public_key,
  });
}
