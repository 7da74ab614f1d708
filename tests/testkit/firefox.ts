import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connect, type Browser } from "puppeteer-core";

type Preferences = Readonly<Record<string, string | number | boolean>>;

const LEASH = join(import.meta.dirname, "on-leash.ts");

/** What differs from a person's Firefox, besides what it switches off by itself when it is driven. */
const PREFERENCES: Preferences = {
  // Its resolver is not there: it reaches nothing but this machine, whatever it would ask for.
  "network.trr.mode": 3,
  "network.trr.uri": "https://127.0.0.1:9/",
  // Presses come in as a person's do, and so find their frame whichever process has it.
  "remote.events.async.mouse.enabled": true,
};

/** A Firefox of its own with a fresh profile, driven by WebDriver BiDi. It ends with the test process at the latest. */
export class Firefox implements AsyncDisposable {
  readonly browser: Browser;
  readonly #process: ChildProcess;
  readonly #profile: string;

  private constructor(browser: Browser, process: ChildProcess, profile: string) {
    this.browser = browser;
    this.#process = process;
    this.#profile = profile;
  }

  /** Launches the Firefox that `npm test` found or installed; `preferences` as in about:config. */
  static async launch(preferences: Preferences = {}): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), "anteroom-firefox-"));
    await writeFile(join(profile, "user.js"), userJs({ ...PREFERENCES, ...preferences }));
    const program = process.env["ANTEROOM_TEST_FIREFOX"] ?? "/usr/bin/firefox-esr";
    // Not by puppeteer, which would put all sites into one process.
    const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile];
    const child = spawn(process.execPath, [LEASH, program, ...args, "about:blank"], {
      stdio: ["pipe", "ignore", "pipe"],
    });
    const browserWSEndpoint = `${await readAddress(child)}/session`;
    // What nobody reads would hold it up.
    child.stderr.resume();
    const browser = await connect({
      browserWSEndpoint,
      protocol: "webDriverBiDi",
      acceptInsecureCerts: true,
    });
    return new Firefox(browser, child, profile);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exit = once(this.#process, "exit");
    this.#process.stdin?.end();
    await exit;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Reads where it can be driven, as it prints that at its start. */
async function readAddress(child: ChildProcess): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr! })) {
    const address = /^WebDriver BiDi listening on (ws:\S+)$/u.exec(line)?.[1];
    if (address !== undefined) return address;
    lines.push(line);
  }
  throw new Error(`Firefox did not start:\n${lines.join("\n")}`);
}

function userJs(preferences: Preferences): string {
  const line = ([name, value]: [string, unknown]) =>
    `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`;
  return Object.entries(preferences).map(line).join("");
}
