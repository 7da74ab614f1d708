import { FILE_READING } from "./review-contract.ts";

const FORM = "anteroom.receipt.1";
const AS = ["create", "update"] as const;

/** What an approval let in, where, by whom, and on which bytes. */
export interface ApprovalFacts {
  readonly workspace_id: string;
  readonly room_id: string;
  /** The app that was made or updated. */
  readonly instance_id: string;
  readonly proposal_id: string;
  readonly revision: number;
  /** The proposal's, as it was seen. */
  readonly name: string;
  readonly kind: string;
  readonly digest: string;
  readonly runtime: string;
  readonly as: (typeof AS)[number];
  /** The digest that an update replaced. */
  readonly replaced: string | null;
  readonly decided_by: { readonly person_id: string; readonly name: string };
  /** RFC 3339, UTC, with milliseconds: the decision's `decided_at`. */
  readonly decided_at: string;
  /** The proposing connection acted for the person who decided. */
  readonly own: boolean;
  /** In whatever order; one by path comes back. */
  readonly files_seen: readonly { readonly path: string; readonly how: (typeof FILE_READING)[number] }[];
  /** SHA-256, in lowercase hex, of the kept passkey's assertion (`decisions.assertion`), where there is one. */
  readonly assertion: string | null;
}

/**
 * The text that is signed for an approval: JSON without white space, its members in the order below, files as
 * `[path, how]` in the order of their paths' UTF-16 code units. The same facts give the same text, and other facts
 * give another.
 */
export function approvalReceipt(facts: ApprovalFacts): string {
  const { decided_by } = facts;
  return JSON.stringify({
    form: FORM,
    workspace_id: facts.workspace_id,
    room_id: facts.room_id,
    instance_id: facts.instance_id,
    proposal_id: facts.proposal_id,
    revision: facts.revision,
    name: facts.name,
    kind: facts.kind,
    digest: facts.digest,
    runtime: facts.runtime,
    as: facts.as,
    replaced: facts.replaced,
    decided_by: { person_id: decided_by.person_id, name: decided_by.name },
    decided_at: facts.decided_at,
    own: facts.own,
    files_seen: facts.files_seen.map(({ path, how }) => [path, how]).toSorted(byParts),
    assertion: facts.assertion,
  });
}

/** The facts of a receipt; undefined for any text that `approvalReceipt` would not have written. */
export function readReceipt(text: string): ApprovalFacts | undefined {
  const facts = factsIn(parsed(text));
  // Whatever else stands in the text, stands there twice, or is written otherwise, makes it another text.
  return facts && approvalReceipt(facts) === text ? facts : undefined;
}

const TEXTS = [
  "workspace_id",
  "room_id",
  "instance_id",
  "proposal_id",
  "name",
  "kind",
  "digest",
  "runtime",
  "decided_at",
] as const;

/** Whether each part is of its kind; the order and the form are judged by writing them again. */
function factsIn(value: unknown): ApprovalFacts | undefined {
  const said = Object(value) as Record<string, unknown>;
  const by = Object(said["decided_by"]) as Record<string, unknown>;
  const files_seen = filesIn(said["files_seen"]);
  const fits =
    TEXTS.every((name) => typeof said[name] === "string") &&
    Number.isSafeInteger(said["revision"]) &&
    AS.some((one) => one === said["as"]) &&
    isTextOrNull(said["replaced"]) &&
    typeof by["person_id"] === "string" &&
    typeof by["name"] === "string" &&
    typeof said["own"] === "boolean" &&
    isTextOrNull(said["assertion"]);
  if (!fits || !files_seen) return undefined;
  const { form: _, ...facts } = said as unknown as ApprovalFacts & { form: unknown };
  return { ...facts, files_seen };
}

function filesIn(value: unknown): ApprovalFacts["files_seen"] | undefined {
  if (!Array.isArray(value)) return undefined;
  const files = value.map((pair: unknown) => {
    const [path, how] = Array.isArray(pair) ? (pair as unknown[]) : [];
    const reading = FILE_READING.find((one) => one === how);
    return typeof path === "string" && reading ? { path, how: reading } : undefined;
  });
  return files.every((file) => file !== undefined) ? files : undefined;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function byParts([a = "", x = ""]: string[], [b = "", y = ""]: string[]): number {
  if (a !== b) return a < b ? -1 : 1;
  return x < y ? -1 : x > y ? 1 : 0;
}
