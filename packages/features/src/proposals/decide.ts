import {
  type ApprovingBrowser,
  confirmedApproval,
  hasPasskey,
  noteConfirmedApproval,
  takeEvidence,
} from "../accounts/index.ts";
import { audit } from "../audit/index.ts";
import { appendEvent, type NewEvent } from "../events/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { filesOfSource, findAppByName, findSource, insertApp } from "../rooms/index.ts";
import { findPerson, reachResource } from "../workspaces/index.ts";
import type { Confirmation } from "./confirmation.ts";
import type { FILE_READING } from "./contract.ts";
import { mayDecide } from "./policy.ts";
import { findConfirmMinutes, findProposalOfPerson } from "./store.ts";
import type { ProposalRow } from "./tables.ts";
import { nameStands } from "./writes.ts";

/** What the person saw on the card; a decision holds only if all of it is still so. */
export interface Seen {
  readonly proposal_id: string;
  readonly revision: number;
  readonly name: string;
  readonly digest: string;
  readonly runtime: string;
}

export interface DecideArgs {
  readonly seen: Seen;
  readonly principal: PersonPrincipal;
  readonly verdict:
    | {
        readonly state: "approved";
        readonly files_seen: readonly { path: string; how: (typeof FILE_READING)[number] }[];
        readonly browser: ApprovingBrowser;
        readonly confirmation?: Confirmation;
      }
    | { readonly state: "declined"; readonly reason?: string };
  /** The runtime that the server would run the app on now. */
  readonly runtime: string;
}

export interface Decided {
  readonly room_id: string;
  readonly instance_id: string;
  /** Until when the browser keeps the secret of a confirmation; absent where there was none. */
  readonly kept_until?: string;
}

/**
 * The one function that decides a proposal, for every face: by the Room's owner, as a person, once, on what
 * the person saw. Approving puts the app into the launcher in the same transaction.
 * Throws `not_found` for who may not decide, `conflict_state` for a second decision or a stale card.
 */
export const decideWrite = defineWrite("proposals.decide", async (tx, args: DecideArgs): Promise<Decided> => {
  const { principal, seen, verdict } = args;
  const proposal = await findProposalOfPerson(tx.db, principal.person_id, seen.proposal_id);
  const room = proposal && (await reachResource(tx.db, principal, proposal.room_id));
  if (!room || !mayDecide(room, principal)) throw notFound("proposal");
  refuseUnlessAsSeen(proposal, args);
  let kept_until: string | undefined;
  if (verdict.state === "approved") {
    if (await findAppByName(tx.db, proposal, proposal.name_key)) throw nameStands();
    await refuseUnlessAllRead(tx, proposal, verdict.files_seen);
    kept_until = await takeConfirmation(tx, verdict, proposal.workspace_id);
  }
  const person = await findPerson(tx.db, principal.person_id);
  await keepDecision(tx, args, proposal, person?.name ?? "");
  const event = {
    workspace_id: proposal.workspace_id,
    resource_id: proposal.room_id,
    actor: { kind: "person", id: principal.person_id, name: person?.name ?? "" },
  } as const;
  await audit(tx, {
    workspace_id: proposal.workspace_id,
    actor: event.actor,
    action: `app.${verdict.state}`,
    subject: proposal.name,
    detail: room.name,
  });
  const { proposal_id, instance_id } = proposal;
  await appendEvent(tx, {
    ...event,
    type: `proposal.${verdict.state}`,
    private_to: proposal.person_id,
    data: { proposal_id, instance_id },
  });
  if (verdict.state === "approved") await letIn(tx, { proposal, event, runtime: args.runtime });
  return { room_id: proposal.room_id, instance_id, ...(kept_until !== undefined && { kept_until }) };
});

/**
 * Who has a passkey approves by it: by an answer that was checked and is used up here, or because one was given in
 * this browser within the minutes that the workspace allows. Returns until when the browser keeps its secret.
 */
