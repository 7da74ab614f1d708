import { isIP } from "node:net";
import type { Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { LIFETIMES } from "./policy.ts";
import type { PasskeyRow } from "./tables.ts";

// Loaded at the first passkey: the library would take a sixth of the server's start.
const library = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

/** EdDSA, ES256 and RS256, by their COSE numbers: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** No part of an answer is longer, in characters of base64url; RSA keys come to a quarter of it. */
const LONGEST_PART = 8192;
const LONGEST_ID = 1400;

/** What the browser sends, before anything in it is believed. */
export type Credential = Readonly<Record<string, unknown>>;

export interface Rules {
  /** Base64url of the bytes that had to be signed. */
  readonly challenge: string;
}

export interface NewPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A passkey's signed answer, in the parts that prove it. */
export interface Assertion {
  readonly credential_id: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/**
 * The name under which passkeys are made and used: our host. Undefined where there is none, since an IP address
 * cannot be one (WebAuthn Level 3, section 5.1.2).
 */
export function relyingParty({ origin }: Pick<Ports, "origin">): string | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[(.*)\]$/u, "$1")) === 0 ? hostname : undefined;
}

function demandParty(ports: Pick<Ports, "origin">): string {
  const id = relyingParty(ports);
  if (id !== undefined) return id;
  throw new Refusal({
    code: "conflict_state",
    message: "Passkeys need a server that is known by a name, and this one is known by an IP address.",
    hint: "Whoever runs the server sets ANTEROOM_PUBLIC_URL to an address with a name.",
  });
}

/** What the browser needs in order to make a passkey. @throws Refusal `conflict_state` where none can be */
export async function creationOptions(
  ports: Pick<Ports, "origin">,
  wanted: Rules & {
    readonly person: { readonly person_id: string; readonly name: string; readonly email: string };
    readonly known: readonly PasskeyRow[];
  },
): Promise<Record<string, unknown>> {
  const rpID = demandParty(ports);
  const { generateRegistrationOptions } = await library();
  const { person } = wanted;
  const options = await generateRegistrationOptions({
    rpName: "Anteroom",
    rpID,
    userID: new Uint8Array(Buffer.from(person.person_id)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: bytesOf(wanted.challenge),
    timeout: LIFETIMES.ticket * 1000,
    attestationType: "none",
    excludeCredentials: wanted.known.map(descriptor),
    // A passkey is a whole sign-in and decides what runs, so it is found without an email, and each use of it
    // verifies the person: one that cannot do that would later stand in the way of every approval.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** What the browser needs in order to ask a passkey: one of these, or with `allowed` absent any of this server. */
export async function requestOptions(
  ports: Pick<Ports, "origin">,
  wanted: Rules & { readonly allowed?: readonly PasskeyRow[] },
): Promise<Record<string, unknown>> {
  const rpID = demandParty(ports);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(wanted.challenge),
    timeout: LIFETIMES.ticket * 1000,
    userVerification: "required",
    ...(wanted.allowed && { allowCredentials: wanted.allowed.map(descriptor) }),
  });
  return { ...options };
}

/** The passkey that a browser made. @throws Refusal `wrong_credentials` for an answer that does not hold */
export async function readCreation(
  ports: Pick<Ports, "origin">,
  credential: Credential,
  rules: Rules,
): Promise<NewPasskey> {
  const read = new Reader(credential);
  const clientDataJSON = read.part("clientDataJSON");
  const attestationObject = read.part("attestationObject");
  return await holding(async () => {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...read.head(),
        response: { clientDataJSON, attestationObject: await withoutAttestation(attestationObject) },
      },
      expectedChallenge: rules.challenge,
      expectedOrigin: ports.origin,
      expectedRPID: demandParty(ports),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const made = registrationInfo?.credential;
    if (!verified || !made || isCrossOrigin(clientDataJSON)) return undefined;
    return {
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey).toString("base64url"),
      counter: made.counter,
      transports: read.transports(),
    };
  });
}

/** The id of the passkey that says it answered. */
export function credentialIdOf(credential: Credential): string {
  return new Reader(credential).head().id;
}

type AnsweringPasskey = Pick<PasskeyRow, "credential_id" | "public_key" | "counter" | "person_id">;

/**
 * Checks a passkey's answer: signed by this passkey, over this challenge, on our own page, by a verified person.
 * Returns its parts, and the counter that the write holds against the last one.
 * @throws Refusal `wrong_credentials`
 */
