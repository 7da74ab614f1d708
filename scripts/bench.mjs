// npm run bench: what is measured, side by side with bare peers in the same run. -- --json prints lines.
import { build } from "./build.mjs";
import { chromium } from "./browsers.mjs";
import { install, node, run } from "./tools.mjs";

install();
build();
process.exit(
  run(node(), ["bench/main.ts", ...process.argv.slice(2)], { ANTEROOM_TEST_CHROMIUM: chromium() }),
);
