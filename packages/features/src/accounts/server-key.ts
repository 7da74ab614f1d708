import { createHmac } from "node:crypto";
import type { Store } from "../kernel/context.ts";
import { newSecret } from "../kernel/ids.ts";
import { sameText } from "./same-text.ts";
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

/**
 * What a browser sends back with each change, so that no other site can make one: bound to its sign-in, and
 * the same when the sign-in gets a new secret, so that open pages go on.
 */
export function proofFor(key: string, sign_in_id: string): string {
  return createHmac("sha256", key).update(`proof:${sign_in_id}`).digest("base64url");
}

/** Whether a proof belongs to this sign-in, compared in constant time. */
export function proofHolds(key: string, sign_in_id: string, proof: string | undefined): boolean {
  return sameText(proofFor(key, sign_in_id), proof ?? "");
}