async function takeConfirmation(
  tx: WriteTx,
  { browser, confirmation }: Extract<DecideArgs["verdict"], { state: "approved" }>,
  workspace_id: string,
): Promise<string | undefined> {
  if (confirmation) {
    await takeEvidence(tx, browser.person_id, confirmation.evidence);
    return await noteConfirmedApproval(tx, browser, confirmation.confirmation_hash);
  }
  if (!(await hasPasskey(tx.db, browser.person_id))) return undefined;
  const minutes = await findConfirmMinutes(tx.db, workspace_id);
  if (await confirmedApproval(tx.db, browser, { minutes, now: tx.now })) return undefined;
  throw new Refusal({
    code: "forbidden",
    message: "This approval needs your passkey. Nothing was decided.",
    where: "credential",
    hint: "Approve again, and answer with your passkey.",
  });
}

function refuseUnlessAsSeen(proposal: ProposalRow, { seen, runtime }: DecideArgs): void {
  if (proposal.state !== "pending") {
    throw new Refusal({
      code: "conflict_state",
      message: `This proposal is ${proposal.state} already. Nothing was decided now.`,
      where: "proposal_id",
    });
  }
  const changed = (
    [
      ["revision", proposal.revision, seen.revision],
      ["name", proposal.name, seen.name],
      ["digest", proposal.digest, seen.digest],
      ["runtime", runtime, seen.runtime],
    ] as const
  ).find(([, now, then]) => now !== then);
  if (!changed) return;
  throw new Refusal({
    code: "conflict_state",
    message: "What waits is not what you saw. Nothing was decided.",
    where: changed[0],
    hint: "Open the card again and read it.",
  });
}

/** Approve needs every file read, whoever asks: the page withholds the button, and this does not trust it. */
async function refuseUnlessAllRead(
  tx: WriteTx,
  proposal: ProposalRow,
  files_seen: readonly { path: string }[],
): Promise<void> {
  const source = await findSource(tx.db, proposal.workspace_id, proposal.digest);
  const files = filesOfSource(source?.files, proposal.digest);
  if (!files) throw notAsProposed();
  const read = new Set(files_seen.map((file) => file.path));
  if (Array.from(files.keys()).every((path) => read.has(path))) return;
  throw new Refusal({
    code: "conflict_state",
    message: "Not every file was read. Nothing was decided.",
    where: "files_seen",
    hint: "See each file to its end, or mark it as read.",
  });
}

/** The answer where the stored code is not what its digest stands for. */
export function notAsProposed(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "The stored code is not the code that was proposed, so nothing can be decided on it.",
    hint: "Ask the agent to propose it again.",
  });
}

async function keepDecision(
  tx: WriteTx,
  args: DecideArgs,
  proposal: ProposalRow,
  person_name: string,
): Promise<void> {
  const { verdict, principal } = args;
  const { workspace_id, proposal_id } = proposal;
  await tx.db
    .updateTable("proposals")
    .set({ state: verdict.state })
    .where("workspace_id", "=", workspace_id)
    .where("proposal_id", "=", proposal_id)
    .execute();
  await tx.db
    .insertInto("decisions")
    .values({
      workspace_id,
      proposal_id,
      state: verdict.state,
      person_id: principal.person_id,
      person_name,
      decided_at: tx.now,
      digest: proposal.digest,
      runtime: args.runtime,
      files_seen: JSON.stringify(verdict.state === "approved" ? verdict.files_seen : []),
      reason: verdict.state === "declined" ? (verdict.reason ?? null) : null,
      own: proposal.person_id === principal.person_id ? 1 : 0,
      assertion: verdict.state === "approved" ? (verdict.confirmation?.assertion ?? null) : null,
    })
    .execute();
}

interface LetIn {
  proposal: ProposalRow;
  event: Pick<NewEvent, "workspace_id" | "resource_id" | "actor">;
  runtime: string;
}

async function letIn(tx: WriteTx, { proposal, event, runtime }: LetIn): Promise<void> {
  const { workspace_id, room_id, instance_id, name, name_key, kind, proposal_id, revision, digest } =
    proposal;
  const position = await appendEvent(tx, { ...event, type: "app.created", data: { instance_id, name } });
  await insertApp(tx, {
    workspace_id,
    room_id,
    instance_id,
    name,
    name_key,
    kind,
    proposal_id,
    revision,
    digest,
    runtime,
    position,
  });
}
