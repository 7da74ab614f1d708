import { audit } from "../audit/index.ts";
import { bind } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite } from "../kernel/write.ts";
import { actorOf } from "../workspaces/index.ts";
import type { FilesSeen } from "./approval.ts";
import { refuseUnlessAllRead } from "./decide.ts";
import { reachToDecide } from "./reach.ts";
import * as contract from "./review-contract.ts";
import { refuseUnlessAsSeen, type Seen, seenOf } from "./seen.ts";
import { findApprovalPolicy } from "./store.ts";

interface PreviewArgs {
  readonly principal: PersonPrincipal;
  readonly seen: Seen;
  readonly files_seen: FilesSeen;
  readonly runtime: string;
}

/**
 * Allows a trial of a proposal, on the terms of an approval, and tells the audit log; nothing is decided by it.
 * Throws `not_found` for who may not decide, `conflict_state` for a stale card or an unread file, `forbidden` where
 * the workspace's policy allows none.
 */
export const beginPreviewWrite = defineWrite("proposals.begin_preview", async (tx, args: PreviewArgs) => {
  const { principal, seen, files_seen, runtime } = args;
  const { row, room } = await reachToDecide(tx.db, principal, seen.proposal_id);
  refuseUnlessAsSeen(row, seen, runtime);
  const { previews } = await findApprovalPolicy(tx.db, row.workspace_id);
  if (previews !== 1) {
    throw new Refusal({
      code: "forbidden",
      message: "This workspace allows no previews of proposed apps.",
      hint: "Who leads the workspace can allow them in its settings.",
    });
  }
  await refuseUnlessAllRead(tx, row, files_seen);
  await audit(tx, {
    workspace_id: row.workspace_id,
    actor: await actorOf(tx, principal.person_id),
    action: "app.previewed",
    subject: row.name,
    detail: `${room.name}, digest ${row.digest.slice(0, 12)}`,
  });
  return {};
});

export const previewBounds = [
  bind(contract.beginPreview, async ({ store, principal, runtime }, input) => {
    const { files_seen } = input;
    return await store.write(beginPreviewWrite, {
      principal,
      seen: seenOf(input),
      files_seen,
      runtime: runtime.version,
    });
  }),
];
