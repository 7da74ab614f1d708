import type { IncomingMessage, ServerResponse } from "node:http";
import { consentRoute, type PeopleOptions } from "./consent.ts";
import { answer, answerRefusal, type Call, type Route } from "./http-route.ts";
import { createProvider } from "./oauth-provider.ts";
import { type ClientsOptions, clientRoutes } from "./oauth-routes.ts";

export interface AuthHttpOptions extends ClientsOptions, PeopleOptions {
  /** Told of what failed here; the caller learns no more than that it did. */
  readonly onError: (error: unknown) => void;
}

export interface AuthHttp {
  /** Whether requests for this path, given without its query, belong here. */
  handles(path: string): boolean;
  /** Answers one request; never rejects. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/**
 * OAuth and the decisions of the consent page, on the origin of the MCP endpoint: the documents by which
 * clients find the way, registration, authorization, tokens, revocation.
 */
export async function createAuthHttp(options: AuthHttpOptions): Promise<AuthHttp> {
  const provider = await createProvider(options);
  const routes = [...clientRoutes(options, provider), consentRoute(options, provider)];
  const find = (path: string) => routes.find((route) => route.path.test(path));
  return {
    handles: (path) => find(path) !== undefined,
    async handle(req, res) {
      const [path = "", query = ""] = (req.url ?? "").split(/\?(.*)/s);
      const route = find(path);
      try {
        if (route) await serve(route, { req, res, path, query });
        else answer(res, 404, { error: "not_found" });
      } catch (error) {
        answerRefusal(res, error, options.onError);
      }
    },
  };
}

async function serve(route: Route, call: Call): Promise<void> {
  const { req, res, path } = call;
  if (route.open) {
    res.setHeader("access-control-allow-origin", "*");
    res.setHeader("access-control-expose-headers", "WWW-Authenticate, Retry-After");
  }
  const method = req.method === "HEAD" ? "GET" : req.method;
  const handler = method === "GET" ? route.GET : method === "POST" ? route.POST : undefined;
  if (handler) return await handler(call, route.path.exec(path)?.[1] ?? "");
  const allowed = route.POST ? "POST" : "GET, HEAD";
  if (route.open && method === "OPTIONS") {
    return answer(res, 204, undefined, {
      "access-control-allow-methods": allowed,
      "access-control-allow-headers": req.headers["access-control-request-headers"] ?? "*",
      "access-control-max-age": "3600",
    });
  }
  answer(res, 405, { error: "method_not_allowed" }, { allow: allowed });
}
