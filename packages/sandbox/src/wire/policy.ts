import { permissionsPolicy } from "./features.ts";
import { bareOrigin } from "./origin.ts";

export { PROBE } from "./probe.ts";

/**
 * The headers of the frame document, in which an app runs that nobody trusts. They, not the host page, keep
 * the app in: the document has an opaque origin even when it is opened in a tab of its own, and can reach no
 * network.
 */

/**
 * Part of the runtime's version and of the frame's address: raise it when the headers change, since browsers keep them
 * for a year.
 */
export const POLICY_VERSION = 2;

/**
 * A runtime's version: 12 hex digits of the SHA-256 over everything that decides how an app runs, which is the bytes
 * of all its files, each by its own SHA-256 in hex, and the version of the headers.
 */
export function runtimeVersion(
  runtime: { readonly files: Readonly<Record<string, string>>; readonly policy: number },
  sha256: (text: string) => string,
): string {
  const files = Object.entries(runtime.files).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sha256(JSON.stringify([files, runtime.policy])).slice(0, 12);
}

/** The same for runtimes of wire version 1, which were two files. */
export function firstRuntimeVersion(
  runtime: { readonly frame: string; readonly compiler: string; readonly policy: number },
  sha256: (text: string) => string,
): string {
  return sha256(JSON.stringify([runtime.frame, runtime.compiler, runtime.policy])).slice(0, 12);
}

/** The origin of the host page, and the hashes of the frame document's own scripts (`runtime.json`). */
export interface FramePolicy {
  readonly origin: string;
  readonly scriptHashes: readonly string[];
}

/**
 * All headers of `frame.html`, in lower case. Serve it with exactly these, at an address that holds the
 * runtime's version, since they are cached for good.
 *
 * @throws RangeError when `origin` is not a bare http(s) origin, or a hash not of the form `sha256-…`.
 */
export function frameHeaders(policy: FramePolicy): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(policy),
    "permissions-policy": permissionsPolicy(),
    // A process of its own, apart from other apps' and the page's, where the browser has it and the origin is secure.
    "document-isolation-policy": "isolate-and-require-corp",
    // Shuts navigation, preconnect, DNS prefetch and WebRTC, which no CSP covers, where the browser has it.
    "connection-allowlist": "(response-origin)",
    "x-dns-prefetch-control": "off",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
  };
}

function contentSecurityPolicy({ origin, scriptHashes }: FramePolicy): string {
  if (!scriptHashes.every((hash) => /^sha256-[\w+/]{43}=$/u.test(hash))) {
    throw new RangeError("A script's hash must be of the form sha256-…");
  }
  const scripts = scriptHashes.map((hash) => `'${hash}'`).join(" ");
  return [
    "default-src 'none'",
    // The app itself is a blob that the frame makes of the linked code.
    `script-src ${scripts} blob:`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "media-src data: blob:",
    "font-src data: blob:",
    ...["connect", "worker", "child", "frame", "object", "manifest"].map((kind) => `${kind}-src 'none'`),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${bareOrigin(origin)}`,
    // Never allow-same-origin: with allow-scripts it would lift the sandbox.
    "sandbox allow-scripts allow-forms",
  ].join("; ");
}

/**
 * The policy of the compiler's Worker, and of whatever else lies below `base`, the address of a runtime: it
 * may load the runtime's own files as code, and nothing else.
 */
export function workerPolicy(base: string): string {
  return `default-src 'none'; script-src ${base}/`;
}
