import { setTimeout as sleep } from "node:timers/promises";
import { probe, median, request } from "./load.ts";
import { Peer } from "./process.ts";
import { detail, type Figure, figure } from "./report.ts";
import { ENDPOINT, makeToken, startSubject, toolCall } from "./subject.ts";

const ROUNDS = 5;
const SECONDS = 2;

/** With the limits that an operator gets, and a proxy in front that tells addresses. */
const AS_INSTALLED = {
  ANTEROOM_RATE_PER_MINUTE: "",
  ANTEROOM_RATE_PER_ADDRESS: "",
  ANTEROOM_OPEN_CALLS: "",
  ANTEROOM_TRUST_PROXY: "1",
};

const FLOODS = [
  { kind: "calls", name: "one connection's calls", sockets: 64 },
  { kind: "sign-ins", name: "wrong sign-ins from everywhere", sockets: 64 },
  { kind: "strangers", name: "calls with made-up tokens", sockets: 64 },
] as const;

/** What one agent's calls take while somebody else does not stop, against what they take in quiet. */
export async function flooded(json: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { kind, name, sockets } of FLOODS) {
    await using subject = await startSubject(AS_INSTALLED);
    const { port } = subject.peer;
    const token = await makeToken(subject.data);
    await using flooder = await Peer.start("flooder.ts", { kind, port, sockets, token });
    const bytes = request(ENDPOINT, toolCall("find_resources", { kind: "room" }), {
      Authorization: `Bearer ${subject.token}`,
    });
    const load = { port, seconds: SECONDS, next: () => bytes };
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await probe(load);
      await flooder.ask("begin");
      const loud = await probe(load);
      const answered = await flooder.ask<Record<string, number>>("end");
      await sleep(500);
      if (quiet.failed + loud.failed > 0) throw new Error(`${quiet.failed + loud.failed} calls failed`);
      ratios.push(loud.p99 / quiet.p99);
      detail(
        `${name}: p99 ${quiet.p99.toFixed(2)} → ${loud.p99.toFixed(2)} ms, p50 ${quiet.p50.toFixed(2)} → ${loud.p50.toFixed(2)} ms; answered ${JSON.stringify(answered)}`,
        json,
      );
    }
    figures.push(
      figure(`p99 of another's calls in a flood of ${name}`, median(ratios), "× quiet", { most: 2 }),
    );
  }
  return figures;
}
