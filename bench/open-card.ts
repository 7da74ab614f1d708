import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "@anteroom/tests/testkit/browser";
import { signInOn } from "@anteroom/tests/testkit/pages";
import { median } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";
import { appOf } from "./review-apps.ts";
import { startSubject } from "./subject.ts";

const ROUNDS = 5;
/** Files and lines of each: a small app, a middling one, and the most that a snippet may have. */
const CARDS = [
  { files: 2, lines: 60 },
  { files: 21, lines: 60 },
  { files: 100, lines: 220 },
] as const;
const SCROLLS = 60;
/** Opening is measured by its first paint; scrolling from when a reader would begin. */
const SETTLED_MS = 1000;

interface Opened {
  /** From the press on the queue's row to the code being painted, in milliseconds. */
  readonly painted: number;
  /** From the answer of the server having come to that, in milliseconds. */
  readonly drawn: number;
}

/** Opening the card of an update, and the longest task of the page while it is scrolled through. */
export async function openCard(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, origin, room_id } = subject;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signInOn(page, origin);
    const figures: Figure[] = [];
    for (const { files, lines } of CARDS) {
      const name = `Card of ${files}`;
      const propose = async (changed: boolean) =>
        await agent.ask<{ proposal_id: string }>("propose_room_snippet_app", {
          room_id,
          name,
          files: appOf({ files, lines, changed }),
          idempotency_key: `bench-open-${files}-${changed}`,
        });
      await owner.approve((await propose(false)).proposal_id);
      const { proposal_id } = await propose(true);
      const opened: Opened[] = [];
      let longest = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.goto(`${origin}/connected`);
        const row = page.getByRole("link", { name: new RegExp(name) }).first();
        await row.waitFor();
        // Each round leaves a page behind; who opens a card once does not pay for those of the others.
        await page.requestGC();
        await page.evaluate(watchPage, `/connected/proposals/${proposal_id}`);
        await row.click();
        opened.push(await page.evaluate(() => (globalThis as never as { opened: Promise<Opened> }).opened));
        await sleep(SETTLED_MS);
        longest = Math.max(longest, await page.evaluate(scrollThrough, SCROLLS));
      }
      const drawn = median(opened.map((one) => one.drawn));
      detail(
        `card of ${files} files: press → code ${median(opened.map((one) => one.painted)).toFixed(0)} ms; longest task while scrolling ${longest.toFixed(0)} ms`,
        json,
      );
      figures.push(
        figure(`card of ${files} files: answer to first paint of code, median`, drawn, "ms", { most: 300 }),
      );
      figures.push(
        figure(`card of ${files} files: longest task while scrolling`, longest, "ms", { most: 50 }),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** Runs in the page: tells, once, how long the first line of code took from now on. */
function watchPage(): void {
  const from = performance.now();
  const opened = new Promise<Opened>((resolve) => {
    const look = () => {
      if (!document.querySelector("[data-line]")) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const now = performance.now();
        const answer = performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.endsWith("/open_proposal"))
          .at(-1) as PerformanceResourceTiming | undefined;
        resolve({ painted: now - from, drawn: now - (answer?.responseEnd ?? from) });
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true });
  });
  Object.assign(globalThis, { opened });
}

/** Runs in the page: scrolls through it a window at a time; the longest task met, in milliseconds. */
async function scrollThrough(steps: number): Promise<number> {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ entryTypes: ["longtask"] });
  const page = document.scrollingElement ?? document.body;
  for (let step = 1; step <= steps; step += 1) {
    page.scrollTo({ top: innerHeight * step });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  observer.disconnect();
  return longest;
}
