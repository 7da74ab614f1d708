// npm start: installs and builds what is missing, then serves.
import path from "node:path";
import { build } from "./build.mjs";
import { become, install, node, root } from "./tools.mjs";

install();
build();
become(node(), [path.join(root, "packages/anteroom/src/bin.ts"), "serve", ...process.argv.slice(2)]);