export async function readAssertion(
  ports: Pick<Ports, "origin">,
  credential: Credential,
  rules: Rules & { readonly passkey: AnsweringPasskey },
): Promise<{ assertion: Assertion; counter: number }> {
  const read = new Reader(credential);
  const { passkey } = rules;
  const parts = {
    authenticatorData: read.part("authenticatorData"),
    clientDataJSON: read.part("clientDataJSON"),
    signature: read.part("signature"),
  };
  return await holding(async () => {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...read.head(), response: parts },
      expectedChallenge: rules.challenge,
      expectedOrigin: ports.origin,
      expectedRPID: demandParty(ports),
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: bytesOf(passkey.public_key),
        counter: passkey.counter,
      },
    });
    const own = read.userHandle(passkey.person_id) && read.head().id === passkey.credential_id;
    if (!verified || !own || isCrossOrigin(parts.clientDataJSON)) return undefined;
    const assertion = { credential_id: passkey.credential_id, ...parts };
    return { assertion, counter: authenticationInfo.newCounter };
  });
}

/** A passkey's answer as it was kept, with all that checking it needs. */
export interface KeptAssertion {
  readonly origin: string;
  readonly passkey: Pick<PasskeyRow, "credential_id" | "public_key">;
  readonly response: Credential;
}

/** Whether a kept answer is one of its passkey to this challenge on a page of its origin, as when it was given. */
export async function keptAssertionHolds(kept: KeptAssertion, challenge: string): Promise<boolean> {
  const { origin, response } = kept;
  const { credential_id: id, public_key } = kept.passkey;
  // Whose it was and how often it had answered was held against the database when it was given.
  const passkey = { credential_id: id, public_key, person_id: "", counter: 0 };
  const { authenticatorData, clientDataJSON, signature } = response;
  const answer = { id, response: { authenticatorData, clientDataJSON, signature } };
  return await readAssertion({ origin }, answer, { challenge, passkey }).then(
    () => true,
    () => false,
  );
}

/** The answer to a passkey's answer that does not hold; which part of it does not is nobody's business. */
export function wrongPasskey(): Refusal {
  return new Refusal({
    code: "wrong_credentials",
    message: "This passkey's answer does not hold here.",
    hint: "Try again, or use another way.",
  });
}

/** The library throws for whatever does not hold, and so do the parsers below it. */
async function holding<T>(check: () => Promise<T | undefined>): Promise<T> {
  const held = await check().catch(() => undefined);
  if (held === undefined) throw wrongPasskey();
  return held;
}

/**
 * What an authenticator says about its own make is left away, as we ask of it ("none"): it would bring parsers
 * of certificates, which even fetch, to what strangers send.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await helpers();
  const authData = decodeAttestationObject(bytesOf(attestationObject)).get("authData");
  const bare = new Map<string, Uint8Array | string | Map<string, never>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, never>()],
    ["authData", authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString("base64url");
}

/** Our pages cannot be framed, so no answer comes out of another site's frame. */
function isCrossOrigin(clientDataJSON: string): boolean {
  const said = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { crossOrigin?: unknown };
  return said.crossOrigin !== undefined && said.crossOrigin !== false;
}

function descriptor({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, transports: JSON.parse(transports) as string[] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

/** Takes from a browser's answer only what is looked at, each in its form. */
class Reader {
  readonly #credential: Credential;
  readonly #response: Credential;

  constructor(credential: Credential) {
    const { response } = credential;
    this.#credential = credential;
    this.#response = typeof response === "object" && response !== null ? (response as Credential) : {};
  }

  head() {
    const id = readBytes(this.#credential["id"], LONGEST_ID);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  }

  part(name: string): string {
    return readBytes(this.#response[name], LONGEST_PART);
  }

  /** Whether a passkey that names its person names this one; it does where it was found without an email. */
  userHandle(person_id: string): boolean {
    const { userHandle } = this.#response;
    return userHandle === undefined || userHandle === null || userHandle === encoded(person_id);
  }

  transports(): string[] {
    const { transports } = this.#response;
    const known = Array.isArray(transports) ? (transports as unknown[]).slice(0, 8) : [];
    return known.filter((one): one is string => typeof one === "string" && /^[a-z-]{1,32}$/u.test(one));
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function readBytes(value: unknown, longest: number): string {
  if (typeof value === "string" && value.length <= longest && /^[\w-]+$/u.test(value)) return value;
  throw wrongPasskey();
}
