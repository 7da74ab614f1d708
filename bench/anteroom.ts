// The server under measurement: the real program in a process of its own, with its event loop's delay watched.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readSettings, startServer } from "@anteroom/server";

const folder = mkdtempSync(path.join(tmpdir(), "anteroom-bench-"));
const data = path.join(folder, "data");
const server = await startServer(
  readSettings({
    ANTEROOM_PORT: "0",
    ANTEROOM_DATA: data,
    ANTEROOM_LOG: "silent",
    ANTEROOM_PENDING_LIMIT: "0",
    ANTEROOM_RATE_PER_MINUTE: "0",
    ANTEROOM_RATE_PER_ADDRESS: "0",
    ANTEROOM_OPEN_CALLS: "0",
    ANTEROOM_OWNER_EMAIL: "owner@example.test",
    ANTEROOM_OWNER_PASSWORD: "correct horse battery",
    ...(JSON.parse(process.argv[2] ?? "{}") as Record<string, string>),
  }),
);
const delay = monitorEventLoopDelay({ resolution: 1 });
process.on("message", (question) => {
  switch (question) {
    case "where":
      process.send?.({ data });
      break;
    case "watch":
      delay.reset();
      delay.enable();
      process.send?.({});
      break;
    default:
      delay.disable();
      process.send?.({ p99: delay.percentile(99) / 1e6 });
  }
});
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.send?.({ port: server.port });
