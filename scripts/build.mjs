// Builds what the server serves: the apps' runtime and the web app. Built already and nothing newer: done.
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fail, install, node, root, run, runTool } from "./tools.mjs";

/** The newest change under these folders and files, in milliseconds since 1970. */
function newest(places) {
  let latest = 0;
  for (const place of places) {
    const full = path.join(root, place);
    if (!existsSync(full)) continue;
    const entries = statSync(full).isDirectory()
      ? readdirSync(full, { recursive: true }).map((name) => path.join(full, name))
      : [full];
    for (const entry of entries) latest = Math.max(latest, statSync(entry).mtimeMs);
  }
  return latest;
}

function stale(outputs, inputs) {
  const changed = newest(inputs);
  const built = outputs.map((output) => path.join(root, output));
  return built.some((file) => !existsSync(file) || statSync(file).mtimeMs < changed);
}

/** Builds the runtime and the web app where they are missing or older than their sources. */
export function build({ force = false } = {}) {
  const shared = ["packages/app-format/src", "package-lock.json"];
  const runtime = ["frame.html", "compile.js", "runtime.json"].map(
    (name) => `packages/sandbox/dist/runtime/${name}`,
  );
  if (force || stale(runtime, ["packages/sandbox/src", ...shared])) {
    process.stderr.write("Building the apps' runtime…\n");
    if (run(node(), ["packages/sandbox/src/build.ts"]) !== 0) fail("The runtime did not build.");
  }
  const web = [
    "packages/web/src",
    "packages/web/index.html",
    "packages/web/vite.config.ts",
    "packages/web/build",
    "packages/client/src",
    "packages/sandbox/src/host",
    "packages/sandbox/src/wire",
    "packages/sandbox/src/review/report.ts",
    "packages/sandbox/src/review/delta.ts",
    "packages/features/src/contract.ts",
    ...shared,
  ];
  if (force || stale(["packages/web/dist/index.html"], web)) {
    process.stderr.write("Building the web app…\n");
    if (runTool("vite", ["build", "packages/web", "--logLevel", "warn"]) !== 0) {
      fail("The web app did not build.");
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  build({ force: true });
}
