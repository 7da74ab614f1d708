import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOf, hundredFiles, longFile } from "../apps/samples.ts";
import { LARGE, STORIES, type Story } from "../apps/stories.ts";
import { OwnerRoom } from "../testkit/owner-room.ts";

// Small apps as agents write them: each is proposed, approved, opened and used, in light and in dark.

let room: OwnerRoom;
let page: Page;

beforeAll(async () => {
  room = await OwnerRoom.open({
    page: { viewport: { width: 1000, height: 760 }, reducedMotion: "reduce" },
  });
  ({ page } = room);
});
afterAll(async () => await room?.[Symbol.asyncDispose]());

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
    const { address } = await room.letIn(name, files());
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(address);
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
