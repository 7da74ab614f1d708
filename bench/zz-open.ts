import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "@anteroom/tests/testkit/browser";
import { chartApp, partsApp } from "./open-app-apps.ts";
import { type AppStand, startAppStand, WAYS, type Way } from "./zz-stand.ts";
import { median } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Context = Awaited<ReturnType<Browser["newContext"]>>;
type Page = Awaited<ReturnType<Context["newPage"]>>;

const ROUNDS = 9;
const FILES = [21] as const;
/** After so long a device has kept what it opened, and the page has a frame ready again. */
const REST_MS = 2500;
const MOST = { cold: 1.3, warm: 1.25, "beside another": 1.25 } as const;
type State = keyof typeof MOST;

/**
 * From the insertion of an app's frame to the app being painted: as a Room opens it, against the same app that Vite
 * bundled into one script, in a frame of the same kind. The pages have come to rest before, as a Room's has when
 * somebody opens a tab; what it takes right as a page loads stands beside, as times.
 */
export async function openApps(json: boolean): Promise<Figure[]> {
  const apps = new Map(FILES.map((files) => [`${files} files`, partsApp(files)]));
  await using stand = await startAppStand(new Map([...apps, ["recharts", chartApp()]]));
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    for (const name of apps.keys()) {
      for (const [state, times] of await measure({ stand, browser, name })) {
        const [room, bundle] = [median(times.room), median(times.bundle)];
        detail(`${name}, ${state}: ${room.toFixed(0)} ms; bundled ${bundle.toFixed(0)} ms`, json);
        if (state === "right as the page loads") continue;
        figures.push(
          figure(`app of ${name}, ${state}: inserted → painted`, room / bundle, "× bundled", {
            most: MOST[state],
          }),
        );
      }
    }
    return figures;
  } finally {
    await browser.close();
  }
}

interface Measured {
  readonly stand: AppStand;
  readonly browser: Browser;
  readonly name: string;
}

type Times = Readonly<Record<Way, readonly number[]>>;

/** Milliseconds of each way, by how the app is met. */
async function measure({
  stand,
  browser,
  name,
}: Measured): Promise<[State | "right as the page loads", Times][]> {
  const anew = async (way: Way, waitUntil: "load" | "networkidle"): Promise<number> => {
    const context = await browser.newContext();
    const time = await open(await freshPage(context, stand, waitUntil), way, name);
    await context.close();
    return time;
  };
  const devices = {
    room: await deviceWith(browser, stand, ["room", name]),
    bundle: await deviceWith(browser, stand, ["bundle", name]),
  };
  const times: [State | "right as the page loads", Times][] = [
    ["right as the page loads", await byTurns((way) => anew(way, "load"))],
    ["cold", await byTurns((way) => anew(way, "networkidle"))],
    ["warm", await byTurns(async (way) => await open(await freshPage(devices[way], stand), way, name))],
    [
      "beside another",
      await byTurns(async (way) => {
        const page = await freshPage(devices[way], stand);
        await open(page, way, name === "2 files" ? "21 files" : "2 files");
        await sleep(REST_MS);
        return await open(page, way, name);
      }),
    ],
  ];
  for (const device of Object.values(devices)) await device.close();
  return times;
}

/** So that what slows the machine down slows both. */
async function byTurns(time: (way: Way) => Promise<number>): Promise<Times> {
  const times: Record<Way, number[]> = { room: [], bundle: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of WAYS) times[way].push(await time(way));
  }
  return times;
}

/** A device on which the app was opened before. */
async function deviceWith(browser: Browser, stand: AppStand, [way, name]: [Way, string]): Promise<Context> {
  const device = await browser.newContext();
  await open(await freshPage(device, stand), way, name);
  await sleep(REST_MS);
  return device;
}

/** The only page of a device; what ran in the one before has ended. */
async function freshPage(
  device: Context,
  stand: AppStand,
  waitUntil: "load" | "networkidle" = "networkidle",
): Promise<Page> {
  for (const page of device.pages()) await page.close();
  const page = await device.newPage();
  await page.goto(stand.origin, { waitUntil });
  return page;
}

/** In milliseconds. */
async function open(page: Page, way: Way, name: string): Promise<number> {
  return await page.evaluate<number>(`bench.open(${JSON.stringify(way)}, ${JSON.stringify(name)})`);
}

import { cpus } from "node:os";
void cpus;
await openApps(false);
