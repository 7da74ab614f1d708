import { defineOperation } from "../kernel/operation.ts";
import {
  count,
  empty,
  flag,
  id,
  limitsSchema,
  record,
  runtimeSchema,
  text,
  time,
  waitSeconds,
} from "../kernel/schemas.ts";

/** Where a proposal stands; changes_requested and withdrawn are added with the review loop. */
export const PROPOSAL_STATES = ["pending", "approved", "declined", "superseded"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What a proposer reads of the place its app will take. */
export const LAUNCHER_STATES = ["pending_review", "available", "declined", "superseded"] as const;

const revision = { type: "integer", minimum: 1 } as const;

export const readRoom = defineOperation({
  name: "read_room",
  audience: "agent",
  scope: "osfoundry:read",
  description:
    "Read one cloud Room: owner, app count, your pending proposals, limits. Local Rooms are unavailable.",
  input: record({ room_id: id }),
  output: record({
    room_id: text,
    name: text,
    project_id: text,
    owner: record({ name: text }),
    apps_count: count,
    your_pending: {
      type: "array",
      items: record({ proposal_id: text, instance_id: text, name: text, created_at: time }),
    },
    last_sequence: count,
    limits: limitsSchema,
    runtime: runtimeSchema,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const readRoomAppStatus = defineOperation({
  name: "read_room_app_status",
  audience: "agent",
  scope: "osfoundry:read",
  description: "Read the safe launcher and latest build state of one app.",
  input: record({ room_id: id, instance_id: id }),
  output: record({
    instance_id: text,
    name: text,
    launcher: record({ state: { enum: LAUNCHER_STATES } }),
    version: revision,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** What both proposing and reading a proposal answer with. */
const proposal = {
  proposal_id: text,
  instance_id: text,
  room_id: text,
  kind: { enum: ["snippet"] },
  name: text,
  state: { enum: PROPOSAL_STATES },
  digest: text,
  files_count: count,
  bytes: count,
  /** Signals that the person will be shown beside the code. */
  findings_count: count,
  revision,
  review_url: text,
  next_step: text,
  created_at: time,
} as const;

/** The proposal that this one superseded. */
const replaces = text;

export const proposeRoomSnippetApp = defineOperation({
  name: "propose_room_snippet_app",
  audience: "agent",
  scope: "osfoundry:write",
  description:
    "Prepare a Room snippet with source files. It appears in the cloud Room launcher only after its owner reviews and approves the full code in osFoundry.",
  input: record({
    room_id: { type: "string" },
    name: { type: "string", maxLength: 200 },
    files: { type: "object", additionalProperties: { type: "string" } },
    idempotency_key: { type: "string", minLength: 8, maxLength: 128 },
  }),
  output: record({ ...proposal, replayed: flag }, { replaces, advice: text }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
});

export const readProposal = defineOperation({
  name: "read_proposal",
  audience: "agent",
  scope: "osfoundry:read",
  description:
    "Read one of your proposals: its state and the person's decision with its reason. wait_seconds holds the call until it is decided.",
  input: record({ proposal_id: id }, { wait_seconds: waitSeconds }),
  output: record(proposal, {
    replaces,
    decision: record(
      { state: { enum: ["approved", "declined"] }, at: time, by: record({ name: text }) },
      {
        /** The person's own words. */
        reason: text,
      },
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

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
  { decided_at: time, reason: text },
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
  findings: {
    type: "array",
    items: record({ ...span, code: text, data: { type: "object", additionalProperties: true } }),
  },
  /** Findings of each code, shown or only counted. */
  totals: { type: "object", additionalProperties: count },
});

export const openProposal = defineOperation({
  name: "open_proposal",
  audience: "person",
  reads: true,
  description: "The card: every file of a proposal, whole, for who may decide.",
  input: record({ proposal_id: id }),
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
      files: {
        type: "array",
        items: record({ path: text, bytes: count, lines: count, text }),
      },
    },
    {
      /** Absent where the code could not be scanned. */
      scan,
      /** The newer revision, when this one was superseded. */
      superseded_by: text,
      /** The person whose agent proposed it is in the workspace no more; what was proposed stands to be decided. */
      person_left: { const: true },
      decided: record({ by: text, at: time }, { reason: text }),
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

export const FILE_READING = ["seen", "marked"] as const;

export const beginApproval = defineOperation({
  name: "begin_approval",
  audience: "person",
  description:
    "What an approval still needs: for who has a passkey, its answer to a challenge made of what was seen.",
  input: record(seen),
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
  description: "Approve and create: lets the proposed code into the Room, exactly as it was seen.",
  input: record(
    {
      ...seen,
      /** Each file, and whether it was seen to its end or marked as read by hand. */
      files_seen: {
        type: "array",
        maxItems: 100,
        items: record({ path: { type: "string", maxLength: 1024 }, how: { enum: FILE_READING } }),
      },
    },
    /** The passkey's answer to begin_approval. */
    { ticket: { type: "string", maxLength: 1024 }, credential: { type: "object", maxProperties: 32 } },
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
