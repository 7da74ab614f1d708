import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "kysely";
import { MCP_PATH, type ProviderHttp } from "@anteroom/features";
import type { AuthHttp } from "@anteroom/features/auth/http";
import { FairStart } from "./fair-start.ts";
import { callerOf } from "./faces/agent-call.ts";
import { AppHostsFace } from "./faces/app-hosts.ts";
import { refusalOf, sendEmpty, sendJson, sendRefusal } from "./faces/answers.ts";
import { API_PREFIX, createApiFace } from "./faces/api/index.ts";
import { LiveFace, type LiveParts } from "./faces/live.ts";
import { createMcpFace } from "./faces/mcp/index.ts";
import { PagesFace, type WebApp } from "./faces/pages.ts";
import { logRequest, pathOf } from "./log.ts";
import type { Runtimes } from "./runtime.ts";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface AppOptions {
  readonly parts: LiveParts;
  readonly auth: AuthHttp;
  readonly providers: ProviderHttp;
  readonly runtimes: Runtimes;
  readonly web: WebApp | undefined;
}

export interface App {
  readonly listener: Listener;
  /** Answers what is held open, ends streams, and says from now on that it is not ready. */
  close(): Promise<void>;
}

/** Sends each request to its face. Everything stands on node:http: held calls and streams need nothing more. */
export function createApp({ parts, auth, providers, runtimes, web }: AppOptions): App {
  const appHosts = new AppHostsFace(runtimes);
  const mcp = createMcpFace(parts);
  const api = createApiFace(parts);
  const live = new LiveFace(parts);
  const pages = new PagesFace(parts, web);
  const starts = new FairStart();
  let closing = false;

  async function readiness(response: ServerResponse): Promise<void> {
    const answers = await sql`select 1`.execute(parts.ports.store.read).then(
      () => true,
      () => false,
    );
    const status = closing ? "stopping" : answers ? "ready" : "no database";
    sendJson(response, status === "ready" ? 200 : 503, JSON.stringify({ status }));
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Of two names, what stands in front of this server may have read the other one.
    if ((request.headersDistinct.host?.length ?? 0) > 1) return sendEmpty(response, 400);
    // First of all: whatever else this server is, it is not at a host of an app's.
    if (parts.site.isAppHost(request)) return await appHosts.handle(request, response);
    const path = pathOf(request);
    if (path === MCP_PATH || path === `${MCP_PATH}/`) return await mcp(request, response);
    if (path === "/healthz") return sendJson(response, 200, '{"status":"ok"}');
    if (path === "/readyz") return await readiness(response);
    // Who brings no token may bring a cookie, and must call us by a name of ours: somebody else's name that
    // points here (DNS rebinding) would make their page look like one of this server.
    if (request.headers.authorization === undefined && !parts.site.isOwnHost(request)) {
      return sendRefusal(response, wrongHost(parts.site.origin), { status: 421 });
    }
    if (path === `${API_PREFIX}live`) return await live.handle(request, response);
    if (path.startsWith(API_PREFIX)) return await api(request, response, path.slice(API_PREFIX.length));
    if (auth.handles(path)) return await auth.handle(request, response);
    if (providers.handles(path)) return await providers.handle(request, response);
    if (path.startsWith("/rt/") && (await runtimes.serve(request, response, path))) return;
    await pages.handle(request, response);
  }

  /** Never rejects. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await route(request, response);
    } catch (error) {
      const refusal = refusalOf(error, parts.log, request);
      if (response.headersSent) response.destroy();
      else sendRefusal(response, refusal);
    }
  }

  return {
    listener: (request, response) => {
      logRequest(parts.log, request, response);
      if (closing) response.shouldKeepAlive = false;
      starts.begin(callerOf(parts, request), () => void answer(request, response));
    },
    close: async () => {
      closing = true;
      live.close();
      await parts.holder.close();
    },
  };
}

function wrongHost(origin: string) {
  return {
    code: "forbidden",
    message: "This server is not known by the name it was called by.",
    hint: `Use ${origin}, or set ANTEROOM_PUBLIC_URL to the address that people use.`,
  } as const;
}
