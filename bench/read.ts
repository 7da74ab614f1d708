import { labelApp } from "@anteroom/tests/testkit/samples";
import { measure, median, request } from "./load.ts";
import { Peer } from "./process.ts";
import { detail, type Figure, figure } from "./report.ts";
import { ENDPOINT, startSubject, toolCall } from "./subject.ts";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;

/** An authenticated list_room_apps against node:http that parses the same body and sends the same bytes. */
export async function read(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, room_id, token } = subject;
  const name = "One app";
  const made = await agent.ask<{ proposal_id: string }>("propose_room_snippet_app", {
    room_id,
    name,
    files: labelApp(name),
    idempotency_key: "bench-read-app",
  });
  await owner.approve(made.proposal_id);
  const body = toolCall("list_room_apps", { room_id, limit: 20 });
  const { text } = await agent.post(body);
  await using bare = await Peer.start("bare-read.ts", { answer: text });
  const bytes = request(ENDPOINT, body, { Authorization: `Bearer ${token}`, Accept: "application/json" });
  const rounds = { ours: [] as number[], bare: [] as number[] };
  const load = { connections: CONNECTIONS, seconds: SECONDS, next: () => bytes };
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = await measure({ ...load, port: subject.peer.port });
    if (mine.failed > 0) throw new Error(`${mine.failed} reads failed`);
    const peer = await measure({ ...load, port: bare.port });
    rounds.ours.push(mine.perSecond);
    rounds.bare.push(peer.perSecond);
  }
  const [ours, peer] = [median(rounds.ours), median(rounds.bare)];
  detail(`list_room_apps: ${Math.round(ours)}/s, bare node:http: ${Math.round(peer)}/s`, json);
  return [figure("list_room_apps of bare node:http", (100 * ours) / peer, "%", { least: 40 })];
}
