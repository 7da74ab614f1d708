import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from "node:crypto";

// An authenticator in software, with the browser around it: real keys, real signatures, the formats of WebAuthn
// Level 3. Each thing that a hostile one could say otherwise can be set.

export type Algorithm = "ES256" | "EdDSA" | "RS256";

/** How a ceremony goes; what is left out is as an honest browser does it. */
export interface Ceremony {
  /** The page's origin, as the browser writes it. */
  readonly origin: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly counter?: number;
}

interface Key {
  readonly privateKey: KeyObject;
  readonly algorithm: Algorithm;
  readonly userHandle: string;
  counter: number;
}

interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
  readonly excludeCredentials: readonly { readonly id: string }[];
  readonly pubKeyCredParams: readonly { readonly alg: number }[];
}

interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

export interface AuthenticatorOptions {
  readonly algorithm?: Algorithm;
  /** Whether its counter grows; those of synced passkeys stay 0. */
  readonly counts?: boolean;
}

const COSE = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
const FLAGS = { present: 1, verified: 4, backup: 8 | 16, attested: 64 } as const;

export class Authenticator {
  readonly #algorithm: Algorithm;
  readonly #counts: boolean;
  readonly #keys = new Map<string, Key>();

  constructor(options: AuthenticatorOptions = {}) {
    this.#algorithm = options.algorithm ?? "ES256";
    this.#counts = options.counts ?? false;
  }

  /** The ids of its passkeys, the oldest first. */
  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  /** Another one with the same keys and counters, as a thief copies them. */
  copy(): Authenticator {
    const other = new Authenticator({ algorithm: this.#algorithm, counts: this.#counts });
    for (const [id, key] of this.#keys) other.#keys.set(id, { ...key });
    return other;
  }

  /** What `navigator.credentials.create` gives, in its JSON form. Throws where a passkey is excluded. */
  create(given: object, ceremony: Ceremony): Record<string, unknown> {
    const options = given as CreationOptions;
    if (options.excludeCredentials.some(({ id }) => this.#keys.has(id))) throw new Error("InvalidStateError");
    const { publicKey, privateKey } = makeKeys(this.#algorithm);
    const id = randomBytes(32).toString("base64url");
    const key = { privateKey, algorithm: this.#algorithm, userHandle: options.user.id, counter: 0 };
    this.#keys.set(id, key);
    const credentialId = Buffer.from(id, "base64url");
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([credentialId.length >> 8, credentialId.length & 255]),
      credentialId,
      cosePublicKey(publicKey, this.#algorithm),
    ]);
    const authData = Buffer.concat([this.#data(key, options.rp.id, ceremony, FLAGS.attested), attested]);
    const attestationObject = map([
      [text("fmt"), text("none")],
      [text("attStmt"), map([])],
      [text("authData"), bytes(authData)],
    ]);
    const clientDataJSON = clientData("webauthn.create", options.challenge, ceremony);
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientDataJSON.toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal", "hybrid"],
      },
    };
  }

  /** What `navigator.credentials.get` gives, in its JSON form, by the first passkey that is allowed. */
  get(given: object, ceremony: Ceremony): Record<string, unknown> {
    const options = given as RequestOptions;
    const allowed = options.allowCredentials?.map(({ id }) => id) ?? this.ids;
    return this.answer(allowed.find((id) => this.#keys.has(id)) ?? "", options, ceremony);
  }

  /** The same by a passkey of its own choice, whatever is allowed. */
  answer(id: string, given: object, ceremony: Ceremony): Record<string, unknown> {
    const options = given as RequestOptions;
    const key = this.#keys.get(id);
    if (!key) throw new Error("NotAllowedError");
    if (this.#counts) key.counter += 1;
    const authData = this.#data(key, options.rpId, ceremony, 0);
    const clientDataJSON = clientData("webauthn.get", options.challenge, ceremony);
    const signed = Buffer.concat([authData, hash("sha256", clientDataJSON, "buffer")]);
    const signature = sign(key.algorithm === "EdDSA" ? null : "sha256", signed, key.privateKey);
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientDataJSON.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: key.userHandle,
      },
    };
  }

  /** Authenticator data without its attested part (section 6.1). */
  #data(key: Key, rpId: string, ceremony: Ceremony, more: number): Buffer {
    const { userPresent = true, userVerified = true } = ceremony;
    const flags =
      more | FLAGS.backup | (userPresent ? FLAGS.present : 0) | (userVerified ? FLAGS.verified : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(ceremony.counter ?? key.counter);
    return Buffer.concat([hash("sha256", ceremony.rpId ?? rpId, "buffer"), Buffer.from([flags]), counter]);
  }
}

/** What the browser says of the ceremony (section 5.8.1). */
function clientData(type: string, challenge: string, ceremony: Ceremony): Buffer {
  const { origin, crossOrigin = false } = ceremony;
  const said = {
    type: ceremony.type ?? type,
    challenge: ceremony.challenge ?? challenge,
    origin,
    crossOrigin,
  };
  return Buffer.from(JSON.stringify(said));
}

function makeKeys(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

/** RFC 9053, sections 7.1 and 7.2, and RFC 8230. */
function cosePublicKey(publicKey: KeyObject, algorithm: Algorithm): Buffer {
  const jwk = publicKey.export({ format: "jwk" });
  const part = (name: "x" | "y" | "n" | "e") => bytes(Buffer.from(jwk[name] ?? "", "base64url"));
  const alg: Pair = [int(3), int(COSE[algorithm])];
  if (algorithm === "ES256") {
    return map([[int(1), int(2)], alg, [int(-1), int(1)], [int(-2), part("x")], [int(-3), part("y")]]);
  }
  if (algorithm === "EdDSA") return map([[int(1), int(1)], alg, [int(-1), int(6)], [int(-2), part("x")]]);
  return map([[int(1), int(3)], alg, [int(-1), part("n")], [int(-2), part("e")]]);
}

// CBOR (RFC 8949), as much of it as WebAuthn needs.

type Pair = readonly [key: Buffer, value: Buffer];

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function map(pairs: readonly Pair[]): Buffer {
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
}
