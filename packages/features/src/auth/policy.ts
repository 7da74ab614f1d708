import { hash } from "node:crypto";
import { codePoints, utf8Bytes } from "@anteroom/app-format";
import { Refusal } from "../kernel/errors.ts";
import { type Scope, SCOPES } from "../kernel/operation.ts";

/** Where clients call; tokens are issued for this address and for nothing else. */
export const MCP_PATH = "/api/v1/external-mcp";

const DAY = 86_400;
/** How long things last, in seconds. */
export const LIFETIMES = {
  sign_in: 30 * DAY,
  api_token: 90 * DAY,
  access_token: 3600,
  refresh_token: 30 * DAY,
  code: 60,
  /** From the client's request to the person's decision; signing in happens in between. */
  consent: 3600,
  /** Within it, every use of one refresh token gets a successor: clients refresh in parallel and retry. */
  refresh_grace: 30,
  /** A grant ends with its connection, so its own end lies out of sight. */
  grant: 3650 * DAY,
} as const;

const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD_BYTES = 1024;
const LONGEST_CLIENT_NAME = 100;
const LONGEST_USER_AGENT = 256;

/** The one resource that tokens are for (RFC 8707, RFC 9728). */
export function resourceOf(origin: string): string {
  return origin + MCP_PATH;
}

/** Where the description of that resource is, for `WWW-Authenticate` (RFC 9728, section 5.1). */
export function resourceMetadataOf(origin: string): string {
  return `${origin}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/** What is stored instead of a secret: sha256 in hex. Secrets are random, so no salt is needed. */
export function secretHash(secret: string): string {
  return hash("sha256", secret);
}

/** The time `seconds` after an RFC 3339 time. */
export function later(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString();
}

/** An RFC 3339 time in whole seconds since 1970, as OAuth counts. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** An email as compared. */
export function emailKey(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}

/** An email as written and as compared; throws `invalid_arguments` for what cannot be one. */
export function readEmail(text: string): { email: string; email_key: string } {
  const email = text.trim().normalize("NFC");
  const [local = "", domain = "", ...rest] = email.split("@");
  const sane =
    rest.length === 0 &&
    codePoints(email) <= 254 &&
    /^[^\s\p{C}"(),:;<>[\\\]]{1,64}$/u.test(local) &&
    /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u.test(domain);
  if (!sane) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "This is not an email address.",
      where: "email",
      hint: "Write it like name@example.test.",
    });
  }
  return { email, email_key: emailKey(email) };
}

/** Refuses a new password that is too short or too long; length is the only rule. */
export function checkNewPassword(password: string): void {
  if (codePoints(password) < SHORTEST_PASSWORD) {
    throw new Refusal({
      code: "invalid_arguments",
      message: `The password is too short: it needs at least ${SHORTEST_PASSWORD} characters.`,
      where: "password",
      hint: "A few words that you can remember make a good one.",
    });
  }
  if (!mayBePassword(password)) {
    throw new Refusal({
      code: "invalid_arguments",
      message: `The password is too long: at most ${LONGEST_PASSWORD_BYTES} bytes are allowed.`,
      where: "password",
    });
  }
}

/** False for what is too long to be anybody's password, so that nobody makes the server hash it. */
export function mayBePassword(password: string): boolean {
  return utf8Bytes(password) <= LONGEST_PASSWORD_BYTES;
}

/** The scopes of ours among space-separated ones, each once; others are dropped. */
export function readScopes(text: string): Scope[] {
  const asked = text.split(" ");
  return SCOPES.filter((scope) => asked.includes(scope));
}

/** A client's own name, made fit for one line on the consent page and under Connected. */
export function cleanClientName(name: unknown): string {
  return oneLine(name, LONGEST_CLIENT_NAME) || "A client without a name";
}

/** What a browser says it is, made fit for a list of sign-ins. */
export function cleanUserAgent(text: string): string {
  return oneLine(text, LONGEST_USER_AGENT);
}

/** Invisible and direction-changing characters become spaces: a name must not pose as other text. */
function oneLine(text: unknown, longest: number): string {
  if (typeof text !== "string") return "";
  const plain = text.slice(0, longest * 8).replaceAll(/[\p{C}\p{Z}]+/gu, " ");
  return Array.from(plain.normalize("NFC").trim()).slice(0, longest).join("").trim();
}

/**
 * Whether what was used at `consumed_at` counts as unused at `now`, both in seconds: a refresh token does for
 * a moment, since clients refresh in parallel and retry when an answer was lost.
 */
export function isUsableAgain(kind: string, consumed_at: number, now: number): boolean {
  return kind === "RefreshToken" && now < consumed_at + LIFETIMES.refresh_grace;
}
