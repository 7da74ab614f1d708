import { Refusal } from "../kernel/errors.ts";
import { secretHash } from "../kernel/ids.ts";
import { secondsOf } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { addConnection, type NewConnection } from "./connecting.ts";
import { LIFETIMES } from "./policy.ts";

/** What waits for a person's answer, and what the authorization server shall find in it after that. */
export interface Answered {
  kind: "Interaction" | "DeviceCode";
  /** The hash of what the browser or the device holds. */
  id: string;
  answer: Readonly<Record<string, unknown>>;
}

/** A person's yes: the connection, the grant and the answered request are there together or not at all. */
interface LettingIn {
  connection: NewConnection;
  client_id: string;
  grant_id: string;
  /** Names and scopes of the resources that tokens of this grant may be for. */
  resources: Readonly<Record<string, string>>;
  request: Answered;
}

/** The person lets a client in. Answered once, whatever the answer is. */
export const letInWrite = defineWrite("auth.let_in", async (tx, args: LettingIn) => {
  const { connection, client_id, grant_id, resources, request } = args;
  await answerRequest(tx, request, grant_id);
  await addConnection(tx, connection, { kind: "oauth", client_id, grant_id, expires_at: null });
  const iat = secondsOf(tx.now);
  const exp = iat + LIFETIMES.grant;
  const payload = {
    kind: "Grant",
    accountId: connection.person_id,
    clientId: client_id,
    resources,
    iat,
    exp,
  };
  await tx.db
    .insertInto("oidc_items")
    .values({
      kind: "Grant",
      id: secretHash(grant_id),
      payload: JSON.stringify(payload),
      grant_id,
      uid: null,
      user_code: null,
      client_hash: null,
      consumed_at: null,
      answered_at: null,
      expires_at: exp,
    })
    .execute();
  // A registration that acts for somebody has no end.
  await tx.db
    .updateTable("oidc_items")
    .set({ expires_at: null })
    .where("client_hash", "=", secretHash(client_id))
    .execute();
  return {};
});

/** The person turns a client away. */
export const turnAwayWrite = defineWrite("auth.turn_away", async (tx, request: Answered) => {
  await answerRequest(tx, request, null);
  return {};
});

async function answerRequest(tx: WriteTx, request: Answered, grant_id: string | null): Promise<void> {
  const { kind, id, answer } = request;
  const now = secondsOf(tx.now);
  const row = await tx.db
    .selectFrom("oidc_items")
    .select("payload")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  const payload = row && (JSON.parse(row.payload) as { exp: number });
  if (!payload || payload.exp <= now) throw requestOver();
  const answered = await tx.db
    .updateTable("oidc_items")
    .set({ payload: JSON.stringify({ ...payload, ...answer }), grant_id, answered_at: now })
    .where("kind", "=", kind)
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  if (answered.numUpdatedRows === 0n) throw requestOver();
}

/** The answer to a decision about a client's request that nobody can decide here any more. */
export function requestOver(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "This request was decided, has expired, or came to another browser.",
    hint: "Start again from the client.",
  });
}
