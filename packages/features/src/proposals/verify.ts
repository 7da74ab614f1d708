import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { digestOf, manifestOf, quote, readFiles } from "@anteroom/app-format";
import type { Schema } from "../db/schema.ts";
import { Refusal } from "../kernel/errors.ts";
import { type ApprovalFacts, approvalReceipt, readReceipt } from "./receipt.ts";
import { hasRoom, listStandingApps, receiptsSince, type StandingApp } from "./standing-apps.ts";
import type { DecisionRow } from "./tables.ts";
import { type ConfirmingPasskey, verifyPasskey } from "./verify-passkey.ts";

/** What an installation's data folder knows besides its database. */
export interface Witness {
  /** Whether this is a signature over the text by the installation's own key. */
  isSigned(text: string, signature: string): boolean;
  /** Why what is kept as this runtime is not it; undefined where it is. */
  runtimeProblem(version: string): Promise<string | undefined>;
}

/** What became of the check of one standing app. */
export interface VerifiedApp {
  readonly workspace: string;
  readonly room: string;
  readonly room_id: string;
  readonly name: string;
  readonly instance_id: string;
  readonly revision: number;
  readonly digest: string;
  readonly runtime: string;
  readonly approved?: {
    readonly by: string;
    readonly at: string;
    /** Absent where the approval was not confirmed by one. */
    readonly passkey?: ConfirmingPasskey;
  };
  /** `no_receipt`: approved before receipts were kept, and all else holds. */
  readonly outcome: "holds" | "no_receipt" | "broken";
  /** What does not hold, a sentence without its full stop each. */
  readonly problems: readonly string[];
}

/**
 * Proves of each standing app that its bytes, and the runtime it runs on, are those that a person approved, as far as
 * the database and the data folder can tell. @throws Refusal `invalid_arguments` for a Room that is not there
 */
export async function verifyApps(
  db: Kysely<Schema>,
  witness: Witness,
  room?: string,
): Promise<VerifiedApp[]> {
  if (room !== undefined && !(await hasRoom(db, room))) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "There is no Room of this name.",
      where: "room",
    });
  }
  const [apps, since] = await Promise.all([listStandingApps(db, room), receiptsSince(db)]);
  return await Promise.all(apps.map(async (standing) => await verifyApp(standing, { db, witness, since })));
}

interface Check {
  readonly db: Kysely<Schema>;
  readonly witness: Witness;
  /** When this installation began to keep receipts. */
  readonly since: string;
}

async function verifyApp(standing: StandingApp, check: Check): Promise<VerifiedApp> {
  const { app, decision, room_name, workspace_name } = standing;
  const older = decision?.receipt === null && decision.decided_at < check.since;
  const runtime = await check.witness.runtimeProblem(app.runtime);
  const confirmed = await verifyPasskey(check.db, standing);
  const problems = [
    ...filesProblems(standing),
    ...(runtime === undefined ? [] : [runtime]),
    ...(decision ? decisionProblems(standing, decision) : ["no approval of it is kept"]),
    ...(decision && !older ? receiptProblems(standing, decision, check.witness) : []),
    ...(confirmed?.problems ?? []),
  ];
  return {
    workspace: workspace_name,
    room: room_name,
    room_id: app.room_id,
    name: app.name,
    instance_id: app.instance_id,
    revision: app.revision,
    digest: app.digest,
    runtime: app.runtime,
    ...(decision && {
      approved: {
        by: decision.person_name,
        at: decision.decided_at,
        ...(confirmed?.passkey && { passkey: confirmed.passkey }),
      },
    }),
    outcome: problems.length > 0 ? "broken" : older ? "no_receipt" : "holds",
    problems,
  };
}

function filesProblems({ app, files }: StandingApp): string[] {
  if (files === undefined) return ["its files are missing"];
  const stored = Object(parsed(files)) as Record<string, string>;
  const read = Object.values(stored).every((text) => typeof text === "string")
    ? readFiles(stored)
    : undefined;
  if (!read?.ok) return ["its stored files are no app any more"];
  const digest = digestOf(manifestOf(read.files, sha256), sha256);
  return digest === app.digest
    ? []
    : [`its stored files have the digest ${shown(digest)}, not ${shown(app.digest)}`];
}

/** Whether the tab runs what its approval is about. */
function decisionProblems({ app, proposal }: StandingApp, decision: DecisionRow): string[] {
  const pairs = [
    ["app", decision.instance_id, app.instance_id],
    ["digest", decision.digest, app.digest],
    ["runtime", decision.runtime, app.runtime],
    ["revision", proposal?.revision, app.revision],
    ["grants", proposal?.grants, app.grants],
  ] as const;
  return pairs
    .filter(([, approved, runs]) => approved !== runs)
    .map(([what, approved, runs]) => `approved was ${what} ${shown(approved)}, and ${shown(runs)} runs`);
}

function receiptProblems(standing: StandingApp, decision: DecisionRow, witness: Witness): string[] {
  const { receipt, signature } = decision;
  if (receipt === null || signature === null) return ["its receipt is missing"];
  const facts = readReceipt(receipt);
  if (!facts) return ["its receipt cannot be read"];
  const signed = witness.isSigned(receipt, signature);
  return [
    ...(signed
      ? []
      : ["its receipt is not signed by this installation's key: it was changed, or signed by another"]),
    ...disagreements(receipt, approvalReceipt(keptFacts(standing, decision, facts))),
  ];
}

/** What the receipt should say, by the database; what only the receipt knows is taken from it. */
function keptFacts(
  { app, proposal }: StandingApp,
  decision: DecisionRow,
  said: ApprovalFacts,
): ApprovalFacts {
  return {
    workspace_id: app.workspace_id,
    room_id: app.room_id,
    instance_id: app.instance_id,
    proposal_id: app.proposal_id,
    revision: app.revision,
    name: proposal?.name ?? "",
    kind: app.kind,
    digest: app.digest,
    runtime: app.runtime,
    as: said.as,
    replaced: said.replaced,
    decided_by: { person_id: decision.person_id, name: decision.person_name },
    decided_at: decision.decided_at,
    own: decision.own === 1,
    files_seen: filesSeen(decision.files_seen),
    assertion: decision.assertion === null ? null : sha256(decision.assertion),
  };
}

function filesSeen(text: string): ApprovalFacts["files_seen"] {
  const said = parsed(text);
  return Array.isArray(said) ? said.map((file) => Object(file) as ApprovalFacts["files_seen"][number]) : [];
}

const PARTS: Readonly<Record<string, string>> = {
  workspace_id: "the workspace",
  room_id: "the Room",
  instance_id: "the app",
  proposal_id: "the proposal",
  decided_by: "the person",
  decided_at: "the time",
  own: "whose agent proposed it",
  files_seen: "which files were read",
  assertion: "the passkey's answer",
};

/** Where two receipts that can be read say different things. */
function disagreements(receipt: string, kept: string): string[] {
  const said = JSON.parse(receipt) as Record<string, unknown>;
  return Object.entries(JSON.parse(kept) as object)
    .filter(([part, value]) => JSON.stringify(said[part]) !== JSON.stringify(value))
    .map(([part]) => `its receipt and the database disagree about ${PARTS[part] ?? `the ${part}`}`);
}

function shown(value: string | number | null | undefined): string {
  return typeof value === "string" ? quote(short(value)) : String(value ?? "unknown");
}

/** As much of a digest or id as a person compares. */
function short(text: string): string {
  return text.slice(0, 12);
}

function sha256(text: string): string {
  return hash("sha256", text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
