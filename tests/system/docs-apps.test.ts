import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// What docs/apps.md shows is proposed as it stands there, approved, and run.

const project = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const guide = project("docs/apps.md");

/** The apps of the guide: a fence with a path is a file, and each `src/App.tsx` begins another app. */
const apps: Record<string, string>[] = [];
for (const [, path = "", text = ""] of guide.matchAll(/^```\w+ (src\/\S+)\n([\s\S]*?)^```$/gmu)) {
  if (path === "src/App.tsx") apps.push({});
  Object.assign(apps.at(-1) ?? {}, { [path]: text });
}

/** What each of them has for its heading. */
const HEADINGS = [
  "Counter",
  "Tea",
  "Cups this week",
  "Tea or coffee?",
  "0 notes",
  "Team room",
  "2 things to buy",
];

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  page = await browser.newPage();
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test.each(HEADINGS.map((heading, index) => [heading, index] as const))(
  "“%s” runs as it stands in the guide",
  async (heading, index) => {
    const files = apps[index]!;
    const call = { room_id, name: `Guide ${index}`, files, idempotency_key: `guide example ${index}` };
    const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
    const { instance_id } = await owner.approve(proposal_id);
    await page.goto(`${server.origin}/rooms/${room_id}?app=${instance_id}`);
    await page.frameLocator("iframe").getByRole("heading", { name: heading }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  },
);

test("the guide has no other examples", () => {
  expect(apps).toHaveLength(HEADINGS.length);
});

test("the guide quotes the SDK's declarations whole", () => {
  expect(guide).toContain(project("packages/sandbox/src/app/anteroom-app.d.ts").trim());
});
