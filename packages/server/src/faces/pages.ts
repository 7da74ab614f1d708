import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import { pathOf } from "../log.ts";
import type { Site } from "../site.ts";
import { HTTPS_ONLY, sendEmpty, sendRefusal } from "./answers.ts";
import { signInOf } from "./browser.ts";
import type { FaceParts } from "./parts.ts";
import { StaticFile, typeOf } from "./static-file.ts";

/** The addresses of the web app's pages; it shows its own "not found" at any other. */
const PAGES = [
  /^\/(?:set-up|sign-in|reset|invitation|account|device|connected)?$/u,
  /^\/(?:consent|rooms|projects|workspaces|connected\/proposals)\/[\w-]{1,128}$/u,
  /^\/rooms\/[\w-]{1,128}\/history(?:\/[\w-]{1,128}){0,2}$/u,
  /^\/rooms\/[\w-]{1,128}\/apps\/[\w-]{1,128}$/u,
];

/** The built web app: its document as a template, and its other files by their paths. */
export interface WebApp {
  readonly document: string;
  readonly files: ReadonlyMap<string, StaticFile>;
}

/** Reads the built web app from its folder; undefined if it was not built. */
export async function loadWebApp(folder: string): Promise<WebApp | undefined> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  const found = names?.filter((entry) => entry.isFile()) ?? [];
  const files = new Map<string, StaticFile>();
  let document: string | undefined;
  for (const entry of found) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    const body = await readFile(file);
    if (path === "/index.html") document = body.toString("utf8");
    else files.set(path, new StaticFile(body, assetHeaders(path)));
  }
  return document === undefined ? undefined : { document, files };
}

/** Files under /assets/ have their content's hash in the name. */
function assetHeaders(path: string): Record<string, string> {
  return {
    "content-type": typeOf(path),
    "cache-control": path.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}

/** Serves the web app: its files, and its document at every page's address. */
export class PagesFace {
  readonly #parts: FaceParts;
  readonly #app: WebApp | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(parts: FaceParts, app: WebApp | undefined) {
    this.#parts = parts;
    this.#app = app;
    this.#headers = pageHeaders(parts.site);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    if (request.method !== "GET" && request.method !== "HEAD") {
      const refusal = {
        code: "invalid_arguments",
        message: "This address takes GET and HEAD only.",
      } as const;
      return sendRefusal(response, refusal, { status: 405, headers: ["Allow", "GET, HEAD"] });
    }
    if (!this.#app) {
      return sendRefusal(response, {
        code: "unavailable",
        message: "The web app was not built.",
        hint: "Run npm run build, then start the server again.",
      });
    }
    const file = this.#app.files.get(path);
    if (file) return file.send(request, response);
    const known = PAGES.some((page) => page.test(path));
    // What programs look for (/.well-known/…, /assets/…, /api/…) must never look like a page.
    const asksForPage =
      known || (request.headers.accept?.includes("text/html") && /^\/[\w-]+(?:\/|$)/u.test(path));
    if (!asksForPage || /^\/(?:api|assets|rt)\//u.test(path)) {
      return sendRefusal(response, { code: "not_found", message: "There is nothing at this address." });
    }
    const home = this.#ownAddress(request);
    if (home !== undefined) return sendEmpty(response, 307, ["Location", home]);
    await this.#sendDocument(request, response, known ? 200 : 404);
  }

  /** Loopback has several names, and a sign-in belongs to one: pages are shown under that. */
  #ownAddress(request: IncomingMessage): string | undefined {
    const { site } = this.#parts;
    return site.hostOf(request) === new URL(site.origin).host
      ? undefined
      : site.origin + (request.url ?? "/");
  }

  async #sendDocument(request: IncomingMessage, response: ServerResponse, status: number): Promise<void> {
    const { doors, site } = this.#parts;
    const signIn = await signInOf(this.#parts, request);
    const nonce = randomBytes(16).toString("base64");
    const proof = signIn ? doors.proof(signIn.sign_in_id) : "";
    const html = (this.#app?.document ?? "")
      .replaceAll("__NONCE__", nonce)
      .replaceAll("__PROOF__", proof)
      .replaceAll("__APPS__", site.apps?.pattern ?? "");
    const body = Buffer.from(html);
    response.writeHead(status, {
      ...this.#headers,
      "Content-Security-Policy": contentSecurityPolicy(site, nonce),
      "Content-Length": body.length,
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }
}

function pageHeaders(site: Site): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(site.secure && HTTPS_ONLY),
  };
}

/** From where a page takes frames: the runtime's address, here and on the hosts of apps. */
export function frameSources({ origin, apps }: Pick<Site, "origin" | "apps">): string {
  return [origin, ...(apps ? [apps.pattern] : [])].map((one) => `${one}/rt/`).join(" ");
}

/** Nothing but our own files, and app frames only from the runtime's address. */
function contentSecurityPolicy(site: Site, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frameSources(site)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
