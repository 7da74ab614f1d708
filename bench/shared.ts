import type { Proposed } from "@anteroom/tests/testkit/agent";
import type { LivePage } from "@anteroom/tests/testkit/live-page";
import { Person } from "@anteroom/tests/testkit/person";
import { SHARED_COUNTER } from "@anteroom/tests/testkit/samples";
import { quantile } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";
import { startSubject } from "./subject.ts";

const TIMES = 200;

/** From an app's `set` leaving one member's page to the value being in another member's page. */
export async function sharedToOthers(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, room_id } = subject;
  const call = { room_id, name: "Counter", files: SHARED_COUNTER, idempotency_key: "bench-shared" };
  const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
  const app = await owner.approve(proposal_id);
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const who = { name: "Member", email: "member@example.test", password: "another long sentence" };
  const member = await Person.join(link, who);
  const page = await member.openPage();
  const times: number[] = [];
  let version = 0;
  for (let count = 1; count <= TIMES; count += 1) {
    const sent = performance.now();
    const set = owner.do("set_shared_value", { ...app, key: "count", value: `${count}` });
    await untilTold(page);
    const answer = await member.do<Read>("read_shared_data", { ...app, after: version });
    times.push(performance.now() - sent);
    version = answer.version;
    if (answer.entries.at(-1)?.value !== `${count}`) throw new Error("The value did not arrive.");
    await set;
  }
  page.close();
  const sorted = times.toSorted((a, b) => a - b);
  detail(`shared set → other's page: p50 ${quantile(sorted, 0.5).toFixed(1)} ms`, json);
  return [figure("shared set to another member's page, p95", quantile(sorted, 0.95), "ms", { most: 150 })];
}

async function untilTold(page: LivePage): Promise<void> {
  for (;;) {
    const told = await page.next();
    if (!told) throw new Error("The stream ended.");
    if (told.event === "shared") return;
  }
}

interface Read {
  readonly entries: readonly { readonly value?: string }[];
  readonly version: number;
}
