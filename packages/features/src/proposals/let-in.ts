import type { AuditEntry } from "../audit/index.ts";
import { appendEvent } from "../events/index.ts";
import type { WriteTx } from "../kernel/write.ts";
import { findAppOfLine, insertApp, updateApp } from "../rooms/index.ts";
import { notAsSeen, type Way } from "./seen.ts";
import { hasApp } from "./store.ts";
import type { ProposalRow } from "./tables.ts";

/** The app that an approval makes or changes. */
export interface Place {
  readonly instance_id: string;
  readonly line_id: string;
  /** As it is called in the launcher: an update changes no name. */
  readonly name: string;
}

/**
 * Where an approval lets the code in. A new app stays in its line unless that has an app already: then it begins a
 * line of its own, so that no line has two. @throws Refusal `conflict_state` for an update of anything but the
 * standing app of the line, as it was seen
 */
export async function placeFor(tx: WriteTx, proposal: ProposalRow, way: Way): Promise<Place> {
  const { instance_id, line_id, name } = proposal;
  if (way.as === "create") {
    return { instance_id, name, line_id: (await hasApp(tx.db, proposal)) ? instance_id : line_id };
  }
  const app = await findAppOfLine(tx.db, proposal);
  const { updates } = way;
  if (app?.instance_id !== updates.instance_id || app.digest !== updates.digest) throw notAsSeen("updates");
  return app;
}

interface LetIn {
  readonly proposal: ProposalRow;
  readonly as: Way["as"];
  readonly place: Place;
  readonly actor: AuditEntry["actor"];
  readonly runtime: string;
}

/** Puts the approved code into the launcher, and tells every member. */
export async function letIn(tx: WriteTx, { proposal, as, place, actor, runtime }: LetIn): Promise<void> {
  const { workspace_id, room_id, proposal_id, revision, digest, kind, name_key, person_id, grants } =
    proposal;
  const { instance_id, line_id, name } = place;
  const position = await appendEvent(tx, {
    workspace_id,
    resource_id: room_id,
    actor: { ...actor, kind: "person" },
    type: as === "create" ? "app.created" : "app.updated",
    data: { instance_id, name, revision, digest, proposal_id },
  });
  const app = { workspace_id, room_id, instance_id, proposal_id, revision, digest, runtime, grants };
  if (as === "update") return await updateApp(tx, app);
  await insertApp(tx, { ...app, name, name_key, proposed_key: name_key, person_id, line_id, kind, position });
}
