import { appendEvent } from "../events/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { later, secondsOf } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { type AppRow, type OnApp, reachStandingApp } from "../rooms/index.ts";
import { actorOf, reachResource } from "../workspaces/index.ts";
import { lastPosition, listSentSince } from "./request-store.ts";
import { findProposal } from "./store.ts";
import type { AppRequestRow } from "./tables.ts";

/** What one person may send about one app. */
const MOST_AN_HOUR = 20;
const HOUR_SECONDS = 3600;

export interface SendArgs extends OnApp, Pick<AppRequestRow, "kind" | "body"> {}

/**
 * Keeps what a member asks of the agent of an app, or tells it of a failure: for the agents of the person who
 * proposed what the app runs now, as words of that member. Throws `not_found` for who does not see the app,
 * `conflict_state` where nobody would read it, `rate_limited` for too many in an hour.
 */
export const sendToAgentWrite = defineWrite(
  "proposals.send_to_agent",
  async (tx, args: SendArgs): Promise<{ request_id: string }> => {
    const { kind, body, principal } = args;
    const { app, room } = await reachStandingApp(tx.db, args);
    const proposal = await findProposal(tx.db, app.workspace_id, app.proposal_id);
    if (!proposal) throw notFound("app");
    const { workspace_id, proposal_id, person_id: reader } = proposal;
    const stays = await reachResource(tx.db, { kind: "person", person_id: reader }, app.room_id);
    if (!stays) throw nobodyReads();
    await refuseTooMany(tx, app, principal.person_id);
    const actor = { ...(await actorOf(tx, principal.person_id)), kind: "person" } as const;
    const request_id = newId("request");
    const { room_id, instance_id, name } = app;
    await tx.db
      .insertInto("app_requests")
      .values({
        workspace_id,
        request_id,
        room_id,
        instance_id,
        proposal_id,
        position: (await lastPosition(tx.db, proposal)) + 1,
        kind,
        body,
        person_id: actor.id,
        person_name: actor.name,
        created_at: tx.now,
      })
      .execute();
    await appendEvent(tx, {
      workspace_id,
      resource_id: room.resource_id,
      actor,
      private_to: reader,
      type: "app.feedback",
      data: { instance_id, name, proposal_id, request_id, kind, body, by: { name: actor.name } },
    });
    return { request_id };
  },
);

async function refuseTooMany(tx: WriteTx, app: AppRow, person_id: string): Promise<void> {
  const { workspace_id, instance_id } = app;
  const since = later(tx.now, -HOUR_SECONDS);
  const sent = await listSentSince(tx.db, { workspace_id, instance_id, person_id }, since);
  const oldest = sent.at(-MOST_AN_HOUR);
  if (oldest === undefined) return;
  throw new Refusal({
    code: "rate_limited",
    message: `One person may send ${MOST_AN_HOUR} messages about an app in an hour.`,
    hint: "Wait, then send the rest in one.",
    // One that lies ahead was sent before the clock was set back.
    retry_after_seconds: Math.min(HOUR_SECONDS, secondsOf(oldest) + HOUR_SECONDS - secondsOf(tx.now) + 1),
  });
}

function nobodyReads(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message:
      "Whose agent proposed this app is in the Room no more, so nobody would read it. Nothing was sent.",
    hint: "Have an agent of yours propose the app again.",
  });
}
