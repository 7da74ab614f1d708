import { type Agent, type Proposed } from "@anteroom/tests/testkit/agent";
import { approvalOf } from "@anteroom/tests/testkit/person";
import { labelApp } from "@anteroom/tests/testkit/samples";
import { quantile } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";
import { startSubject } from "./subject.ts";

const TIMES = 100;

/** From the press of "Approve and create" (the request leaves) to the waiting agent's answer. */
export async function decisionToAgent(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, room_id } = subject;
  const times: number[] = [];
  for (let count = 0; count < TIMES; count += 1) {
    const { proposal_id } = await proposeOne(agent, room_id, count);
    const held = agent.ask<{ state: string }>("read_proposal", { proposal_id, wait_seconds: 50 });
    const card = await owner.card(proposal_id);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const pressed = performance.now();
    const told = held.then((answer) => ({ answer, at: performance.now() }));
    const [{ answer, at }] = await Promise.all([told, owner.do("approve_proposal", approvalOf(card))]);
    if (answer.state !== "approved") throw new Error(`told ${answer.state}`);
    times.push(at - pressed);
  }
  const sorted = times.toSorted((a, b) => a - b);
  detail(`decision → agent: p50 ${quantile(sorted, 0.5).toFixed(1)} ms`, json);
  return [figure("decision to waiting agent, p95", quantile(sorted, 0.95), "ms", { most: 50 })];
}

/** From the press of "Request changes", with a comment on a line, to the waiting agent having the comment. */
export async function commentToAgent(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, room_id } = subject;
  const times: number[] = [];
  for (let count = 0; count < TIMES; count += 1) {
    const { proposal_id } = await proposeOne(agent, room_id, count);
    const held = agent.ask<Told>("read_proposal", { proposal_id, wait_seconds: 50 });
    const { files_seen, ...seen } = approvalOf(await owner.card(proposal_id));
    const comments = [{ body: "Larger, please.", file: "src/App.tsx", line: 1 }];
    await new Promise((resolve) => setTimeout(resolve, 20));
    const pressed = performance.now();
    const told = held.then((answer) => ({ answer, at: performance.now() }));
    const asked = owner.do("request_changes", { ...seen, files_seen, comments });
    const [{ answer, at }] = await Promise.all([told, asked]);
    if (answer.decision?.comments?.[0]?.body !== comments[0]?.body)
      throw new Error("The comment did not arrive.");
    times.push(at - pressed);
  }
  const sorted = times.toSorted((a, b) => a - b);
  detail(`comment → agent: p50 ${quantile(sorted, 0.5).toFixed(1)} ms`, json);
  return [figure("comment to waiting agent, p95", quantile(sorted, 0.95), "ms", { most: 50 })];
}

interface Told {
  readonly decision?: { readonly comments?: readonly { readonly body: string }[] };
}

async function proposeOne(agent: Agent, room_id: string, count: number): Promise<Proposed> {
  const name = `Decision ${count}`;
  const call = { room_id, name, files: labelApp(name), idempotency_key: `bench-decision-${count}` };
  return await agent.ask<Proposed>("propose_room_snippet_app", call);
}
