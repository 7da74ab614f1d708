import type { VerifiedApp } from "@anteroom/features";
import { oneLine } from "@anteroom/features/kernel/one-line";
import type { Verification, VerifiedReceipt } from "./verify.ts";

/** As much of a digest as is shown on the card. */
const DIGEST = 12;
/** Whatever was written by people or agents stays on its line. */
const LONGEST_NAME = 200;

/** What `anteroom verify` prints: a line for each app, what does not hold below it, and the sum. */
export function verificationText({ apps }: Verification): string {
  if (apps.length === 0) return "No app stands here, so there is nothing to prove.\n";
  const lines = apps.flatMap((app) => [lineOf(app), ...app.problems.map((problem) => `    ${problem}`)]);
  return `${[...lines, "", `${sumOf(apps)}.`].join("\n")}\n`;
}

function lineOf(app: VerifiedApp): string {
  const { room, name, revision, digest, approved } = app;
  const what = [
    `revision ${revision}`,
    plain(digest).slice(0, DIGEST),
    ...(approved ? approvalOf(approved) : []),
  ];
  return `${plain(room)} / ${plain(name)} — ${what.join(", ")} — ${VERDICTS[app.outcome]}`;
}

const VERDICTS = {
  holds: "holds",
  no_receipt: "no receipt (approved before receipts were kept)",
  broken: "DOES NOT HOLD",
} as const;

function approvalOf({ by, at, passkey }: NonNullable<VerifiedApp["approved"]>): string[] {
  return [
    `approved by ${plain(by)}`,
    momentOf(at),
    passkey ? passkeyText(passkey.name) : "without a passkey",
  ];
}

function passkeyText(name: string | undefined): string {
  return name === undefined ? "by a passkey that is not enrolled now" : `by passkey ${plain(name)}`;
}

function sumOf(apps: readonly VerifiedApp[]): string {
  const count = (outcome: VerifiedApp["outcome"]) => apps.filter((app) => app.outcome === outcome).length;
  const [older, broken] = [count("no_receipt"), count("broken")];
  return [
    `${count("holds")} of ${apps.length} hold`,
    ...(older > 0 ? [`${older} without a receipt`] : []),
    ...(broken > 0 ? [`${broken} ${broken === 1 ? "DOES" : "DO"} NOT`] : []),
  ].join(", ");
}

/** What `anteroom verify --receipt` prints. */
export function receiptText({ facts, problem }: VerifiedReceipt): string {
  const verdict =
    problem === undefined ? "The receipt holds." : `The receipt DOES NOT HOLD: ${plain(problem)}.`;
  if (!facts) return `${verdict}\n`;
  const { decided_by, files_seen } = facts;
  const marked = files_seen.filter(({ how }) => how === "marked").length;
  const lines = [
    ["app", `${facts.name} (${facts.instance_id}), revision ${facts.revision}`],
    ["Room", facts.room_id],
    ["digest", facts.digest],
    ["runtime", facts.runtime],
    [
      "approved by",
      `${decided_by.name} (${decided_by.person_id})${facts.own ? ", by whose agent it was proposed" : ""}`,
    ],
    ["at", momentOf(facts.decided_at)],
    ["as", facts.replaced === null ? "a new app" : `update of ${facts.replaced}`],
    ["read", `${files_seen.length - marked} files to their end, ${marked} marked by hand`],
    ["passkey", facts.assertion === null ? "none" : `its answer has the SHA-256 ${facts.assertion}`],
  ] as const;
  return `${[verdict, ...lines.map(([name, value]) => `  ${name.padEnd(11)}  ${plain(value)}`)].join("\n")}\n`;
}

function momentOf(at: string): string {
  return plain(at).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/u, "$1 $2 UTC");
}

function plain(text: string): string {
  return oneLine(text, LONGEST_NAME);
}
