import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { Agent, type Proposed } from "./agent.ts";
import { launchBrowser } from "./browser.ts";
import { signInOn } from "./pages.ts";
import { Person } from "./person.ts";
import { adminToken, OWNER, TestServer } from "./server.ts";
import { joinTeam, type Place, placeOf, type TeamMember } from "./team.ts";

/** A server with a Room in which apps stand, its owner and a member, and browsers for both. */
export class AppRoom implements AsyncDisposable {
  readonly server: TestServer;
  readonly owner: Person;
  readonly member: TeamMember;
  readonly agent: Agent;
  readonly place: Place;
  readonly #browser: Browser;
  readonly #apps = new Map<string, string>();
  #contexts: BrowserContext[] = [];

  private constructor(
    parts: Pick<AppRoom, "server" | "owner" | "member" | "agent" | "place">,
    browser: Browser,
  ) {
    ({ server: this.server, owner: this.owner, member: this.member } = parts);
    ({ agent: this.agent, place: this.place } = parts);
    this.#browser = browser;
  }

  /** Lets apps in, each under its name. */
  static async open(apps: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<AppRoom> {
    const [server, browser] = await Promise.all([TestServer.launch(), launchBrowser()]);
    const owner = await Person.signIn(server.origin);
    const agent = new Agent(server.origin, await adminToken(server));
    const place = await placeOf(owner);
    const member = await joinTeam(owner, place, { name: "Member", role: "member" });
    const room = new AppRoom({ server, owner, member, agent, place }, browser);
    for (const [name, files] of Object.entries(apps)) {
      const { instance_id } = await owner.approve(await room.propose(name, files));
      room.#apps.set(name, instance_id);
    }
    return room;
  }

  /** Proposes an app, which waits; returns the id of the proposal. */
  async propose(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const { room_id } = this.place;
    const call = { room_id, name, files, idempotency_key: `app-room ${name}` };
    return (await this.agent.ask<Proposed>("propose_room_snippet_app", call)).proposal_id;
  }

  app(name: string): { readonly room_id: string; readonly instance_id: string } {
    return { room_id: this.place.room_id, instance_id: this.#apps.get(name) ?? "" };
  }

  /** Every version of an app that was let in, the latest first. */
  async versions(
    name: string,
  ): Promise<readonly { readonly proposal_id: string; readonly digest: string }[]> {
    type History = { readonly versions: { readonly proposal_id: string; readonly digest: string }[] };
    return (await this.owner.do<History>("read_app_history", this.app(name))).versions;
  }

  addressOf(name: string): string {
    const { room_id, instance_id } = this.app(name);
    return `${this.server.origin}/rooms/${room_id}?app=${instance_id}`;
  }

  /** A browser of its own with somebody signed in. */
  async browserFor(
    who: { email: string; password: string } = OWNER,
    options: BrowserContextOptions = { permissions: ["clipboard-read", "clipboard-write"] },
  ): Promise<Page> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    const page = await context.newPage();
    await signInOn(page, this.server.origin, who);
    return page;
  }

  /** Opens the tab of an app in a page, and waits for `words` of it. */
  async openTab(page: Page, name: string, words: string): Promise<FrameLocator> {
    await page.goto(this.addressOf(name));
    const app = page.frameLocator(`iframe[title="${name}"]`);
    await app.getByText(words).waitFor();
    return app;
  }

  async closeBrowsers(): Promise<void> {
    const contexts = this.#contexts;
    this.#contexts = [];
    for (const context of contexts) await context.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.server[Symbol.asyncDispose]();
  }
}

/** Chooses from the menu of the open app. */
export async function choose(page: Page, app: string, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: `Menu of ${app}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
