import { workerData } from "node:worker_threads";
import { Connection } from "./driver.ts";

/**
 * Moves committed pages from the write-ahead log into the database file, away from the writer, whose
 * commits would otherwise wait for it. PASSIVE never holds up readers or writers.
 */
const { file, everyMilliseconds }: { file: string; everyMilliseconds: number } = workerData;
const connection = new Connection({ file, access: "write" });
let seen = connection.dataVersion();

setInterval(() => {
  const version = connection.dataVersion();
  if (version === seen) return;
  seen = version;
  connection.execute("pragma wal_checkpoint(passive)");
}, everyMilliseconds);
