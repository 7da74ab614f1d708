import { defineOperation } from "../kernel/operation.ts";
import { count, empty, flag, id, record, text, time } from "../kernel/schemas.ts";
import { PROPOSAL_STATES, revision, words } from "./contract.ts";

/** A line of the queue "Needs your approval", and of what was decided lately. */
const queueRow = record(
  {
    proposal_id: text,
    name: text,
    state: { enum: PROPOSAL_STATES },
    revision,
    room: record({ room_id: text, name: text }),
    client_name: text,
    person_name: text,
    files_count: count,
    bytes: count,
    findings_count: count,
    created_at: time,
    /** An agent holds a call open for the decision right now. */
    waiting: flag,
  },
  {
    decided_at: time,
    reason: text,
    /** The app that an approval would update. */
    updates: record({ instance_id: text, name: text, revision }),
    /** The revision that it answers, where changes were asked for. */
    answers: record({ proposal_id: text, comments_count: count }),
  },
);

export const listNeedsApproval = defineOperation({
  name: "list_needs_approval",
  audience: "person",
  reads: true,
  description: "Proposals that wait for this person's decision, oldest first, and the latest decided ones.",
  input: empty,
  output: record({
    waiting: { type: "array", items: queueRow },
    decided: { type: "array", items: queueRow },
    /** Pending and asked to change: what this person's agents proposed into Rooms that others own. */
    yours: { type: "array", items: queueRow },
  }),
});

const span = { file: text, line: count, column: count, end_column: count } as const;

/** What the code shows of itself, from the code alone. Bounded; signals for a reader's eyes, never verdicts. */
const scan = record({
  capabilities: {
    type: "array",
    items: record({
      /** Such as `network`; which there are and what `name` is, the scan's rules say. */
      capability: text,
      name: text,
      /** How often it stands in the code; `places` holds some of them. */
      total: count,
      places: { type: "array", items: record(span) },
    }),
  },
  /** How many packages are imported; `capabilities` names some of them. */
  packages: count,
  findings: {
    type: "array",
    items: record({ ...span, code: text, data: { type: "object", additionalProperties: true } }),
  },
  /** Findings of each code, shown or only counted. */
  totals: { type: "object", additionalProperties: count },
});

/** How a file was read. */
export const FILE_READING = ["seen", "marked"] as const;

/** A comment with its thread, as the card shows it; places are those of the revision it was made on. */
const thread = record(
  {
    comment_id: text,
    proposal_id: text,
    revision,
    body: text,
    by: text,
    at: time,
    replies: {
      type: "array",
      items: record({
        reply_id: text,
        by: record({ kind: { enum: ["agent", "person"] }, name: text }),
        body: text,
        at: time,
      }),
    },
  },
  {
    file: text,
    line: count,
    end_line: count,
    quote: text,
    suggestion: text,
    resolved: record({ by: text, at: time }),
  },
);

/** An earlier version that a proposal can be compared with. */
const base = { proposal_id: text, revision, kind: { enum: ["approved", "previous"] } } as const;

export const openProposal = defineOperation({
  name: "open_proposal",
  audience: "person",
  reads: true,
  description:
    "The card: every file of a proposal, whole, and what changed, for who may decide and for whom it was proposed.",
  input: record(
    { proposal_id: id },
    {
      /** One of `bases`; absent: the approved version, or else the previous revision. */
      against: id,
    },
  ),
  output: record(
    {
      proposal_id: text,
      instance_id: text,
      name: text,
      state: { enum: PROPOSAL_STATES },
      revision,
      digest: text,
      runtime: text,
      room: record({ room_id: text, name: text }),
      client_name: text,
      person_name: text,
      /** The proposer's connection acts for the person who decides. */
      own: flag,
      created_at: time,
      waiting: flag,
      /** An approval asks for this person's passkey. */
      confirms: flag,
      /** This person may decide it; else it is shown to its proposer. */
      may_decide: flag,
      /** A trial may be opened once every file was read. */
      may_preview: flag,
      /** Names the line of revisions that it belongs to; marks of reading are kept under it. */
      line_id: text,
      files: {
        type: "array",
        items: record(
          { path: text, bytes: count, lines: count, sha256: text, text },
          {
            /** Against `base`. */
            change: { enum: ["added", "changed", "same"] },
            /** This person read these very bytes at this path for an earlier decision in this line. */
            read_before: { enum: FILE_READING },
          },
        ),
      },
      bases: { type: "array", items: record(base) },
      comments: { type: "array", items: thread },
    },
    {
      /** What it is compared with: its files that are other or gone now, and what its code showed. */
      base: record(
        { ...base, files: { type: "array", items: record({ path: text, sha256: text, text }) } },
        { scan },
      ),
      /** The app that an approval as update would change; it keeps its name and what it has stored. */
      updates: record({ instance_id: text, name: text, revision, digest: text }),
      /** Apps of this name that other people's agents proposed: only to be told. */
      namesakes: { type: "array", items: record({ instance_id: text, name: text, person_name: text }) },
      /** The stored code is not what was proposed: no file is shown, and all that can be done is to decline it. */
      damaged: { const: true },
      /** Absent where the code could not be scanned. */
      scan,
      /** The newer revision, when this one was superseded. */
      superseded_by: text,
      /** The person whose agent proposed it is in the workspace no more; what was proposed stands to be decided. */
      person_left: { const: true },
      /** `instance_id`: the app that an approval made or updated. */
      decided: record({ by: text, at: time }, { reason: text, instance_id: text }),
      /** When its proposer took it back. */
      withdrawn_at: time,
    },
  ),
});

