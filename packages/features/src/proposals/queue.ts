import { bind, type PersonContext } from "../kernel/context.ts";
import * as store from "./queue-store.ts";
import * as contract from "./review-contract.ts";

const DECIDED_SHOWN = 10;
const YOURS_SHOWN = 50;

async function listNeedsApproval(context: PersonContext) {
  const { person_id } = context.principal;
  const db = context.store.read;
  const [waiting, decided, yours] = await Promise.all([
    store.listWaiting(db, person_id),
    store.listDecided(db, person_id, DECIDED_SHOWN),
    store.listOwnElsewhere(db, person_id, YOURS_SHOWN),
  ]);
  return {
    waiting: waiting.map((row) => ({
      ...queueRow(context, row),
      ...(row.app_id !== null &&
        row.app_name !== null &&
        row.app_revision !== null && {
          updates: { instance_id: row.app_id, name: row.app_name, revision: row.app_revision },
        }),
      ...(row.answered !== null && {
        answers: { proposal_id: row.answered, comments_count: row.comments_count ?? 0 },
      }),
    })),
    decided: decided.map((row) => ({ ...queueRow(context, row), ...decisionOf(row) })),
    yours: yours.map((row) => ({ ...queueRow(context, row), ...decisionOf(row) })),
  };
}

type Shown = Awaited<ReturnType<typeof store.listOwnElsewhere>>[number];

function queueRow(context: PersonContext, row: Omit<Shown, "decided_at" | "reason">) {
  return {
    proposal_id: row.proposal_id,
    name: row.name,
    state: row.state,
    revision: row.revision,
    room: { room_id: row.room_id, name: row.room_name },
    client_name: row.client_name,
    person_name: row.person_name,
    files_count: row.files_count,
    bytes: row.bytes,
    findings_count: row.findings_count,
    created_at: row.created_at,
    waiting: row.state === "pending" && context.heldCalls(row.proposal_id) > 0,
  };
}

function decisionOf({ decided_at, reason }: Pick<Shown, "decided_at" | "reason">) {
  return { ...(decided_at !== null && { decided_at }), ...(reason !== null && { reason }) };
}

export const queueBounds = [bind(contract.listNeedsApproval, listNeedsApproval)];
