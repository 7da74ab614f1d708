import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOf, hundredFiles, longFile } from "../apps/samples.ts";
import { LARGE, STORIES, type Story } from "../apps/stories.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Small apps as agents write them: each is proposed, approved, opened and used, in light and in dark.

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
  page = await browser.newPage({ viewport: { width: 1000, height: 760 }, reducedMotion: "reduce" });
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const APPS: readonly (readonly [string, Story, () => Record<string, string>])[] = [
  ...Object.entries(STORIES).map(([name, story]) => [name, story, () => filesOf(name)] as const),
  ["long", LARGE.long, longFile],
  ["hundred", LARGE.hundred, hundredFiles],
];

test("there are forty of them", () => {
  expect(APPS.length).toBeGreaterThanOrEqual(40);
});

test.each(APPS)(
  "%s runs, does what it is for, and can be read in light and dark",
  async (name, story, files) => {
    const call = { room_id, name, files: files(), idempotency_key: `sample ${name}` };
    const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
    const { instance_id } = await owner.approve(proposal_id);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${server.origin}/rooms/${room_id}?app=${instance_id}`);
    await story(page.frameLocator("iframe"));
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      const frame = await frameOf(page);
      await frame.waitForFunction((now) => document.documentElement.dataset["theme"] === now, theme);
      await keepPicture(`${name}-${theme}`);
      expect(await unreadable(frame), theme).toEqual([]);
    }
    expect(await page.getByRole("alert").count()).toBe(0);
  },
);

async function frameOf(of: Page): Promise<Frame> {
  const frame = await (await of.locator("iframe").elementHandle())?.contentFrame();
  if (!frame) throw new Error("No app is open.");
  return frame;
}

/** Text of an app that cannot be told from its ground. */
async function unreadable(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(
    async () => await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: ["color-contrast"] }),
  );
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}

/** Keeps what an app looks like, where somebody asks for it to look at. */
async function keepPicture(name: string): Promise<void> {
  const folder = process.env["ANTEROOM_TEST_PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
