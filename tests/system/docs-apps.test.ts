import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OwnerRoom } from "../testkit/owner-room.ts";

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

let room: OwnerRoom;
let page: Page;

beforeAll(async () => {
  room = await OwnerRoom.open();
  ({ page } = room);
});
afterAll(async () => await room?.[Symbol.asyncDispose]());

test.each(HEADINGS.map((heading, index) => [heading, index] as const))(
  "“%s” runs as it stands in the guide",
  async (heading, index) => {
    const { address } = await room.letIn(`Guide ${index}`, apps[index]!);
    await page.goto(address);
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
