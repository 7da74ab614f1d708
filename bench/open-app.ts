import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "@anteroom/tests/testkit/browser";
import { chartApp, partsApp } from "./open-app-apps.ts";
import { type AppStand, startAppStand, type Way } from "./open-app-stand.ts";
import { median } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserContext = Awaited<ReturnType<Browser["newContext"]>>;
type Page = Awaited<ReturnType<BrowserContext["newPage"]>>;

const ROUNDS = 9;
/** After so long the device has kept what it opened. */
const KEPT_MS = 1500;
const FILES = [2, 21, 100] as const;
/** How an app is met: on a device that never saw it, again after a reload, and beside another that runs. */
const STATES = ["cold", "warm", "beside another"] as const;
type State = (typeof STATES)[number];
const MOST: Readonly<Record<State, number>> = { cold: 1.3, warm: 1.25, "beside another": 1.25 };

/**
 * From the insertion of an app's frame to the app being painted: as a Room opens it, against the same app that Vite
 * bundled into one script, in a frame of the same kind.
 */
export async function openApps(json: boolean): Promise<Figure[]> {
  const apps = new Map(FILES.map((files) => [`${files}`, partsApp(files)]));
  await using stand = await startAppStand(new Map([...apps, ["chart", chartApp()]]));
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    for (const name of apps.keys()) {
      for (const state of STATES) {
        const times = { room: [] as number[], bundle: [] as number[] };
        for (let round = 0; round < ROUNDS; round += 1) {
          // By turns, so that what slows the machine down slows both.
          for (const way of ["bundle", "room"] as const) {
            times[way].push(await MEASURES[state]({ stand, browser, way, name }));
          }
        }
        const [room, bundle] = [median(times.room), median(times.bundle)];
        detail(`${name} files, ${state}: ${room.toFixed(0)} ms; bundled ${bundle.toFixed(0)} ms`, json);
        figures.push(
          figure(`app of ${name} files, ${state}: inserted → painted`, room / bundle, "× bundled", {
            most: MOST[state],
          }),
        );
      }
    }
    for (const state of STATES) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push(await MEASURES[state]({ stand, browser, way: "room", name: "chart" }));
      }
      detail(`an app with recharts, ${state}: ${median(times).toFixed(0)} ms`, json);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

interface Opening {
  readonly stand: AppStand;
  readonly browser: Browser;
  readonly way: Way;
  readonly name: string;
}

const MEASURES: Readonly<Record<State, (opening: Opening) => Promise<number>>> = {
  cold: async ({ stand, browser, way, name }) =>
    await inContext(browser, async (context) => await open(await freshPage(context, stand), way, name)),
  warm: async ({ stand, browser, way, name }) =>
    await inContext(browser, async (context) => {
      await meet(context, { stand, way, name });
      return await open(await freshPage(context, stand), way, name);
    }),
  "beside another": async ({ stand, browser, way, name }) =>
    await inContext(browser, async (context) => {
      await meet(context, { stand, way, name });
      const page = await freshPage(context, stand);
      await open(page, way, name === "2" ? "21" : "2");
      await sleep(KEPT_MS);
      return await open(page, way, name);
    }),
};

async function inContext<Result>(
  browser: Browser,
  action: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    return await action(context);
  } finally {
    await context.close();
  }
}

/** Opens an app for the first time on a device. */
async function meet(context: BrowserContext, { stand, way, name }: Omit<Opening, "browser">): Promise<void> {
  await open(await freshPage(context, stand), way, name);
  await sleep(KEPT_MS);
}

/** The only page of a context, when it has come to rest; what ran in the one before has ended. */
async function freshPage(context: BrowserContext, stand: AppStand): Promise<Page> {
  for (const page of context.pages()) await page.close();
  const page = await context.newPage();
  await page.goto(stand.origin, { waitUntil: "networkidle" });
  return page;
}

/** In milliseconds. */
async function open(page: Page, way: Way, name: string): Promise<number> {
  return await page.evaluate<number>(`bench.open(${JSON.stringify(way)}, ${JSON.stringify(name)})`);
}
