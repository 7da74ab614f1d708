// Finds the browsers that the tests drive, or installs Debian's. Tests never go on without one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fail } from "./tools.mjs";

const CHROMIUM = {
  name: "Chromium",
  setting: "ANTEROOM_TEST_CHROMIUM",
  debian: "chromium",
  places: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

const FIREFOX = {
  name: "Firefox",
  setting: "ANTEROOM_TEST_FIREFOX",
  debian: "firefox-esr",
  places: [
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
  ],
};

/** The path of a Chromium; ends the run with advice when there is none and none can be installed. */
export function chromium() {
  return find(CHROMIUM);
}

/** The path of a Firefox, as `chromium`. */
export function firefox() {
  return find(FIREFOX);
}

function find({ name, setting, debian, places }) {
  const named = process.env[setting];
  if (named) return existsSync(named) ? named : fail(`${setting} names no file: ${named}`);
  const there = () => places.find((place) => existsSync(place));
  return (
    there() ??
    (install(debian) ? there() : undefined) ??
    fail(
      `The tests need ${name}, and none was found. Install it (Debian: apt-get install ${debian}) or name one in ${setting}.`,
    )
  );
}

/** Whether a package of Debian's was installed. */
function install(debian) {
  const isDebian = process.platform === "linux" && existsSync("/usr/bin/apt-get");
  if (!isDebian || process.getuid?.() !== 0) return false;
  process.stderr.write(`Installing Debian's ${debian} for the tests in a browser…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { stdio: "inherit", env }).status;
  apt("update", "-qq");
  return apt("install", "-y", "-qq", debian) === 0;
}
