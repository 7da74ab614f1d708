// Draws the import map of docs/ARCHITECTURE.md from the code. With --check it only says whether the page is
// true; npm run check calls it so.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fail, install, node, root, toolFile } from "./tools.mjs";

const PAGE = path.join(root, "docs", "ARCHITECTURE.md");
const [BEGIN, END] = ["<!-- import map: begin -->", "<!-- import map: end -->"];
const NOT_SHIPPED = /\.(test|arbitrary|model)\.tsx?$|\/testing\/|\/dist\//;

/** The room that a file belongs to: a feature, a part of a package, or a whole package. */
function roomOf(file) {
  if (NOT_SHIPPED.test(file)) return undefined;
  const [, name, folder] = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (name === "features") return folder ? `features/${folder}` : "features";
  if (name === "sandbox") return folder ? `sandbox/${folder}` : undefined;
  if (name === "server") return folder ? `server/${folder}` : "server";
  return name;
}

function draw() {
  const cruiser = toolFile("dependency-cruiser", "depcruise");
  const args = [cruiser, "packages", "--config", ".dependency-cruiser.mjs", "--output-type", "json"];
  const done = spawnSync(node(), args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (!done.stdout) fail(`The import map could not be drawn: ${done.stderr}`);
  const edges = new Set();
  for (const { source, dependencies } of JSON.parse(done.stdout).modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (from && to && from !== to) edges.add(`  ${quoted(from)} --> ${quoted(to)}`);
    }
  }
  return ["```mermaid", "flowchart LR", ...[...edges].toSorted((a, b) => (a < b ? -1 : 1)), "```"].join("\n");
}

function quoted(room) {
  return `${room.replaceAll(/[^a-z]/g, "_")}["${room}"]`;
}

/** Redraws the map, or with `check` says whether the page holds the map of now. */
export function importMap({ check }) {
  const page = readFileSync(PAGE, "utf8");
  const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  const after = page.slice(page.indexOf(END));
  const drawn = `${before}\n\n${draw()}\n\n${after}`;
  if (drawn === page) return true;
  if (check) {
    process.stderr.write("docs/ARCHITECTURE.md shows an old import map: run npm run import-map.\n");
    return false;
  }
  writeFileSync(PAGE, drawn);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  process.exit(importMap({ check: process.argv.includes("--check") }) ? 0 : 1);
}
