import { notFound, Refusal } from "../kernel/errors.ts";
import { defineWrite } from "../kernel/write.ts";
import {
  changeableApp,
  filesOfSource,
  findSource,
  type OnApp,
  tellOfApp,
  updateApp,
} from "../rooms/index.ts";
import { findVersion } from "./history-store.ts";

export interface RevertArgs extends OnApp {
  /** The approved version to go to. */
  readonly proposal_id: string;
  /** What runs now, as it was seen. */
  readonly digest: string;
}

/**
 * Lets an app run an approved version of it again, on the runtime it was approved on; a removed app stands again.
 * Throws `not_found` for who does not see the app, or another app's version, `forbidden` for who may not change it,
 * `conflict_state` where something else runs by now, or the stored code is not what was approved.
 */
export const revertAppWrite = defineWrite("proposals.revert_app", async (tx, args: RevertArgs) => {
  const { app, room } = await changeableApp(tx.db, args);
  const version = await findVersion(tx.db, app, args.proposal_id);
  if (!version) throw notFound("version");
  if (app.digest !== args.digest) {
    throw new Refusal({
      code: "conflict_state",
      message: "Another version runs by now than the one that you saw. Nothing was changed.",
      where: "digest",
      hint: "Look at the history again.",
    });
  }
  if (app.removed_at === null && app.proposal_id === version.proposal_id) return {};
  const source = await findSource(tx.db, app.workspace_id, version.digest);
  if (!filesOfSource(source?.files, version.digest)) throw notAsApproved();
  await updateApp(tx, { ...app, ...version });
  const { revision, digest, proposal_id } = version;
  await tellOfApp(tx, {
    app,
    room,
    by: args.principal,
    type: "app.reverted",
    data: { revision, digest, proposal_id },
    detail: `${room.name}, revision ${revision}`,
  });
  return {};
});

/** The answer where the stored code of a version is not the code that was approved. */
export function notAsApproved(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "The stored code of this version is not the code that was approved, so nothing goes back to it.",
    hint: "Restore the data folder from a backup, or have it proposed and approved again.",
  });
}
