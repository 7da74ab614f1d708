import { createHmac, randomBytes } from "node:crypto";
import type { OpenContext, Ports } from "../kernel/context.ts";
import { sameText } from "./same-text.ts";
import { serverKey } from "./server-key.ts";

/** A browser in which somebody signed in before. */
export interface Device {
  readonly person_id: string;
  readonly device_id: string;
}

const KEY = "device";

/**
 * Reads what a browser kept of an earlier sign-in: who signed in there last. It opens nothing; it only tells
 * people from strangers, so that strangers use up nobody's tries. Undefined for what the server did not sign.
 */
export function readDevice(key: string, value: string | undefined): Device | undefined {
  const [person_id = "", device_id = "", signature = "", ...rest] = value?.split(".") ?? [];
  if (rest.length > 0 || !sameText(signatureOf(key, { person_id, device_id }), signature)) return undefined;
  return { person_id, device_id };
}

/** The key by which devices are known, for whoever checks many. */
export async function deviceKey(ports: Pick<Ports, "store">): Promise<string> {
  return await serverKey(ports.store, KEY);
}

/** The device that a call came from, if this person used it before. */
export async function ownDevice(
  context: OpenContext,
  person_id: string | undefined,
): Promise<Device | undefined> {
  const device = readDevice(await deviceKey(context), context.browser.device);
  return device?.person_id === person_id ? device : undefined;
}

/** Lets this browser be known to its person from now on, in place of whoever signed in there before. */
export async function keepDevice(context: OpenContext, person_id: string): Promise<void> {
  const known = await ownDevice(context, person_id);
  const device_id = known?.device_id ?? randomBytes(12).toString("base64url");
  const signature = signatureOf(await deviceKey(context), { person_id, device_id });
  context.browser.keepDevice(`${person_id}.${device_id}.${signature}`);
}

function signatureOf(key: string, { person_id, device_id }: Device): string {
  return createHmac("sha256", key).update(`${person_id}.${device_id}`).digest("base64url");
}
