import type { QueryClient } from "@tanstack/react-query";
import { createDeviceStorage, type DeviceStorage } from "@anteroom/sandbox/host";
import type { AppPlace } from "../../data/apps.ts";
import { homeQuery } from "../../data/index.ts";
import { forgetGone } from "./forget-gone.ts";
import { scopeOf } from "./scope.ts";

/** No app waits for it. */
const FORGETS_AFTER_MS = 10_000;
let forgets = false;

/** What an app keeps for the person who is signed in, on this device. */
export async function openOwnValues(cache: QueryClient, app: AppPlace): Promise<DeviceStorage> {
  const { person } = await cache.ensureQueryData(homeQuery);
  if (!forgets) {
    forgets = true;
    // What it cannot find out now it finds out another time.
    setTimeout(() => void forgetGone(cache, app.room_id).catch(() => undefined), FORGETS_AFTER_MS);
  }
  return createDeviceStorage({ scope: scopeOf(app, person.person_id) });
}
