import { permissionsPolicy } from "./features.ts";
import { bareOrigin } from "./origin.ts";
import { isObject } from "./shape.ts";

/** What a browser has of the layers that hold an app, beyond those that every browser has. */
export interface Layers {
  /** `Connection-Allowlist` holds back what leaves the frame by ways that no other policy covers. */
  readonly network: boolean;
  /** `Document-Isolation-Policy` gives each frame a process of its own. */
  readonly processes: boolean;
}

/** Where the probe is served, on the host of the pages. */
export const PROBE_PATH = "/rt/probe.html";

/** The one request that its policy allows, and its allowlist does not, is for itself: who may frame it can read it. */
const SCRIPT = `const say = (network) =>
  parent.postMessage({ type: "layers", network, processes: self.crossOriginIsolated === true }, "*");
fetch(location.href, { cache: "no-store" }).then(() => say(false), () => say(true));`;
/** Of the script above, which a test holds it to. */
const SCRIPT_HASH = "sha256-/VWvjyN3N0lew7RH9CSf33GPwegGDuwTTpa1Sgx74A8=";

/** A frame's document that tries what the browser enforces, and tells the page that frames it; see `readLayers`. */
export const PROBE = {
  path: PROBE_PATH,
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Probe</title></head><body><script>${SCRIPT}</script></body></html>
`,
  /**
   * All headers to serve it with, in lower case.
   *
   * @throws RangeError when `origin`, that of the pages, is not a bare http(s) origin.
   */
  headers(origin: string): Readonly<Record<string, string>> {
    return {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": [
        "default-src 'none'",
        `script-src '${SCRIPT_HASH}'`,
        `connect-src ${bareOrigin(origin)}${PROBE_PATH}`,
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${origin}`,
        "sandbox allow-scripts",
      ].join("; "),
      // It lists nothing, so that every request is held back where it is enforced.
      "connection-allowlist": "()",
      "document-isolation-policy": "isolate-and-require-corp",
      // Where the isolation holds, this is what shows it.
      "permissions-policy": permissionsPolicy("cross-origin-isolated"),
      // The probe's origin is opaque, and its own request comes from elsewhere.
      "access-control-allow-origin": "*",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    };
  },
} as const;

/** What the probe told; undefined for anything else. */
export function readLayers(value: unknown): Layers | undefined {
  if (!isObject(value) || value["type"] !== "layers") return undefined;
  const { network, processes } = value;
  return typeof network === "boolean" && typeof processes === "boolean" ? { network, processes } : undefined;
}
