// npm run bench: each figure against a bare peer, or as a time, in one run. Ratios carry over to other
// machines; absolute numbers do not.
import { commentToAgent, decisionToAgent } from "./decision.ts";
import { proposalToCard } from "./card.ts";
import { flooded } from "./flood.ts";
import { hang } from "./hang.ts";
import { oauthDance } from "./oauth-dance.ts";
import { openApps } from "./open-app.ts";
import { openCard } from "./open-card.ts";
import { propose } from "./propose.ts";
import { readyAfterStart } from "./ready.ts";
import { read } from "./read.ts";
import { print } from "./report.ts";
import { scan } from "./scan.ts";
import { sharedToOthers } from "./shared.ts";
import { switchTab } from "./switch-tab.ts";
import { tokenCheck } from "./token-check.ts";

const json = process.argv.includes("--json");
let holds = true;
const PARTS = [
  read,
  propose,
  decisionToAgent,
  commentToAgent,
  sharedToOthers,
  proposalToCard,
  openCard,
  openApps,
  switchTab,
  hang,
  scan,
  readyAfterStart,
  tokenCheck,
  oauthDance,
  flooded,
];
for (const part of PARTS) {
  const figures = await part(json);
  print(figures, json);
  holds &&= figures.every((figure) => figure.holds);
}
if (!json) process.stdout.write(holds ? "bench: all as wanted\n" : "bench: some figures are not as wanted\n");
process.exit(0);
