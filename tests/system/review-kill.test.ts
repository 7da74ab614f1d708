import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, anteroom, TestServer } from "../testkit/server.ts";

// Power cuts while clients live the review loop: what was acknowledged stands, and nothing stands by half.

const CLIENTS = 16;
const ROUNDS = 6;

/** What was acknowledged: ids by the table that must hold them, and decisions by their proposals. */
interface Acknowledged {
  readonly proposals: Set<string>;
  readonly comments: Set<string>;
  readonly comment_replies: Set<string>;
  readonly decisions: Map<string, string>;
}

/** Each is a question that a whole database answers with no row. */
const BROKEN = {
  "a line with two standing apps": `select line_id from apps where removed_at is null
    group by workspace_id, line_id having count(*) > 1`,
  "a line with one revision twice": `select line_id from proposals
    group by workspace_id, line_id, revision having count(*) > 1`,
  "a name with two open cards": `select name_key from proposals where state in ('pending', 'changes_requested')
    group by workspace_id, room_id, person_id, name_key having count(*) > 1`,
  "a state without its decision": `select p.proposal_id from proposals p
    left join decisions d on d.proposal_id = p.proposal_id
    where (p.state in ('approved', 'declined', 'changes_requested') and d.state is not p.state)
      or (p.state = 'pending' and d.state is not null)`,
  "an approval without its app or receipt": `select d.proposal_id from decisions d where d.state = 'approved'
    and (d.signature is null or not exists (select 1 from apps a where a.instance_id = d.instance_id))`,
  "an app that runs what was not approved": `select a.instance_id from apps a
    left join decisions d on d.proposal_id = a.proposal_id and d.state = 'approved'
    where d.digest is not a.digest or d.instance_id is not a.instance_id`,
  "a request for changes without its comments": `select d.proposal_id from decisions d
    where d.state = 'changes_requested'
      and (select count(*) from comments c where c.proposal_id = d.proposal_id) <> 2`,
  "a change that was told by no event": `select p.proposal_id from proposals p where not exists
    (select 1 from events e where e.type = 'proposal.' || replace(p.state, 'pending', 'created')
      and e.data ->> 'proposal_id' = p.proposal_id)`,
  "a reply twice": `select comment_id from comment_replies group by comment_id, body having count(*) > 1`,
  "a gap in a log": `select resource_id from events
    group by workspace_id, resource_id having count(*) <> max(sequence)`,
};

test(`kill -9 while ${CLIENTS} clients review, ${ROUNDS} rounds`, { timeout: 600_000 }, async () => {
  let server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  try {
    const token = await adminToken(server);
    const room_id = await new Agent(server.origin, token).roomId();
    const acknowledged: Acknowledged = {
      proposals: new Set(),
      comments: new Set(),
      comment_replies: new Set(),
      decisions: new Map(),
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await reviewUntilKilled({ server, token, room_id, round, acknowledged });
      server = await server.restart();
      expect(findBroken(server)).toEqual([]);
      expect(findLost(server, acknowledged)).toEqual([]);
    }
    expect(acknowledged.decisions.size).toBeGreaterThan(ROUNDS);
    expect(await anteroom(["verify"], { ANTEROOM_DATA: server.data })).toMatchObject({ code: 0 });
  } finally {
    await server[Symbol.asyncDispose]();
  }
});

interface Round {
  readonly server: TestServer;
  readonly token: string;
  readonly room_id: string;
  readonly round: number;
  readonly acknowledged: Acknowledged;
}

/** Every client goes through the loop with an app of its own until the server is gone under it. */
async function reviewUntilKilled(round: Round): Promise<void> {
  const { server, token } = round;
  const owner = await Person.signIn(server.origin);
  let first: () => void = () => undefined;
  const approved = new Promise<void>((resolve) => (first = resolve));
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new Agent(server.origin, token);
    try {
      for (let turn = 0; ; turn += 1) {
        await goThroughOnce({ ...round, agent, owner, label: `r${round.round}c${client}n${turn}`, client });
        first();
      }
    } catch {
      // The server is gone: what it did not answer may stand or not, but whole.
    }
  });
  await approved;
  // A different moment in each round, somewhere inside the stream of commits.
  await new Promise((resolve) => setTimeout(resolve, (round.round * 53) % 300));
  await server.kill();
  await Promise.all(clients);
}

interface Turn extends Round {
  readonly agent: Agent;
  readonly owner: Person;
  readonly label: string;
  readonly client: number;
}

/** A revision, two comments on it and a reply to each, the next revision and its approval. */
async function goThroughOnce({ agent, owner, label, client, room_id, acknowledged }: Turn): Promise<void> {
  const propose = async (text: string) => {
    const made = await agent.ask<Proposed>("propose_room_snippet_app", {
      room_id,
      name: `App ${client}`,
      files: labelApp(text),
      idempotency_key: `propose-${text}`,
    });
    acknowledged.proposals.add(made.proposal_id);
    return made.proposal_id;
  };
  const proposal_id = await propose(`${label}a`);
  const comment_ids = await owner.requestChanges(proposal_id, [{ body: "One." }, { body: "Two." }]);
  acknowledged.decisions.set(proposal_id, "changes_requested");
  for (const comment_id of comment_ids) {
    acknowledged.comments.add(comment_id);
    const reply = { proposal_id, comment_id, body: "Done.", idempotency_key: `reply-${comment_id}` };
    const both = Array.from(
      { length: 2 },
      async () => await agent.ask<{ reply_id: string }>("reply_to_proposal_comment", reply),
    );
    for (const { reply_id } of await Promise.all(both)) acknowledged.comment_replies.add(reply_id);
  }
  const next = await propose(`${label}b`);
  const card = await owner.card(next);
  if (card.updates) await owner.update(next);
  else await owner.approve(next);
  acknowledged.decisions.set(next, "approved");
}

function findBroken(server: TestServer): string[] {
  using database = open(server);
  return Object.entries(BROKEN).flatMap(([what, question]) =>
    database.prepare(question).all().length > 0 ? [what] : [],
  );
}

/** What was acknowledged and is not there. */
function findLost(server: TestServer, { decisions, ...tables }: Acknowledged): string[] {
  using database = open(server);
  const keys = { proposals: "proposal_id", comments: "comment_id", comment_replies: "reply_id" } as const;
  const missing = Object.entries(keys).flatMap(([table, key]) => {
    const there = new Set(
      database
        .prepare(`select ${key} as id from ${table}`)
        .all()
        .map(({ id }) => id),
    );
    return [...tables[table as keyof typeof keys]].filter((id) => !there.has(id));
  });
  const decided = database.prepare("select proposal_id, state from decisions").all();
  const states = new Map(decided.map((row) => [row["proposal_id"], row["state"]]));
  const undone = [...decisions].filter(([id, state]) => states.get(id) !== state);
  return [...missing, ...undone.map(([id]) => id)];
}

function open(server: TestServer) {
  return new DatabaseSync(join(server.data, "anteroom.sqlite"), { readOnly: true, timeout: 5000 });
}
