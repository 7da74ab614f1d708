import { PROBE_PATH, readLayers, type Layers } from "../wire/probe.ts";

const PATIENCE_MS = 4000;

let found: Promise<Layers> | undefined;

/**
 * What this browser has of the layers that hold apps, tried once for the life of the page in a frame that is soon gone.
 * Rejects when that did not come out within four seconds, as while an app hangs that shares the frame's process. `base`
 * is where the page's own host serves a runtime.
 */
export function findLayers(base: string): Promise<Layers> {
  return (found ??= tryLayers(new URL(PROBE_PATH, new URL(base, location.href)).href));
}

async function tryLayers(probe: string): Promise<Layers> {
  const [layers, isServed] = await Promise.all([askProbe(probe), canFetch(probe)]);
  // A request that fails for the page as well was not held back by the frame's allowlist.
  return { ...layers, network: layers.network && isServed };
}

function askProbe(probe: string): Promise<Layers> {
  const over = new AbortController();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.allow = "cross-origin-isolated";
  frame.referrerPolicy = "no-referrer";
  frame.src = probe;
  const place = document.createElement("div");
  place.hidden = true;
  place.attachShadow({ mode: "closed" }).append(frame);
  return new Promise<Layers>((resolve, reject) => {
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      const layers = source !== null && source === frame.contentWindow ? readLayers(data) : undefined;
      if (layers !== undefined) resolve(layers);
    };
    window.addEventListener("message", hear, { signal: over.signal });
    setTimeout(() => reject(new Error("The probe did not answer.")), PATIENCE_MS);
    document.body.append(place);
  }).finally(() => {
    over.abort();
    place.remove();
  });
}

async function canFetch(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch(url, { cache: "no-store", credentials: "omit", signal })).ok;
  } catch {
    return false;
  }
}
