import type { Kysely } from "kysely";
import { prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

export const findSignIn = prepareRemembered((db, args: { secret_hash: string }) =>
  db
    .selectFrom("sign_ins")
    .select([
      "person_id",
      "sign_in_id",
      "created_at",
      "expires_at",
      "last_seen_at",
      "confirmed_at",
      "confirmed_hash",
    ])
    .where("secret_hash", "=", args.secret_hash),
);

/** Whether anybody was made yet: set-up works only before. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom("persons").select("person_id").limit(1).executeTakeFirst()) !== undefined;
}

/** Who has this email, with the hash of the password. */
export async function findAccount(db: Db, email_key: string) {
  return await db
    .selectFrom("persons as p")
    .innerJoin("passwords as pw", "pw.person_id", "p.person_id")
    .select(["p.person_id", "p.name", "p.email", "pw.hash"])
    .where("p.email_key", "=", email_key)
    .executeTakeFirst();
}

export async function findPersonByEmail(db: Db, email_key: string) {
  return await db
    .selectFrom("persons")
    .select(["person_id", "name"])
    .where("email_key", "=", email_key)
    .executeTakeFirst();
}

export async function findPasswordHash(db: Db, person_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("passwords")
    .select("hash")
    .where("person_id", "=", person_id)
    .executeTakeFirst();
  return row?.hash;
}

export async function findServerKey(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("server_keys").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** A person's passkeys, the oldest first. */
export async function listPasskeys(db: Db, person_id: string) {
  return await db
    .selectFrom("passkeys")
    .selectAll()
    .where("person_id", "=", person_id)
    .orderBy("created_at")
    .orderBy("passkey_id")
    .execute();
}

export async function findPasskey(db: Db, credential_id: string) {
  return await db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credential_id)
    .executeTakeFirst();
}

export async function hasPasskey(db: Db, person_id: string): Promise<boolean> {
  const row = await db
    .selectFrom("passkeys")
    .select("passkey_id")
    .where("person_id", "=", person_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSecondFactor(db: Db, person_id: string) {
  return await db
    .selectFrom("second_factors")
    .selectAll()
    .where("person_id", "=", person_id)
    .executeTakeFirst();
}

/** Whether the person is asked for a code: one that was begun and never confirmed does not count. */
export async function hasSecondFactor(db: Db, person_id: string): Promise<boolean> {
  const row = await findSecondFactor(db, person_id);
  return row !== undefined && row.confirmed_at !== null;
}

export async function hasRecoveryCode(
  db: Db,
  { person_id, code_hash }: { person_id: string; code_hash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("recovery_codes")
    .select("person_id")
    .where("person_id", "=", person_id)
    .where("code_hash", "=", code_hash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, person_id: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("person_id", "=", person_id)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listIdentities(db: Db, person_id: string) {
  return await db
    .selectFrom("identities")
    .selectAll()
    .where("person_id", "=", person_id)
    .orderBy("linked_at")
    .orderBy("identity_id")
    .execute();
}

/** A person's open sign-ins, the one used last first. */
export async function listSignIns(db: Db, person_id: string, now: string) {
  return await db
    .selectFrom("sign_ins")
    .selectAll()
    .where("person_id", "=", person_id)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .orderBy("sign_in_id")
    .execute();
}

/** A reset link that still works, with whom it is for. */
export async function findOpenReset(db: Db, secret_hash: string, now: string) {
  return await db
    .selectFrom("reset_links as l")
    .innerJoin("persons as p", "p.person_id", "l.person_id")
    .select(["l.person_id", "l.made_by", "l.forgets_factors", "p.name", "p.email"])
    .where("l.secret_hash", "=", secret_hash)
    .where("l.expires_at", ">", now)
    .executeTakeFirst();
}
