import Provider, { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Ports, Store } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import { endClientWrite, endGrantWrite } from "./ending.ts";
import { consumeOidcItemWrite, removeOidcItemWrite, saveOidcItemWrite } from "./oidc-writes.ts";
import { isUsableAgain, LIFETIMES } from "./policy.ts";
import { findOidcItem } from "./store.ts";

/**
 * Where the authorization server keeps its objects: our table, changed by named writes. An object's id is
 * what its holder presents, so only the id's hash is stored, and the id is put back when it is found by it.
 */
export function oidcAdapter(ports: Pick<Ports, "store" | "origin">): (kind: string) => Adapter {
  return (kind) => (kind === "Session" ? NOTHING : new StoredItems(ports, kind));
}

class StoredItems implements Adapter {
  readonly #store: Store;
  readonly #origin: string;
  readonly #kind: string;

  constructor({ store, origin }: Pick<Ports, "store" | "origin">, kind: string) {
    this.#store = store;
    this.#origin = origin;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _jti, returnTo: _returnTo, userCode, ...rest } = payload;
    if (rest.client_secret !== undefined) rest.client_secret = secretHash(rest.client_secret);
    await this.#store.write(saveOidcItemWrite, {
      ...this.#key(id),
      payload: JSON.stringify(rest),
      grant_id: payload.grantId ?? null,
      user_code: userCode === undefined ? null : secretHash(userCode),
      client_hash: this.#registrationOf(id, payload),
      lasts: this.#lasts(expiresIn),
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await findOidcItem(this.#store.read, this.#key(id));
    const now = Date.now() / 1000;
    if (!row || (row.expires_at !== null && row.expires_at <= now)) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    if (this.#kind !== "Client") payload.jti = id;
    if (this.#kind === "Interaction") payload.returnTo = `${this.#origin}/authorize/${id}`;
    if (row.consumed_at !== null && !isUsableAgain(this.#kind, row.consumed_at, now)) {
      payload.consumed = row.consumed_at;
    }
    return payload;
  }

  async consume(id: string): Promise<void> {
    const usable = await this.#store.write(consumeOidcItemWrite, this.#key(id));
    if (!usable) throw new errors.InvalidGrant("used before");
  }

  async destroy(id: string): Promise<void> {
    if (this.#kind === "Client") return void (await this.#store.write(endClientWrite, { client_id: id }));
    if (this.#kind === "Grant") {
      // Clients give grants back at /revoke; at /token a grant ends because something used up came back.
      const reused = Provider.ctx?.oidc.route === "token";
      return void (await this.#store.write(endGrantWrite, { grant_id: id, reused }));
    }
    const removed = await this.#store.write(removeOidcItemWrite, this.#key(id));
    // A browser that comes back twice at once with one decision would get two codes for it.
    if (!removed && this.#kind === "Interaction") throw new errors.SessionNotFound("answered before");
  }

  /** The grant itself always ends too, and takes all that came of it along. */
  async revokeByGrantId(): Promise<void> {}

  /** Only sign-ins and the stock pages of the device grant would ask for these; neither is kept here. */
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}

  #key(id: string) {
    return { kind: this.#kind, id: secretHash(id) };
  }

  #lasts(expiresIn: number | undefined): number | null {
    if (this.#kind === "Client" || this.#kind === "RegistrationAccessToken") {
      return LIFETIMES.unused_registration;
    }
    // A device that asks too late is told so, and not that there never was such a request.
    if (this.#kind === "DeviceCode") return LIFETIMES.device + LIFETIMES.device_told;
    return expiresIn ?? null;
  }

  #registrationOf(id: string, { clientId }: AdapterPayload): string | null {
    if (this.#kind === "Client") return secretHash(id);
    return this.#kind === "RegistrationAccessToken" && clientId !== undefined ? secretHash(clientId) : null;
  }
}

/**
 * People sign in with our own cookie, so the authorization server's sign-ins are never kept: each request of
 * a client starts without one, and is answered by a person whom we know.
 */
const NOTHING: Adapter = {
  async upsert() {},
  async find() {},
  async findByUid() {},
  async findByUserCode() {},
  async consume() {},
  async destroy() {},
  async revokeByGrantId() {},
};
