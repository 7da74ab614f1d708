import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { Agent, type Proposed } from "./agent.ts";
import { launchBrowser } from "./browser.ts";
import { signInOn } from "./pages.ts";
import { Person } from "./person.ts";
import { adminToken, TestServer, type LaunchOptions } from "./server.ts";

export interface OwnerRoomOptions {
  readonly server?: LaunchOptions;
  readonly page?: BrowserContextOptions;
}

/** The first Room of a server of its own, with its owner's agent, and a page on which its owner is signed in. */
export class OwnerRoom implements AsyncDisposable {
  readonly agent: Agent;
  readonly owner: Person;
  readonly page: Page;
  readonly room_id: string;
  readonly browser: Browser;
  #server: TestServer;

  private constructor(
    server: TestServer,
    parts: Pick<OwnerRoom, "agent" | "owner" | "page" | "room_id" | "browser">,
  ) {
    this.#server = server;
    ({ agent: this.agent, owner: this.owner, page: this.page } = parts);
    ({ room_id: this.room_id, browser: this.browser } = parts);
  }

  static async open(options: OwnerRoomOptions = {}): Promise<OwnerRoom> {
    const [server, browser] = await Promise.all([TestServer.launch(options.server), launchBrowser()]);
    const agent = new Agent(server.origin, await adminToken(server));
    const owner = await Person.signIn(server.origin);
    const page = await (await browser.newContext(options.page)).newPage();
    await signInOn(page, server.origin);
    return new OwnerRoom(server, { agent, owner, page, room_id: await agent.roomId(), browser });
  }

  get server(): TestServer {
    return this.#server;
  }

  /** Proposes an app and approves it; `address` is that of its tab. */
  async letIn(name: string, files: Readonly<Record<string, string>>) {
    const call = { room_id: this.room_id, name, files, idempotency_key: `owner-room ${name}` };
    const { proposal_id, digest } = await this.agent.ask<Proposed>("propose_room_snippet_app", call);
    const { instance_id } = await this.owner.approve(proposal_id);
    const address = `${this.#server.origin}/rooms/${this.room_id}?app=${instance_id}`;
    return { instance_id, digest, address };
  }

  /** Ends the server, lets `meanwhile` change what it left behind, and starts it again. */
  async restart(meanwhile: () => void): Promise<void> {
    await this.#server.stop();
    meanwhile();
    this.#server = await this.#server.restart();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await this.#server[Symbol.asyncDispose]();
  }
}
