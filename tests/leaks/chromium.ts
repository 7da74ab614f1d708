import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import type { Listeners } from "./listeners.ts";

/** A Chromium with a profile of its own that asks the listeners for every name, and takes any certificate. */
export class ListenedChromium implements AsyncDisposable {
  readonly context: BrowserContext;
  readonly #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.context = context;
    this.#profile = profile;
  }

  static async launch(listeners: Listeners): Promise<ListenedChromium> {
    const profile = await mkdtemp(join(tmpdir(), "anteroom-chromium-"));
    const resolver = { mode: "secure", templates: listeners.dns };
    await writeFile(join(profile, "Local State"), JSON.stringify({ dns_over_https: resolver }));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env["ANTEROOM_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
      ignoreHTTPSErrors: true,
      args: [
        ..."--no-sandbox --disable-gpu --no-first-run --disable-background-networking".split(" "),
        ..."--disable-component-update --disable-sync --ignore-certificate-errors".split(" "),
        // All are on loopback here, as they are not where people use them; so that says nothing.
        "--disable-features=LocalNetworkAccessChecks",
      ],
    });
    return new ListenedChromium(context, profile);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
