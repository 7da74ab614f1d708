import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

function fromBase32(text: string): Buffer {
  const bits = Array.from(text.replace(/=+$/, ""), (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An app on a phone that was given a secret: it shows a new code every 30 seconds (RFC 6238). */
export class AuthenticatorApp {
  readonly #secret: Buffer;

  /** As it reads the QR code. */
  constructor(uri: string) {
    const address = new URL(uri);
    if (address.protocol !== "otpauth:") throw new Error(`No authenticator reads ${address.protocol}`);
    this.#secret = fromBase32(address.searchParams.get("secret") ?? "");
  }

  /** The code that it shows now, or so many steps of 30 seconds later. */
  code(later = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
    const mac = createHmac("sha1", this.#secret).update(counter).digest();
    const at = mac[mac.length - 1]! & 0x0f;
    return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
  }
}
