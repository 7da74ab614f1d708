import { useEffect, useState } from "react";
import { findLayers, hasOwnHosts, type Layers } from "@anteroom/sandbox/host";
import { whenIdle } from "../parts/index.ts";
import { runtimePlace } from "./runtime-place.ts";

/** What this browser does without, of what holds an app; at least one of them. */
export interface Lacking {
  /** The list that shuts a frame's network as a whole. */
  readonly network: boolean;
  /** A process for each app. */
  readonly process: boolean;
}

/** Firefox gives each site a process, and of hosts for apps only these are each a site. */
const OWN_SITES = /^http:\/\/\*\.localhost(?::|$)/u;

let found: Promise<Layers> | undefined;

/** Looked up once for the page, when it has nothing else to do. */
function layersOfBrowser(base: string): Promise<Layers> {
  found ??= new Promise((resolve) => whenIdle(() => resolve(findLayers(base))));
  return found;
}

/**
 * What this browser lacks for apps on a runtime; undefined for nothing, or where that is not known. It is looked up
 * once an app `hasRun`, which must not wait for it.
 */
export function useLacking(runtime: string, hasRun: boolean): Lacking | undefined {
  const [layers, setLayers] = useState<Layers | undefined>();
  const place = runtimePlace(runtime);
  const { base } = place;
  useEffect(() => {
    if (layers || !(hasRun || found)) return undefined;
    let isThere = true;
    // Who cannot learn it says nothing of it.
    layersOfBrowser(base).then(
      (now) => isThere && setLayers(now),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, [layers, hasRun, base]);
  if (!layers) return undefined;
  const isApart = layers.processes || (hasOwnHosts(place) && OWN_SITES.test(place.apps ?? ""));
  const lacking = { network: !layers.network, process: !isApart };
  return lacking.network || lacking.process ? lacking : undefined;
}
