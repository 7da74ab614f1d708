import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createServer as createTls, type Server } from "node:tls";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { createStand, RoomPage, type StandOptions } from "../../packages/sandbox/src/testing/stand.ts";
import { readSettings } from "../../packages/server/src/config.ts";
import { startServer } from "../../packages/server/src/start.ts";
import { certificateFor } from "../../packages/server/src/testing/certificate.fixture.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { TRIED } from "./words.ts";

/** The code of apps by their names; each says when it has tried all. */
export type Apps = Readonly<Record<string, string>>;
const PATIENCE_MS = 60_000;

/** What became of an app: it tried all and is there, or it was ended. */
export type Outcome = "tried" | "ended";

/** A place where apps run: a page of a Room shows one until it has tried all, or was ended. */
export interface Stage extends AsyncDisposable {
  openPages(context: BrowserContext, count: number): Promise<readonly Page[]>;
  run(page: Page, app: string): Promise<Outcome>;
}

/** A Room in which people let all of these apps in; its server is started anew for each way of hosting. */
export class ApprovedApps implements AsyncDisposable {
  readonly #data: string;
  readonly #room_id: string;
  readonly #instances: ReadonlyMap<string, string>;

  private constructor(data: string, room_id: string, instances: ReadonlyMap<string, string>) {
    this.#data = data;
    this.#room_id = room_id;
    this.#instances = instances;
  }

  static async let(apps: Apps): Promise<ApprovedApps> {
    const data = await mkdtemp(join(tmpdir(), "anteroom-leaks-"));
    await using server = await TestServer.launch({ data });
    const agent = new Agent(server.origin, await adminToken(server));
    const owner = await Person.signIn(server.origin);
    const room_id = await agent.roomId();
    const instances = new Map<string, string>();
    for (const [name, code] of Object.entries(apps)) {
      const call = { room_id, name, files: filesOf(code), idempotency_key: `leaks ${name}` };
      const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
      instances.set(name, (await owner.approve(proposal_id)).instance_id);
    }
    return new ApprovedApps(data, room_id, instances);
  }

  /** The server with these settings; with a front, behind that. */
  async stage(env: Readonly<Record<string, string>>, front?: TlsFront): Promise<Stage> {
    const running = await startServer(
      readSettings({ ANTEROOM_PORT: "0", ANTEROOM_LOG: "silent", ANTEROOM_DATA: this.#data, ...env }),
    );
    front?.leadTo(running.port);
    return {
      openPages: async (context, count) => {
        const pages = await newPages(context, count);
        if (pages[0]) await signInOn(pages[0], running.origin);
        return pages;
      },
      run: async (page, app) => {
        await page.goto(`${running.origin}/rooms/${this.#room_id}?app=${this.#instances.get(app)}`);
        const tried = page.frameLocator(`iframe[title="${app}"]`).locator(`#${TRIED}`);
        const ended = page.getByText("led its frame to another page").first();
        return await outcomeOf(tried, async () => await ended.isVisible());
      },
      [Symbol.asyncDispose]: async () => {
        await running.close();
        await front?.[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#data, { recursive: true, force: true });
  }
}

/** The runtime on a page like a Room's, where its headers can be taken away. */
export async function standStage(apps: Apps, options: StandOptions): Promise<Stage> {
  const stand = await createStand(options);
  return {
    openPages: async (context, count) => {
      const pages = await newPages(context, count);
      for (const page of pages) await page.goto(stand.origin);
      return pages;
    },
    run: async (page, name) => {
      const app = await new RoomPage(page).open(filesOf(apps[name] ?? ""));
      return await outcomeOf(app.frame.locator(`#${TRIED}`), async () => (await app.frames()) === 0);
    },
    [Symbol.asyncDispose]: async () => await stand[Symbol.asyncDispose](),
  };
}

/** What ends TLS before a server, for any name, and passes all else through as it is. */
export class TlsFront implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  #target = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("secureConnection", (outer) => {
      const inner = connect(this.#target, "127.0.0.1");
      outer.on("error", () => inner.destroy()).pipe(inner);
      inner.on("error", () => outer.destroy()).pipe(outer);
    });
  }

  static async open(): Promise<TlsFront> {
    const server = createTls(certificateFor("*.example.test"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TlsFront(server);
  }

  leadTo(port: number): void {
    this.#target = port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function newPages(context: BrowserContext, count: number): Promise<Page[]> {
  return await Promise.all(Array.from({ length: count }, async () => await context.newPage()));
}

/** Waits until an app has tried all, or is no more. */
async function outcomeOf(tried: Locator, isEnded: () => Promise<boolean>): Promise<Outcome> {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await pause(100)) {
    if ((await tried.count()) > 0) return "tried";
    if (await isEnded()) return "ended";
  }
  throw new Error("The app did not try what it came for.");
}

function filesOf(code: string): Readonly<Record<string, string>> {
  return {
    "src/App.tsx": `import "./tries.js";\nexport default () => <p>on</p>;\n`,
    "src/tries.js": code,
  };
}
