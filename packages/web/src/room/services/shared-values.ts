import { client } from "../../data/client.ts";
import { sharedChanges } from "../../data/shared-changes.ts";
import type { AppPlace } from "../../data/apps.ts";
import { SharedMirror } from "./shared-mirror.ts";

/** What an app keeps for its Room, kept up with the server until the signal is aborted. */
export function openSharedValues({ room_id, instance_id }: AppPlace, signal: AbortSignal): SharedMirror {
  const app = { room_id, instance_id };
  const mirror = new SharedMirror({
    read: (after) => client.call("read_shared_data", { ...app, after }),
    set: (key, value, ifVersion) =>
      client.call("set_shared_value", { ...app, key, value, ...conditionOf(ifVersion) }),
    delete: (key, ifVersion) =>
      client.call("delete_shared_value", { ...app, key, ...conditionOf(ifVersion) }),
  });
  const stop = sharedChanges.listen((changed) => {
    if (changed === undefined || changed.instance_id === instance_id) void mirror.follow();
  });
  const close = (): void => {
    stop();
    mirror.close();
  };
  if (signal.aborted) close();
  else signal.addEventListener("abort", close);
  return mirror;
}

function conditionOf(ifVersion: number | undefined): { readonly if_version?: number } {
  return ifVersion === undefined ? {} : { if_version: ifVersion };
}
