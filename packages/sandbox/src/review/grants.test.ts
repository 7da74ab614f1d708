import { expect, test } from "vitest";
import { grantsOf } from "./grants.ts";
import { scanFiles } from "./testing/scan-text.ts";

test("shared data is asked for by code that uses it, anywhere in the app, and by nothing else", () => {
  const app = { "src/App.tsx": `import "./votes"; import { storage } from "@anteroom/app"; storage.list();` };
  const votes = `import { shared as room } from "@anteroom/app"; export const vote = () => room.set("a", 1);`;
  expect(grantsOf(scanFiles({ ...app, "src/votes.ts": votes }))).toEqual(["shared"]);
  expect(grantsOf(scanFiles({ ...app, "src/votes.ts": "export const shared = 1; shared;" }))).toEqual([]);
});

test("grants stand in one order, whatever the report's", () => {
  const use = { name: "x", total: 1, places: [] };
  const capabilities = ["members", "network", "storage_shared"].map((capability) => ({ ...use, capability }));
  expect(grantsOf({ capabilities } as never)).toEqual(["shared", "members"]);
});
