import { appHostsFor } from "../app-hosts.ts";
import { type Config, ConfigError, readEnvironment, type Settings } from "../config.ts";
import { checkAddress } from "./check-address.ts";
import { checkAppHost } from "./check-app-host.ts";
import { checkData } from "./check-data.ts";
import { checkFrame } from "./check-frame.ts";
import { checkPage } from "./check-page.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { checkHosting, type Hosting, whatItGives } from "./hosting.ts";
import { currentFrame, type Place } from "./place.ts";

export interface Diagnosis {
  /** The address of the server, as far as the settings tell it. */
  readonly origin?: string;
  /** The pattern of hosts for apps by the settings. */
  readonly apps?: string;
  /** As it was found from outside; absent where that could not be tried. */
  readonly hosting?: Hosting;
  /** What this hosting means, a sentence for each browser. */
  readonly gives: readonly string[];
  readonly checks: readonly Finding[];
}

/**
 * Looks at this installation as its operator would have to: settings, data folder, and the server from outside, at the
 * address that people use. Changes nothing; works beside the running server.
 */
export async function diagnose(read: () => Settings = readEnvironment): Promise<Diagnosis> {
  let settings: Settings;
  try {
    settings = read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = "Correct it, and start the server again.";
    return { gives: [], checks: error.problems.map((what) => problem("settings", what, todo)) };
  }
  const checks = [...checkSettings(settings), await checkData(settings.config.data)];
  const place = placeBy(settings.config);
  if (!place) return { gives: [], checks: [...checks, UNKNOWN_ADDRESS] };
  const outside = await lookFromOutside(place, settings.config);
  return {
    origin: place.origin,
    ...(place.apps && { apps: place.apps.pattern }),
    ...outside,
    checks: [...checks, ...outside.checks],
  };
}

function checkSettings({ unknown }: Settings): readonly Finding[] {
  if (unknown.length === 0) return [ok("settings", "All can be used.")];
  return unknown.map((name) =>
    warning("settings", `${name} is not known and does nothing.`, "Correct its name, or remove it."),
  );
}

const UNKNOWN_ADDRESS = problem(
  "address",
  "The address of the server is not known: ANTEROOM_PORT is 0.",
  "Set ANTEROOM_PORT to the port at which it runs, or ANTEROOM_PUBLIC_URL.",
);

function placeBy({ public_origin, port, apps_origin }: Config): Place | undefined {
  if (public_origin === undefined && port === 0) return undefined;
  const { origin } = new URL(public_origin ?? `http://localhost:${port}`);
  return { origin, apps: appHostsFor(origin, apps_origin) };
}

async function lookFromOutside(
  place: Place,
  config: Config,
): Promise<Pick<Diagnosis, "hosting" | "gives" | "checks">> {
  const { origin, apps } = place;
  const address = await checkAddress(origin, config);
  if (address.outcome === "problem") return { gives: [], checks: [address] };
  const page = await checkPage(place);
  const file = await currentFrame(origin);
  if (!file) {
    const missing = problem("frame", "The apps' runtime is missing here.", "Run npm run build.");
    return { gives: [], checks: [address, page, missing] };
  }
  const frame = await checkFrame(origin, file);
  const appHost = apps ? await checkAppHost(apps, file) : [];
  const reached = page.outcome === "ok" && appHost[0]?.outcome === "ok";
  const hosting = reached ? "own-hosts" : frame.isolates ? "one-host" : "shared";
  return {
    hosting,
    gives: whatItGives(hosting, apps),
    checks: [address, page, frame.finding, ...appHost, checkHosting(hosting, apps, origin)],
  };
}
