import type { ElementHandle, Frame, Page } from "puppeteer-core";
import { vi } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { Firefox } from "../testkit/firefox.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, OWNER, TestServer } from "../testkit/server.ts";

const STEP_MS = 30_000;
const ANSWER_MS = 3000;

export interface FirefoxRoomOptions {
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the browser. */
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
}

/** The first Room of a server of its own, and a Firefox on which its owner is signed in. */
export class FirefoxRoom implements AsyncDisposable {
  readonly server: TestServer;
  readonly firefox: Firefox;
  readonly page: Page;
  readonly #agent: Agent;
  readonly #owner: Person;
  readonly #room_id: string;

  private constructor(parts: Pick<FirefoxRoom, "server" | "firefox" | "page">, hands: Hands) {
    ({ server: this.server, firefox: this.firefox, page: this.page } = parts);
    ({ agent: this.#agent, owner: this.#owner, room_id: this.#room_id } = hands);
  }

  static async open({ env = {}, preferences = {} }: FirefoxRoomOptions = {}): Promise<FirefoxRoom> {
    const [server, firefox] = await Promise.all([TestServer.launch({ env }), Firefox.launch(preferences)]);
    const agent = new Agent(server.origin, await adminToken(server));
    const owner = await Person.signIn(server.origin);
    const page = await firefox.browser.newPage();
    await page.goto(`${server.origin}/sign-in`);
    await page.locator("input[type=email]").fill(OWNER.email);
    await page.locator("input[type=password]").fill(OWNER.password);
    await page.locator("button[type=submit]").click();
    await page.waitForFunction(() => location.pathname === "/");
    return new FirefoxRoom({ server, firefox, page }, { agent, owner, room_id: await agent.roomId() });
  }

  /** Proposes an app and approves it; the address of its tab. */
  async letIn(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const call = { room_id: this.#room_id, name, files, idempotency_key: `firefox-room ${name}` };
    const { proposal_id } = await this.#agent.ask<Proposed>("propose_room_snippet_app", call);
    const { instance_id } = await this.#owner.approve(proposal_id);
    return `${this.server.origin}/rooms/${this.#room_id}?app=${instance_id}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.firefox[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}

interface Hands {
  readonly agent: Agent;
  readonly owner: Person;
  readonly room_id: string;
}

/** What a person sees and presses of a page, or of an app's frame on it. Each act waits until it can be done. */
export class Screen {
  readonly #page: Page;
  /** The app's, whose frame it is. */
  readonly #name: string | undefined;

  constructor(page: Page, name?: string) {
    this.#page = page;
    this.#name = name;
  }

  /** The app's frame, which is another one after each reload. */
  async frame(): Promise<Frame> {
    if (this.#name === undefined) return this.#page.mainFrame();
    const element = await this.#page.$(`>>> iframe[title="${this.#name}"]`);
    const frame = await element?.contentFrame();
    if (!frame) throw new Error(`There is no frame of ${this.#name}.`);
    return frame;
  }

  /** Waits until it has loaded and shows these words. */
  async reads(words: string): Promise<void> {
    await soon(async () => {
      const text = await (await this.frame()).evaluate(() => document.body.innerText);
      if (!text.includes(words)) throw new Error(`It does not read "${words}" but:\n${text}`);
    });
  }

  /** Presses what has this name, once. */
  async press(name: string, role = "button"): Promise<void> {
    await soon(async () => {
      const found = await (await this.frame()).evaluateHandle(findNamed, name, role);
      const element = found.asElement();
      if (element === null) throw new Error(`There is no ${role} "${name}".`);
      await (element as ElementHandle).click();
    });
  }
}

/** Runs in the page. What people hear of a page is not asked for: that waits for a frame that hangs. */
function findNamed(name: string, role: string): Element | undefined {
  const all = document.querySelectorAll<HTMLElement>(role === "button" ? role : `[role=${role}]`);
  const nameOf = (one: HTMLElement) => one.getAttribute("aria-label") ?? one.innerText.split("\n")[0]?.trim();
  return [...all].find((one) => one.checkVisibility() && nameOf(one) === name);
}

/** Tries until it is done. A frame that goes away or hangs may leave an answer out. */
async function soon(act: () => Promise<void>): Promise<void> {
  const unanswered = (_: unknown, reject: (error: Error) => void) =>
    setTimeout(() => reject(new Error("There was no answer.")), ANSWER_MS).unref();
  await vi.waitFor(() => Promise.race([act(), new Promise<void>(unanswered)]), {
    timeout: STEP_MS,
    interval: 100,
  });
}
