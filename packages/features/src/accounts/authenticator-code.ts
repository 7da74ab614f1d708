import { createCipheriv, createDecipheriv, randomBytes, randomInt } from "node:crypto";
import type { Ports } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import type { CodeUse } from "./evidence.ts";
import { serverKey } from "./server-key.ts";
import { findSecondFactor, hasRecoveryCode } from "./store.ts";
import type { SecondFactorRow } from "./tables.ts";

// Loaded when somebody has a second factor: few starts need it.
const library = () => import("otpauth");

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, steps of 30 seconds. */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A clock may be off by one step. */
const STEPS_OFF = 1;

const RECOVERY_CODES = 10;
/** Without the letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A new secret, as shown to the person and as kept. */
export async function newAuthenticator(
  ports: Pick<Ports, "store" | "origin">,
  person: { readonly person_id: string; readonly email: string },
): Promise<{ secret: string; uri: string; sealed_secret: string }> {
  const { Secret, TOTP } = await library();
  const secret = new Secret({ size: SECRET_BYTES });
  const issuer = `Anteroom ${new URL(ports.origin).hostname}`;
  const uri = new TOTP({ issuer, label: person.email, secret, period: PERIOD_SECONDS }).toString();
  const sealed_secret = seal(await sealingKey(ports), person.person_id, secret.base32);
  return { secret: secret.base32, uri, sealed_secret };
}

/**
 * What a code that a person typed is, checked against the row: a time step of the authenticator app that was not
 * used yet, or a recovery code. Undefined for a wrong one; the write takes a right one, once.
 */
export async function readCode(
  ports: Pick<Ports, "store">,
  person_id: string,
  typed: string,
): Promise<CodeUse | undefined> {
  const code = typed.replaceAll(/[\s-]/gu, "").toLowerCase();
  const factor = await findSecondFactor(ports.store.read, person_id);
  if (!factor) return undefined;
  if (/^\d{6}$/u.test(code)) {
    const step = await stepOf(ports, factor, code);
    return step === undefined ? undefined : { step };
  }
  const code_hash = recoveryHash(person_id, code);
  return (await hasRecoveryCode(ports.store.read, { person_id, code_hash })) ? { code_hash } : undefined;
}

async function stepOf(
  ports: Pick<Ports, "store">,
  factor: SecondFactorRow,
  code: string,
): Promise<number | undefined> {
  const { Secret, TOTP } = await library();
  const base32 = unseal(await sealingKey(ports), factor.person_id, factor.sealed_secret);
  const now = Math.floor(Date.now() / 1000 / PERIOD_SECONDS);
  const off = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(base32),
    period: PERIOD_SECONDS,
    timestamp: now * PERIOD_SECONDS * 1000,
    window: STEPS_OFF,
  });
  return off === null || now + off <= factor.last_step ? undefined : now + off;
}

/** New recovery codes: as shown once to the person, and as kept. Each has 79 random bits, so its hash needs no salt of its own. */
export function newRecoveryCodes(person_id: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const groups = Array.from({ length: 4 }, () => Array.from({ length: 4 }, randomLetter).join(""));
    return groups.join("-");
  });
  return { codes, hashes: codes.map((code) => recoveryHash(person_id, code.replaceAll("-", ""))) };
}

function randomLetter(): string {
  return ALPHABET.charAt(randomInt(ALPHABET.length));
}

function recoveryHash(person_id: string, code: string): string {
  return secretHash(`${person_id}:${code}`);
}

async function sealingKey(ports: Pick<Ports, "store">): Promise<Buffer> {
  return Buffer.from(await serverKey(ports.store, "second-factor"), "base64url");
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM, bound to the person. The key lies in the same database, since the server must read the secret by
 * itself at every start: whoever has the whole data folder has both. It protects where one table gets out alone
 * (an export, a query that says too much), and a row that is moved to another person does not open.
 */
function seal(key: Buffer, person_id: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(person_id));
  const sealed = [nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64url");
}

/** @throws Error for what was not sealed with this key for this person */
function unseal(key: Buffer, person_id: string, text: string): string {
  const sealed = Buffer.from(text, "base64url");
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(person_id)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const secret = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([secret, decipher.final()]).toString("utf8");
}
