// npm run anteroom -- …: the program's other commands, from a checkout.
import path from "node:path";
import { become, install, node, root } from "./tools.mjs";

install();
become(node(), [path.join(root, "packages/anteroom/src/bin.ts"), ...process.argv.slice(2)]);
