import type { Locator } from "playwright-core";

/** So long a page stays on screen, in ms: longer than a frame on a slow machine. */
const PAGE_MS = 80;
/** So many pages at most, and this many times from the start. */
const PAGES = 400;
const TIMES = 3;

/** Reads a file of the card to its end by keyboard, page by page, until the card says that it was seen. */
export async function readToEnd(file: Locator): Promise<void> {
  const box = file.locator("[data-file-box]");
  const seen = file.getByText("Seen to its end");
  // What is still being compared above it would push it away.
  await box.page().getByText("Comparing…").first().waitFor({ state: "detached" });
  for (let time = 0; time < TIMES; time += 1) {
    await box.evaluate((one) => one.closest("article")?.scrollIntoView({ block: "nearest" }));
    for (let page = 0; page < PAGES && (await seen.count()) === 0; page += 1) {
      if (await isAtEnd(box)) break;
      await box.press("PageDown");
      await box.page().waitForTimeout(PAGE_MS);
    }
    // A machine that stood still for a while made a page flash by: it is read again.
    const came = await seen.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (came) return;
    await box.press("Home");
    await box.page().waitForTimeout(PAGE_MS);
  }
  await seen.waitFor();
}

async function isAtEnd(box: Locator): Promise<boolean> {
  return await box.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1);
}
