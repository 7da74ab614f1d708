import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect, test } from "vitest";
import { Team } from "../testing/team.ts";
import { reachResource } from "../workspaces/index.ts";
import { listLatestVisible } from "./latest.ts";

// Reading a long log backwards, of which the reader may read almost nothing.

const PRIVATE = 25_000;

test.each([1, 50])(
  "pages of %d that follow next_before reach what is readable, in few and bounded looks",
  async (limit) => {
    await using team = await Team.open();
    const { workspace_id, room_id, house } = team;
    const reader = await team.join("guest", { room: true });
    const beside = new DatabaseSync(path.join(house.opened.folder, "anteroom.sqlite"), { timeout: 5000 });
    const event = beside.prepare(
      "insert into events values (?, ?, ?, ?, 'proposal.created', '', 'agent', 'conn_two', 'Two', ?, '{}')",
    );
    beside.exec("begin");
    for (let sequence = 1; sequence <= PRIVATE; sequence += 1) {
      const readable = sequence < 3 || sequence === PRIVATE;
      event.run(workspace_id, room_id, sequence, `evt_${sequence}`, readable ? null : "pers_two");
    }
    beside.exec("commit");
    beside.close();

    const { read: db } = house.ports.store;
    const principal = { kind: "person", person_id: reader.person_id } as const;
    const resource = await reachResource(db, principal, room_id);
    const sequences: number[] = [];
    let looks = 0;
    let before: number | undefined = Number.MAX_SAFE_INTEGER;
    while (before !== undefined) {
      const page = await listLatestVisible(db, { principal, resource: resource! }, { before, limit });
      sequences.push(...page.events.map(({ sequence }) => sequence));
      expect(page.events.length).toBeLessThanOrEqual(limit);
      if (page.next_before !== undefined) expect(page.next_before).toBeLessThan(before);
      before = page.next_before;
      looks += 1;
    }
    expect(sequences).toEqual([PRIVATE, 2, 1]);
    expect(looks).toBeLessThan(7);
  },
);
