import type { Kysely } from "kysely";
import { prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

export const findSignIn = prepareRemembered((db, args: { secret_hash: string }) =>
  db
    .selectFrom("sign_ins")
    .select(["person_id", "expires_at", "confirmed_at"])
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

export async function findServerKey(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("server_keys").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}
