import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTER } from "./testing/counter.ts";
import { createStand, type Hosting, type RoomPage, type Stand, type StandOptions } from "./testing/stand.ts";
import { PROBE } from "./wire/probe.ts";

const KEEP_READY = `void (globalThis.ready = stand.host.keepFrameReady(stand.place(document.documentElement.dataset.base)))`;

/** The hosts that a page's frames are asked from, from now on. */
function askedHosts({ page }: RoomPage): string[] {
  const hosts: string[] = [];
  page.on("request", (request) => {
    const { pathname, host } = new URL(request.url());
    if (pathname.endsWith("/frame.html")) hosts.push(host);
  });
  return hosts;
}

describe.each<Hosting>(["one-host", "own-hosts", "shared"])("apps on %s", (hosting) => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await createStand({ hosting });
  });
  afterAll(async () => {
    await stand[Symbol.asyncDispose]();
  });

  test("one that takes the frame kept ready goes on in it, as large as its place", async () => {
    const room = await stand.openPage();
    const hosts = askedHosts(room);
    await room.page.evaluate(KEEP_READY);
    await expect.poll(() => hosts.length).toBe(1);
    const app = await (await room.open(COUNTER)).running();
    // On a slow machine the next one is on its way by now.
    expect(hosts[0]).toBe(await app.evaluate("location.host"));
    expect(await app.states()).toEqual(["starting", "running"]);
    await room.page.evaluate("ready[Symbol.dispose]()");
    await room.page.evaluate(`document.querySelector(".app").style.blockSize = "333px"`);
    await expect.poll(() => app.evaluate("innerHeight")).toBe(333);
    await room.page.context().close();
  });

  test("none sees how many there are, or finds another (app-2)", async () => {
    const room = await stand.openPage();
    await room.page.evaluate(KEEP_READY);
    const victim = { "src/App.tsx": `window.name = "victim"; export default () => <p>on</p>;` };
    const apps = [await room.open(victim), await room.open(COUNTER), await room.open(victim)];
    for (const app of apps) await app.running();
    for (const app of apps.slice(0, 2)) {
      const found = await app.evaluate(`[
        () => parent.length, () => parent[0], () => parent.frames.victim, () => top.frames[1], () => open("", "victim"),
      ].map((look) => {
        try { return look(); } catch (error) { return error.name; }
      })`);
      expect(found).toEqual([0, "SecurityError", "SecurityError", "SecurityError", null]);
    }
    await room.page.context().close();
  });
});

describe("an app on a host of its own", () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await createStand({ hosting: "own-hosts" });
  });
  afterAll(async () => {
    await stand[Symbol.asyncDispose]();
  });

  test("has it alone, and never again", async () => {
    const room = await stand.openPage();
    const hosts = askedHosts(room);
    const first = await (await room.open(COUNTER)).running();
    await (await room.open(COUNTER)).running();
    await first.call(".reload()");
    await expect.poll(() => hosts.length).toBe(3);
    const { port } = new URL(stand.origin);
    for (const host of hosts) expect(host).toMatch(new RegExp(`^a[0-9a-f]{16}\\.localhost:${port}$`, "u"));
    expect(new Set(hosts).size).toBe(3);
    // The compiler is the page's, and no cookie goes elsewhere.
    expect(stand.strayRequests).toEqual([]);
    await room.page.context().close();
  });

  test("that says nothing is not taken to the page's, where one was reached before", async () => {
    const room = await stand.openPage();
    await (await room.open(COUNTER)).running();
    const hosts = askedHosts(room);
    await room.page.route("**/frame.html*", (route) => route.abort());
    const app = await room.open(COUNTER);
    expect(await app.failure()).toMatchObject({ code: "frame", stopped: true });
    expect(hosts).toHaveLength(1);
    await room.page.context().close();
  });

  describe("that cannot be reached runs on the page's, as all do that come after it", () => {
    const deaf = createServer();
    beforeAll(async () => {
      await new Promise<void>((resolve) => {
        deaf.listen(0, "127.0.0.1", resolve);
      });
    });
    afterAll(() => {
      deaf.close();
    });

    test.each<[string, () => string]>([
      ["its name is not known", () => "http://*.nowhere.example.test"],
      ["nobody listens there", () => "http://*.localhost:9"],
      ["what is there is no frame", () => `http://*.localhost:${new URL(stand.origin).port}/elsewhere`],
      ["it never answers", () => `http://*.localhost:${(deaf.address() as AddressInfo).port}`],
    ])("%s", async (_why, apps) => {
      const room = await stand.openPage(undefined, apps());
      const hosts = askedHosts(room);
      const app = await (await room.open(COUNTER)).running();
      await app.frame.getByRole("button").click();
      await app.frame.getByText("1").waitFor();
      await (await room.open(COUNTER)).running();
      expect(await app.states()).toEqual(["starting", "running"]);
      const { host } = new URL(stand.origin);
      expect(hosts.slice(1)).toEqual([host, host]);
      await room.page.context().close();
    });
  });
});

describe("the page finds out what its browser enforces", () => {
  const FIND = `stand.host.findLayers(document.documentElement.dataset.base)`;

  async function found(how: StandOptions): Promise<unknown> {
    await using stand = await createStand(how);
    const { page } = await stand.openPage();
    const layers = await page.evaluate(FIND);
    expect(await page.evaluate(`Promise.all([${FIND}, ${FIND}])`)).toEqual([layers, layers]);
    expect(page.frames()).toHaveLength(1);
    return layers;
  }

  test.each<[string, StandOptions, object]>([
    ["all of it", {}, { network: true, processes: true }],
    ["no allowlist", { without: ["connection-allowlist"] }, { network: false, processes: true }],
    ["no isolation", { without: ["document-isolation-policy"] }, { network: true, processes: false }],
    ["no isolation over plain HTTP", { hosting: "shared" }, { network: true, processes: false }],
  ])("%s", async (_what, how, layers) => {
    expect(await found(how)).toEqual(layers);
  });

  async function foundWithout(answered: "document" | "fetch"): Promise<unknown> {
    await using stand = await createStand();
    const { page } = await stand.openPage();
    await page.route(`**${PROBE.path}`, async (route) => {
      await (route.request().resourceType() === answered ? route.continue() : route.abort());
    });
    return await page.evaluate(`${FIND}.catch(() => "unknown")`);
  }

  test("what fails for anybody is not held back", async () => {
    expect(await foundWithout("document")).toEqual({ network: false, processes: true });
  });

  test("where the probe does not come nothing is known", async () => {
    expect(await foundWithout("fetch")).toBe("unknown");
  });
});
