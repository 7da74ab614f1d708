import { threadId } from "node:worker_threads";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Refusal } from "@anteroom/features/kernel/errors";
import { defineWrite, type Write, type WriteTx } from "@anteroom/features/kernel/write";

/** Writes that try the writer: a counter that is read, raised and told of in a log, and ways to go wrong. */

export interface Note {
  readonly resource: string;
  /** What the event says. */
  readonly text: string;
}

export const appendNote = defineWrite("test.append_note", append);

export const refuseNote = defineWrite("test.refuse_note", async (tx, note: Note) => {
  const sequence = await append(tx, note);
  throw new Refusal({
    code: "conflict_state",
    message: `There are ${sequence} notes already.`,
    where: "text",
  });
});

export const failNote = defineWrite("test.fail_note", async (tx, note: Note) => {
  await append(tx, note);
  await sql`insert into no_such_table values (1)`.execute(tx.db);
});

/** Awaits a timer between two notes; the second one is late. */
export const slowNote = defineWrite("test.slow_note", async (tx, note: Note) => {
  await append(tx, note);
  await sleep(50);
  await append(tx, { ...note, text: `${note.text}, late` });
});

const gate = Promise.withResolvers<void>();

/** Awaits another write, whose transaction is open when this one goes on. */
export const waitAtGate = defineWrite("test.wait_at_gate", async (tx, note: Note) => {
  await append(tx, note);
  await gate.promise;
  await append(tx, { ...note, text: `${note.text}, late` });
});

export const openGate = defineWrite("test.open_gate", async (tx, notes: readonly Note[]) => {
  gate.resolve();
  for (const note of notes) await append(tx, note);
});

/** Makes SQLite undo the whole batch, and goes on as if nothing had happened. */
export const undoBatch = defineWrite("test.undo_batch", async (tx, note: Note) => {
  const again = sql`insert or rollback into event_counters values ('w', ${note.resource}, 1)`;
  await again.execute(tx.db).catch(() => undefined);
  await again.execute(tx.db).catch(() => undefined);
  await append(tx, note).catch(() => undefined);
});

/** Ends the writer in the middle of a batch. */
export const crash = defineWrite("test.crash", async (tx, note: Note) => {
  await append(tx, note);
  process.exit(7);
});

export const answerFunction = defineWrite("test.answer_function", async () => () => "cannot be cloned");

/** The clock as two steps of one write see it, and the thread they run in. */
export const readClock = defineWrite("test.read_clock", async (tx) => {
  const first = tx.now;
  await sql`select 1`.execute(tx.db);
  return { first, second: tx.now, thread: threadId };
});

export const writes: readonly Write<never, unknown>[] = [
  appendNote,
  refuseNote,
  failNote,
  slowNote,
  waitAtGate,
  openGate,
  undoBatch,
  crash,
  answerFunction,
  readClock,
];

async function append(tx: WriteTx, note: Note): Promise<number> {
  const key = { workspace_id: "w", resource_id: note.resource };
  const counter = await tx.db
    .selectFrom("event_counters")
    .select("sequence")
    .where("resource_id", "=", note.resource)
    .executeTakeFirst();
  const sequence = (counter?.sequence ?? 0) + 1;
  await tx.db
    .insertInto("event_counters")
    .values({ ...key, sequence })
    .onConflict((conflict) => conflict.columns(["workspace_id", "resource_id"]).doUpdateSet({ sequence }))
    .execute();
  await tx.db
    .insertInto("events")
    .values({
      ...key,
      sequence,
      event_id: `evt_${note.resource}_${sequence}`,
      type: "test.note",
      at: tx.now,
      actor_kind: "person",
      actor_id: "pers_test",
      actor_name: "Test",
      private_to: null,
      data: JSON.stringify({ text: note.text }),
    })
    .execute();
  tx.signal({ kind: "resource", resource_id: note.resource, sequence });
  return sequence;
}
