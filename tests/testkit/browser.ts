import { type Browser, chromium } from "playwright-core";

/** How long a page may take for one step; machines that do much else are slow, and nothing is measured here. */
const STEP_MS = 60_000;

/**
 * Launches the Chromium that `npm test` found or installed, with further arguments; it makes no connections of its own.
 */
export async function launchBrowser(...further: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env["ANTEROOM_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...further,
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(STEP_MS);
    return context;
  };
  return browser;
}
