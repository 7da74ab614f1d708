import { hash, randomBytes } from "node:crypto";

/** Kinds of things that have ids, with the prefix each id begins with (wire/ours.md). */
const PREFIXES = {
  workspace: "ws",
  person: "pers",
  project: "proj",
  room: "room",
  proposal: "prop",
  app: "app",
  connection: "conn",
  event: "evt",
  invitation: "inv",
  sign_in: "sin",
  passkey: "key",
  identity: "idn",
  task: "task",
  comment: "cmt",
  reply: "rpl",
  backup: "bak",
  request: "req",
} as const;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new opaque id with 125 random bits; ids carry no order, so none can be guessed from another. */
export function newId(kind: keyof typeof PREFIXES): string {
  const bytes = randomBytes(25);
  let text = "";
  for (const byte of bytes) text += ALPHABET[byte & 31];
  return `${PREFIXES[kind]}_${text}`;
}

/** A new secret of 256 random bits in base64url; only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored instead of a secret: sha256 in hex. Secrets are random, so no salt is needed. */
export function secretHash(secret: string): string {
  return hash("sha256", secret);
}
