import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INSTALL_WITHIN_MS, installClients } from "../clients/install.ts";
import { Agent } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { StandIn } from "./stand-in.ts";
import { runSuite } from "./suite.ts";

// The protocol's own conformance suite against the running server, in both eras. What it cannot pass here
// stands in expected-failures.json with the reason; nothing else may fail, and nothing there may pass.

interface Expected {
  readonly reasons: Readonly<Record<string, string>>;
  /** By revision and reason: `scenario:check`. */
  readonly failures: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const expected = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "expected-failures.json"), "utf8"),
) as Expected;

const running = new AsyncDisposableStack();
let standIn: StandIn;

beforeAll(async () => {
  await installClients();
  const server = running.use(await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } }));
  const token = await adminToken(server);
  const owner = await Person.signIn(server.origin);
  const room_id = await new Agent(server.origin, token).roomId();
  standIn = running.use(await StandIn.open({ server, token, owner, room_id }));
}, INSTALL_WITHIN_MS);
afterAll(async () => await running.disposeAsync());

test("each expected failure has a reason, and each reason a failure", () => {
  const used = Object.values(expected.failures).flatMap((byReason) => Object.keys(byReason));
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(expected.reasons).toSorted());
});

test.each(Object.entries(expected.failures))("revision %s", async (revision, byReason) => {
  const { passed, failed } = await runSuite(standIn.url, revision);
  const wanted = Object.values(byReason).flat();
  const news = Object.entries(failed).filter(([check]) => !wanted.includes(check));
  expect(Object.fromEntries(news)).toEqual({});
  expect(
    wanted.filter((check) => !(check in failed)),
    "These passed or were not run: take them out of expected-failures.json.",
  ).toEqual([]);
  expect(passed).toContain("tools-list:tools-list");
});
