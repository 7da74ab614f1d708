import { createHmac } from "node:crypto";
import type { Ports, Store } from "../kernel/context.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import { later } from "../kernel/time.ts";
import { sameText } from "./same-text.ts";

/** What a ticket is for; one of another kind opens nothing. */
export type TicketKind =
  | "second_step"
  | "passkey_sign_in"
  | "add_passkey"
  | "confirmation"
  | "approval"
  | "provider";

/** What the server will want to know when the ticket comes back. Whoever holds it can read it. */
export type Claims = Readonly<Record<string, string>>;

/** How a ticket is spent: by its hash, kept until nobody could use it any more. */
export interface Spending {
  readonly ticket_hash: string;
  readonly expires_at: string;
}

export interface Ticket {
  /** 256 random bits in base64url, so that no two tickets are alike. */
  readonly nonce: string;
  readonly claims: Claims;
  readonly spending: Spending;
}

/**
 * Ties the second half of something to its first half without keeping anything: whoever may begin, also a
 * stranger, writes nothing to the disk. Signed, and bound to its kind and its end; works once (spendTicket).
 */
export async function issueTicket(
  ports: Pick<Ports, "store">,
  wanted: { readonly kind: TicketKind; readonly seconds: number; readonly claims?: Claims },
): Promise<{ text: string; ticket: Ticket }> {
  const { kind, seconds, claims = {} } = wanted;
  const expires_at = later(new Date().toISOString(), seconds);
  const nonce = newSecret();
  const body = Buffer.from(JSON.stringify({ nonce, expires_at, claims })).toString("base64url");
  const text = `${body}.${sign(ports, kind, body)}`;
  return { text, ticket: { nonce, claims, spending: { ticket_hash: secretHash(text), expires_at } } };
}

/** What a ticket says, or undefined for one that is over, of another kind, or not of this server. */
export async function readTicket(
  ports: Pick<Ports, "store">,
  kind: TicketKind,
  text: string,
): Promise<Ticket | undefined> {
  const [body = "", signature = "", ...rest] = text.split(".");
  if (rest.length > 0 || !sameText(sign(ports, kind, body), signature)) return undefined;
  const { nonce, expires_at, claims } = JSON.parse(Buffer.from(body, "base64url").toString()) as {
    nonce: string;
    expires_at: string;
    claims: Claims;
  };
  if (Date.parse(expires_at) <= Date.now()) return undefined;
  return { nonce, claims, spending: { ticket_hash: secretHash(text), expires_at } };
}

/**
 * Kept by the process that serves the store, in memory alone: who reads the data folder, or a copy of it, can make
 * no ticket, and so use no passkey's answer again that is kept there. What a restart interrupts is begun anew.
 */
const keys = new WeakMap<Store, string>();

function sign({ store }: Pick<Ports, "store">, kind: TicketKind, body: string): string {
  const key = keys.get(store) ?? newSecret();
  keys.set(store, key);
  return createHmac("sha256", key).update(`${kind}:${body}`).digest("base64url");
}
