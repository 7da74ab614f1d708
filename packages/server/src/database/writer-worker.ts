import { parentPort, workerData } from "node:worker_threads";
import type { Write } from "@anteroom/features/kernel/write";
import { BatchWriter, type Call, OUTCOME_UNKNOWN } from "./batch.ts";
import { Connection } from "./driver.ts";
import { postAll } from "./post.ts";
import type { WriterData } from "./writer.ts";

/** The most writes that share one commit. */
const LARGEST_BATCH = 256;
/** How often it is looked whether another process has committed. */
const OTHERS_MILLISECONDS = 500;

if (!parentPort) throw new Error("The writer runs as a worker");
const port = parentPort;
const { file, writesModule, clock, others, changes }: WriterData = workerData;

const module: { writes?: readonly Write<never, unknown>[] } = await import(writesModule);
if (!module.writes) throw new Error(`The module ${writesModule} exports no "writes"`);
const connection = new Connection({ file, access: "write" });
const writer = new BatchWriter({ connection, writes: module.writes, clock });

// Asked on this connection, whose own commits do not count: no other can tell them from other processes'.
let seen: number | undefined;
const watch = setInterval(() => lookAtOthers(), OTHERS_MILLISECONDS);
lookAtOthers();

const waiting: Call[] = [];
let running = false;
let closing = false;

port.on("message", (message: readonly Call[] | "close") => {
  if (message === "close") closing = true;
  else for (const call of message) waiting.push(call);
  schedule();
});
port.postMessage("ready");

/** The first look counts as a change: nobody looked while there was no writer. */
function lookAtOthers(): void {
  const version = connection.dataVersion();
  if (version === seen) return;
  seen = version;
  // In this order: whoever is woken by the second asks anew because of the first.
  Atomics.add(changes, 0, 1);
  Atomics.add(others, 0, 1);
}

/** Each batch has its own turn of the event loop, so that what arrived meanwhile shares the next commit. */
function schedule(): void {
  if (running) return;
  running = true;
  setImmediate(() => void takeTurn());
}

async function takeTurn(): Promise<void> {
  const calls = waiting.splice(0, LARGEST_BATCH);
  if (calls.length > 0) {
    const answers = await writer.run(calls);
    Atomics.add(changes, 0, 1);
    postAll(port, answers, ({ id }, error) => {
      const detail = `The result of "${calls.find((call) => call.id === id)?.name}": ${String(error)}`;
      port.postMessage([{ id, refusal: OUTCOME_UNKNOWN, detail }]);
    });
  }
  running = false;
  if (waiting.length > 0) return schedule();
  if (closing) {
    clearInterval(watch);
    connection[Symbol.dispose]();
    port.close();
  }
}
