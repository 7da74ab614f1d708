import type { CDPSession, Page } from "playwright-core";

/** A person reads before the finger goes on. */
const READS_MS = 600;

/** A finger on a page whose browser has a touch screen. */
export class Finger {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  /** Draws what is at the middle of the screen up by 260 px, and rests before it leaves, so that nothing flies past. */
  async swipeUp(): Promise<void> {
    const { width, height } = this.#page.viewportSize() ?? { width: 390, height: 844 };
    const x = width / 2;
    const from = height / 2 + 140;
    await this.#send("touchStart", [{ x, y: from }]);
    for (let way = 20; way <= 260; way += 20) {
      await this.#send("touchMove", [{ x, y: from - way }]);
      await this.#page.waitForTimeout(10);
    }
    await this.#page.waitForTimeout(100);
    await this.#send("touchEnd", []);
    await this.#page.waitForTimeout(READS_MS);
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) {
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}
