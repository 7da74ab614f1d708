import { defineOperation } from "../kernel/operation.ts";
import {
  count,
  empty,
  flag,
  id,
  limitsSchema,
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
  input: {
    type: "object",
    properties: { room_id: id },
    required: ["room_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      room_id: text,
      name: text,
      project_id: text,
      owner: {
        type: "object",
        properties: { name: text },
        required: ["name"],
        additionalProperties: false,
      },
      apps_count: count,
      your_pending: {
        type: "array",
        items: {
          type: "object",
          properties: { proposal_id: text, instance_id: text, name: text, created_at: time },
          required: ["proposal_id", "instance_id", "name", "created_at"],
          additionalProperties: false,
        },
      },
      last_sequence: count,
      limits: limitsSchema,
      runtime: runtimeSchema,
    },
    required: [
      "room_id",
      "name",
      "project_id",
      "owner",
      "apps_count",
      "your_pending",
      "last_sequence",
      "limits",
      "runtime",
    ],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const readRoomAppStatus = defineOperation({
  name: "read_room_app_status",
  audience: "agent",
  scope: "osfoundry:read",
  description: "Read the safe launcher and latest build state of one app.",
  input: {
    type: "object",
    properties: { room_id: id, instance_id: id },
    required: ["room_id", "instance_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      instance_id: text,
      name: text,
      launcher: {
        type: "object",
        properties: { state: { enum: LAUNCHER_STATES } },
        required: ["state"],
        additionalProperties: false,
      },
      version: revision,
    },
    required: ["instance_id", "name", "launcher", "version"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** What both proposing and reading a proposal answer with. */
const proposalProperties = {
  proposal_id: text,
  instance_id: text,
  room_id: text,
  kind: { enum: ["snippet"] },
  name: text,
  state: { enum: PROPOSAL_STATES },
  digest: text,
  files_count: count,
  bytes: count,
  revision,
  /** The proposal that this one superseded. */
  replaces: text,
  review_url: text,
  next_step: text,
  created_at: time,
} as const;

const proposalRequired = [
  "proposal_id",
  "instance_id",
  "room_id",
  "kind",
  "name",
  "state",
  "digest",
  "files_count",
  "bytes",
  "revision",
  "review_url",
  "next_step",
  "created_at",
] as const;

export const proposeRoomSnippetApp = defineOperation({
  name: "propose_room_snippet_app",
  audience: "agent",
  scope: "osfoundry:write",
  description:
    "Prepare a Room snippet with source files. It appears in the cloud Room launcher only after its owner reviews and approves the full code in osFoundry.",
  input: {
    type: "object",
    properties: {
      room_id: { type: "string" },
      name: { type: "string", maxLength: 200 },
      files: { type: "object", additionalProperties: { type: "string" } },
      idempotency_key: { type: "string", minLength: 8, maxLength: 128 },
    },
    required: ["room_id", "name", "files", "idempotency_key"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { ...proposalProperties, advice: text, replayed: flag },
    required: [...proposalRequired, "replayed"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
});

export const readProposal = defineOperation({
  name: "read_proposal",
  audience: "agent",
  scope: "osfoundry:read",
  description:
    "Read one of your proposals: its state and the person's decision with its reason. wait_seconds holds the call until it is decided.",
  input: {
    type: "object",
    properties: { proposal_id: id, wait_seconds: waitSeconds },
    required: ["proposal_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      ...proposalProperties,
      decision: {
        type: "object",
        properties: {
          state: { enum: ["approved", "declined"] },
          at: time,
          by: {
            type: "object",
            properties: { name: text },
            required: ["name"],
            additionalProperties: false,
          },
          /** The person's own words. */
          reason: text,
        },
        required: ["state", "at", "by"],
        additionalProperties: false,
      },
    },
    required: proposalRequired,
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** A line of the queue "Needs your approval", and of what was decided lately. */
const queueRow = {
  type: "object",
  properties: {
    proposal_id: text,
    name: text,
    state: { enum: PROPOSAL_STATES },
    revision,
    room: {
      type: "object",
      properties: { room_id: text, name: text },
      required: ["room_id", "name"],
      additionalProperties: false,
    },
    client_name: text,
    person_name: text,
    files_count: count,
    bytes: count,
    created_at: time,
    /** An agent holds a call open for the decision right now. */
    waiting: flag,
    decided_at: time,
    reason: text,
  },
  required: [
    "proposal_id",
    "name",
    "state",
    "revision",
    "room",
    "client_name",
    "person_name",
    "files_count",
    "bytes",
    "created_at",
    "waiting",
  ],
  additionalProperties: false,
} as const;

export const listNeedsApproval = defineOperation({
  name: "list_needs_approval",
  audience: "person",
  description: "Proposals that wait for this person's decision, oldest first, and the latest decided ones.",
  input: empty,
  output: {
    type: "object",
    properties: { waiting: { type: "array", items: queueRow }, decided: { type: "array", items: queueRow } },
    required: ["waiting", "decided"],
    additionalProperties: false,
  },
});

export const openProposal = defineOperation({
  name: "open_proposal",
  audience: "person",
  description: "The card: every file of a proposal, whole, for who may decide.",
  input: {
    type: "object",
    properties: { proposal_id: id },
    required: ["proposal_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      proposal_id: text,
      instance_id: text,
      name: text,
      state: { enum: PROPOSAL_STATES },
      revision,
      digest: text,
      runtime: text,
      room: {
        type: "object",
        properties: { room_id: text, name: text },
        required: ["room_id", "name"],
        additionalProperties: false,
      },
      client_name: text,
      person_name: text,
      /** The proposer's connection acts for the person who decides. */
      own: flag,
      created_at: time,
      waiting: flag,
      files: {
        type: "array",
        items: {
          type: "object",
          properties: { path: text, bytes: count, lines: count, text },
          required: ["path", "bytes", "lines", "text"],
          additionalProperties: false,
        },
      },
      /** The newer revision, when this one was superseded. */
      superseded_by: text,
      decided: {
        type: "object",
        properties: { by: text, at: time, reason: text },
        required: ["by", "at"],
        additionalProperties: false,
      },
    },
    required: [
      "proposal_id",
      "instance_id",
      "name",
      "state",
      "revision",
      "digest",
      "runtime",
      "room",
      "client_name",
      "person_name",
      "own",
      "created_at",
      "waiting",
      "files",
    ],
    additionalProperties: false,
  },
});

/** What the person saw: a decision is bound to all of it, and refused when any of it is no longer true. */
const seenProperties = {
  proposal_id: id,
  revision,
  name: { type: "string", maxLength: 400 },
  digest: { type: "string", maxLength: 128 },
  runtime: { type: "string", maxLength: 128 },
} as const;
const seenRequired = ["proposal_id", "revision", "name", "digest", "runtime"] as const;

export const FILE_READING = ["seen", "marked"] as const;

export const approveProposal = defineOperation({
  name: "approve_proposal",
  audience: "person",
  description: "Approve and create: lets the proposed code into the Room, exactly as it was seen.",
  input: {
    type: "object",
    properties: {
      ...seenProperties,
      /** Each file, and whether it was seen to its end or marked as read by hand. */
      files_seen: {
        type: "array",
        maxItems: 100,
        items: {
          type: "object",
          properties: { path: { type: "string", maxLength: 1024 }, how: { enum: FILE_READING } },
          required: ["path", "how"],
          additionalProperties: false,
        },
      },
    },
    required: [...seenRequired, "files_seen"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { room_id: text, instance_id: text },
    required: ["room_id", "instance_id"],
    additionalProperties: false,
  },
});

export const declineProposal = defineOperation({
  name: "decline_proposal",
  audience: "person",
  description: "Declines a proposal; the reason reaches the agent as the person's own words.",
  input: {
    type: "object",
    properties: { ...seenProperties, reason: { type: "string", maxLength: 2000 } },
    required: seenRequired,
    additionalProperties: false,
  },
  output: empty,
});
