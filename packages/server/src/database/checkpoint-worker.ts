import { parentPort, workerData } from "node:worker_threads";
import { Connection } from "./driver.ts";

/**
 * Moves committed pages from the write-ahead log into the database file, away from the writer, whose
 * commits would otherwise wait for it. PASSIVE never holds up readers or writers. What fails, as on a full
 * disk, is told once and tried again until it works.
 */
const { file, everyMilliseconds }: { file: string; everyMilliseconds: number } = workerData;
const connection = new Connection({ file, access: "write" });
let seen = connection.dataVersion();
let failing = false;

setInterval(() => {
  try {
    const version = connection.dataVersion();
    if (version === seen) return;
    connection.execute("pragma wal_checkpoint(passive)");
    seen = version;
    failing = false;
  } catch (error) {
    if (!failing) parentPort?.postMessage(`The log could not be folded into the database: ${String(error)}`);
    failing = true;
  }
}, everyMilliseconds);
