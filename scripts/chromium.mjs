// Finds a Chromium for the browser tests, or installs Debian's. Tests never go on without one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fail } from "./tools.mjs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium; ends the run with advice when there is none and none can be installed. */
export function chromium() {
  const named = process.env.ANTEROOM_TEST_CHROMIUM;
  if (named) return existsSync(named) ? named : fail(`ANTEROOM_TEST_CHROMIUM names no file: ${named}`);
  const found = USUAL_PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write("Installing Debian's chromium for the browser tests…\n");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args) => spawnSync("apt-get", args, { stdio: "inherit", env }).status;
    apt("update", "-qq");
    if (apt("install", "-y", "-qq", "chromium") === 0 && existsSync("/usr/bin/chromium")) {
      return "/usr/bin/chromium";
    }
  }
  return fail(
    "The browser tests need Chromium, and none was found. Install it (Debian: apt-get install chromium) or name one in ANTEROOM_TEST_CHROMIUM.",
  );
}
