import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "@anteroom/tests/testkit/browser";
import { signInOn } from "@anteroom/tests/testkit/pages";
import { median } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";
import { appOf } from "./review-apps.ts";
import { startSubject } from "./subject.ts";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>["newPage"]>>;
type Frame = ReturnType<Page["mainFrame"]>;

/** As many as are kept awake. */
const APPS = 8;
const ROUNDS = 32;
const REST_MS = 150;

/** From the press on a tab to its app, which runs already, having drawn again in the place of another. */
export async function switchTab(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, origin, room_id } = subject;
  const browser = await launchBrowser();
  try {
    for (let n = 0; n < APPS; n += 1) {
      const { proposal_id } = await agent.ask<{ proposal_id: string }>("propose_room_snippet_app", {
        room_id,
        name: `Tab ${n}`,
        files: appOf({ files: 21, lines: 60 }),
        idempotency_key: `bench-switch-${n}`,
      });
      await owner.approve(proposal_id);
    }
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signInOn(page, origin);
    await page.goto(`${origin}/rooms/${room_id}`);
    const frames: Frame[] = [];
    for (let n = 0; n < APPS; n += 1) frames.push(await openTab(page, n));
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const n = round % APPS;
      took.push(await switchTo(page, n, frames[n]));
      await sleep(REST_MS);
    }
    detail(
      `${APPS} apps of 21 files awake: slowest of ${ROUNDS} switches ${Math.max(...took).toFixed(0)} ms`,
      json,
    );
    return [figure("switch of tabs: press to drawn, median", median(took), "ms", { most: 50 })];
  } finally {
    await browser.close();
  }
}

/** Opens a tab for the first time; its app's frame once it has drawn. */
async function openTab(page: Page, n: number): Promise<Frame> {
  await page.getByRole("tab", { name: `Tab ${n}` }).click();
  const place = page.getByRole("tabpanel").locator("iframe");
  await place.contentFrame().getByText("Before").waitFor();
  const frame = await (await place.elementHandle())?.contentFrame();
  if (!frame) throw new Error("The tab has no frame.");
  return frame;
}

/** How long it took from the press to the first frame that the app drew again, in ms. */
async function switchTo(page: Page, n: number, frame: Frame | undefined): Promise<number> {
  // Behind another tab a frame draws nothing, so this waits until it is seen.
  await frame?.evaluate(() => {
    const drawn = new Promise<number>((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    });
    Object.assign(globalThis, { drawn });
  });
  await sleep(REST_MS);
  const pressed = await page.evaluate((at) => {
    const from = performance.timeOrigin + performance.now();
    document.querySelectorAll<HTMLElement>("[role=tab]")[at]?.click();
    return from;
  }, n);
  const drawn = await frame?.evaluate(() => (globalThis as never as { drawn: Promise<number> }).drawn);
  if (drawn === undefined || drawn < pressed) throw new Error("The app drew while it was not seen.");
  return drawn - pressed;
}
