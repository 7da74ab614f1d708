import { defineOperation } from "../kernel/operation.ts";
import {
  count,
  flag,
  id,
  limitsSchema,
  record,
  runtimeSchema,
  text,
  time,
  waitSeconds,
} from "../kernel/schemas.ts";

/** Where a proposal stands. */
export const PROPOSAL_STATES = [
  "pending",
  "approved",
  "declined",
  "changes_requested",
  "superseded",
  "withdrawn",
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What a person can decide. */
export const DECISIONS = ["approved", "declined", "changes_requested"] as const;

/** What a proposer reads of the place its app will take. */
export const LAUNCHER_STATES = [
  "pending_review",
  "available",
  "changes_requested",
  "declined",
  "superseded",
  "withdrawn",
  "removed",
] as const;

export const revision = { type: "integer", minimum: 1 } as const;

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

/** A comment as the proposer reads it; its words are a person's. Places are those of the revision it was made on. */
const comment = record(
  { comment_id: text, body: text, by: record({ name: text }), resolved: flag },
  {
    /** Absent for a comment on the whole proposal. */
    file: text,
    line: count,
    end_line: count,
    /** The lines it is about, as they stood there. */
    quote: text,
    /** What the person would have in the place of those lines. */
    suggestion: text,
    replies: {
      type: "array",
      items: record({
        by: record({ kind: { enum: ["agent", "person"] }, name: text }),
        body: text,
        at: time,
      }),
    },
  },
);

export const readProposal = defineOperation({
  name: "read_proposal",
  audience: "agent",
  scope: "osfoundry:read",
  description:
    "Read one of your proposals: its state and the person's decision with reason and comments. wait_seconds holds the call until it is decided.",
  input: record({ proposal_id: id }, { wait_seconds: waitSeconds }),
  output: record(proposal, {
    replaces,
    /** What people of the Room ask of the approved app's agent, or report of it: their words, oldest first. */
    requests: {
      type: "array",
      items: record({
        request_id: text,
        kind: { enum: ["change", "failure"] },
        body: text,
        by: record({ name: text }),
        at: time,
        untrusted: { const: true },
      }),
    },
    /** What its approval would update, or did. */
    updates: record({ instance_id: text, name: text }),
    decision: record(
      { state: { enum: DECISIONS }, at: time, by: record({ name: text }) },
      {
        /** The person's own words, as are the comments'. */
        reason: text,
        comments: { type: "array", items: comment },
        /** Reason and comments were written by a person, not by this server. */
        untrusted: { const: true },
      },
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const withdrawProposal = defineOperation({
  name: "withdraw_proposal",
  audience: "agent",
  scope: "osfoundry:write",
  description: "Take back one of your proposals that still waits.",
  input: record({ proposal_id: id }),
  output: record({ proposal_id: text, state: { enum: PROPOSAL_STATES } }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
});

/** Code points of a comment, a reply, a suggestion or a reason. */
const WORDS = 4000;
export const words = { type: "string", minLength: 1, maxLength: WORDS } as const;

export const replyToProposalComment = defineOperation({
  name: "reply_to_proposal_comment",
  audience: "agent",
  scope: "osfoundry:write",
  description:
    "Answer one comment of the person on your proposal. Propose the change itself as a new revision.",
  input: record({
    proposal_id: id,
    comment_id: id,
    body: words,
    idempotency_key: { type: "string", minLength: 8, maxLength: 128 },
  }),
  output: record({ comment_id: text, reply_id: text, replayed: flag }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
});