/** What the person saw: a decision is bound to all of it, and refused when any of it is no longer true. */
const seen = {
  proposal_id: id,
  revision,
  name: { type: "string", maxLength: 400 },
  digest: { type: "string", maxLength: 128 },
  runtime: { type: "string", maxLength: 128 },
} as const;

/** How an approval lets the code in; an update names the app as it was seen. */
const approvalInput = {
  /** Absent: `create`. */
  as: { enum: ["create", "update"] },
  updates: record({ instance_id: id, digest: { type: "string", maxLength: 128 } }),
} as const;

/** Each file, and whether it was seen to its end or marked as read by hand. */
const filesSeen = {
  type: "array",
  maxItems: 100,
  items: record({ path: { type: "string", maxLength: 1024 }, how: { enum: FILE_READING } }),
} as const;

export const beginApproval = defineOperation({
  name: "begin_approval",
  audience: "person",
  description:
    "What an approval still needs: for who has a passkey, its answer to a challenge made of what was seen.",
  input: record(seen, approvalInput),
  output: record(
    {},
    {
      /** Absent when the approval needs no passkey, or was confirmed a moment ago within the policy's minutes. */
      passkey: record({ ticket: text, options: { type: "object", maxProperties: 32 } }),
    },
  ),
});

export const approveProposal = defineOperation({
  name: "approve_proposal",
  audience: "person",
  description:
    "Approve and create, or approve as update: lets the proposed code into the Room, exactly as it was seen.",
  input: record(
    { ...seen, files_seen: filesSeen },
    {
      ...approvalInput,
      /** The passkey's answer to begin_approval. */
      ticket: { type: "string", maxLength: 1024 },
      credential: { type: "object", maxProperties: 32 },
    },
  ),
  output: record({ room_id: text, instance_id: text }),
});

export const declineProposal = defineOperation({
  name: "decline_proposal",
  audience: "person",
  description: "Declines a proposal; the reason reaches the agent as the person's own words.",
  input: record(seen, { reason: { type: "string", maxLength: 2000 } }),
  output: empty,
});

export const declineProposals = defineOperation({
  name: "decline_proposals",
  audience: "person",
  description: "Declines several proposals with one reason; each that changed meanwhile is left as it is.",
  input: record(
    {
      proposals: {
        type: "array",
        minItems: 1,
        maxItems: 50,
        items: record({ proposal_id: id, revision }),
      },
    },
    { reason: { type: "string", maxLength: 2000 } },
  ),
  output: record({
    declined: { type: "array", items: text },
    left: { type: "array", items: text },
  }),
});

export const COMMENTS_AT_ONCE = 50;

export const requestChanges = defineOperation({
  name: "request_changes",
  audience: "person",
  description: "Asks for changes: the comments go to the agent together, and end the wait for a decision.",
  input: record({
    ...seen,
    files_seen: filesSeen,
    comments: {
      type: "array",
      minItems: 1,
      maxItems: COMMENTS_AT_ONCE,
      items: record(
        { body: words },
        {
          /** Absent: about the whole. */
          file: { type: "string", maxLength: 1024 },
          line: { type: "integer", minimum: 1 },
          /** Absent: the one line. */
          end_line: { type: "integer", minimum: 1 },
          /** In the place of those lines; empty: take them out. */
          suggestion: { type: "string", maxLength: 8000 },
        },
      ),
    },
  }),
  output: record({ comment_ids: { type: "array", items: text } }),
});

export const replyToComment = defineOperation({
  name: "reply_to_comment",
  audience: "person",
  description: "Answers in the thread of a comment; the agent reads it.",
  input: record({ proposal_id: id, comment_id: id, body: words }),
  output: record({ reply_id: text }),
});

export const resolveComment = defineOperation({
  name: "resolve_comment",
  audience: "person",
  description: "Marks a comment as resolved, or opens it again.",
  input: record({ proposal_id: id, comment_id: id, resolved: flag }),
  output: empty,
});

export const beginPreview = defineOperation({
  name: "begin_preview",
  audience: "person",
  description: "Allows a trial of a proposal whose files were all read; the audit log tells of it.",
  input: record({ ...seen, files_seen: filesSeen }),
  output: empty,
});

export const playSampleAgent = defineOperation({
  name: "play_sample_agent",
  audience: "person",
  description:
    "Lets the sample agent of a demo workspace propose an app into a Room, so that a newcomer lives the loop.",
  input: record({ room_id: id }),
  output: record({ proposal_id: text }),
});
