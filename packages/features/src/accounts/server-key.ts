import { createHmac, timingSafeEqual } from "node:crypto";
import type { Store } from "../kernel/context.ts";
import { newSecret } from "../kernel/ids.ts";
import { findServerKey } from "./store.ts";
import { keepServerKeyWrite } from "./writes.ts";

/**
 * A key that the server signs with, made at its first use and the same ever after, also when several
 * processes ask at once. `make` gives another form than 256 random bits in base64url.
 */
export async function serverKey(store: Store, name: string, make: () => string = newSecret): Promise<string> {
  return (
    (await findServerKey(store.read, name)) ??
    (await store.write(keepServerKeyWrite, { name, value: make() }))
  );
}

/** What a browser sends back with each change, so that no other site can make one: bound to its sign-in. */
export function proofFor(key: string, sign_in_hash: string): string {
  return createHmac("sha256", key).update(`proof:${sign_in_hash}`).digest("base64url");
}

/** Whether a proof belongs to this sign-in, compared in constant time. */
export function proofHolds(key: string, sign_in_hash: string, proof: string | undefined): boolean {
  const wanted = Buffer.from(proofFor(key, sign_in_hash));
  const given = Buffer.from(proof ?? "");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
