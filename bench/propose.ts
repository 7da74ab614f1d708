import { randomUUID } from "node:crypto";
import { STAND_UP_TIMER } from "@anteroom/tests/testkit/samples";
import { measure, median, request } from "./load.ts";
import { Peer } from "./process.ts";
import { detail, type Figure, figure } from "./report.ts";
import { ENDPOINT, startSubject, toolCall } from "./subject.ts";

const ROUNDS = 3;
const SECONDS = 3;

/** Proposals of the stand-up timer, each under its own name, against a bare group-commit loop. */
export async function propose(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  await using bare = await Peer.start("bare-propose.ts", {});
  const headers = { Authorization: `Bearer ${subject.token}`, Accept: "application/json" };
  const next = () => {
    const id = randomUUID();
    const files = { ...STAND_UP_TIMER, "src/label.ts": `export const label = "${id}";\n` };
    const args = { room_id: subject.room_id, name: `App ${id}`, files, idempotency_key: id };
    return request(ENDPOINT, toolCall("propose_room_snippet_app", args), headers);
  };
  const figures: Figure[] = [];
  for (const connections of [1, 64]) {
    const rounds = { ours: [] as number[], bare: [] as number[], delay: [] as number[], p99: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = { connections, seconds: SECONDS, next };
      await subject.peer.ask("watch");
      const mine = await measure({ ...load, port: subject.peer.port });
      if (mine.failed > 0) throw new Error(`${mine.failed} proposals failed`);
      rounds.delay.push((await subject.peer.ask<{ p99: number }>("delay")).p99);
      const peer = await measure({ ...load, port: bare.port });
      rounds.ours.push(mine.perSecond);
      rounds.p99.push(mine.p99);
      rounds.bare.push(peer.perSecond);
    }
    const [ours, peer] = [median(rounds.ours), median(rounds.bare)];
    const clients = connections === 1 ? "1 client" : `${connections} clients`;
    detail(
      `propose, ${clients}: ${Math.round(ours)}/s (p99 ${median(rounds.p99).toFixed(1)} ms), bare: ${Math.round(peer)}/s`,
      json,
    );
    const bound = connections === 1 ? { least: 0 } : { least: 60 };
    figures.push(figure(`propose, ${clients}, of a bare group-commit loop`, (100 * ours) / peer, "%", bound));
    if (connections === 64) {
      figures.push(figure(`event loop delay p99, ${clients}`, median(rounds.delay), "ms", { most: 10 }));
    }
  }
  return figures;
}
