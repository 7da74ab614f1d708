import { type Browser, chromium } from "playwright-core";

/** Launches the Chromium that `npm test` found or installed; it makes no connections of its own. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env["ANTEROOM_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
