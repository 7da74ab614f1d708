import { codePoints, utf8Bytes } from "@anteroom/app-format";
import { Refusal } from "../kernel/errors.ts";
import { oneLine } from "../kernel/one-line.ts";
import { isWithin, later } from "../kernel/time.ts";

const DAY = 86_400;
/** How long things last, in seconds. */
export const LIFETIMES = {
  sign_in: 30 * DAY,
  /** For so long after a sign-in or a confirmation dangerous acts need no further one. */
  confirmation: 10 * 60,
  /** How exactly it is known when a sign-in was last used. */
  seen: 10 * 60,
  /** Between the two halves of what needs a ticket. */
  ticket: 5 * 60,
  /** The same where the browser offers passkeys in a field for as long as the page stands open. */
  offered_ticket: 60 * 60,
  reset_link: DAY,
} as const;

const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD_BYTES = 1024;
const LONGEST_USER_AGENT = 256;

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

/** What a browser says it is, made fit for a list of sign-ins. */
export function cleanUserAgent(text: string): string {
  return oneLine(text, LONGEST_USER_AGENT);
}

/** Whether a person who proved to be there at `confirmed_at` (RFC 3339) need not do so again yet. */
export function isConfirmed(confirmed_at: string): boolean {
  return isWithin(confirmed_at, LIFETIMES.confirmation, Date.now());
}

/** Until when a person who proved to be there at `confirmed_at` (RFC 3339) need not do so again. */
export function confirmedUntil(confirmed_at: string): string {
  return later(confirmed_at, LIFETIMES.confirmation);
}
