import type { IncomingMessage, ServerResponse } from "node:http";
import { consentRoute } from "./consent.ts";
import { deviceRoute } from "./device.ts";
import { answer, answerRefusal, type Call, type Route } from "./http-route.ts";
import { createProvider, type ProviderOptions } from "./oauth-provider.ts";
import { type ClientsOptions, clientRoutes } from "./oauth-routes.ts";
import type { PeopleOptions } from "./person-answer.ts";

export interface AuthHttpOptions extends ClientsOptions, PeopleOptions, ProviderOptions {
  readonly ports: ProviderOptions["ports"];
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
 * OAuth and the decisions of the consent and device pages, on the origin of the MCP endpoint: the documents by which
 * clients find the way, registration, authorization, tokens, revocation.
 */
export async function createAuthHttp(options: AuthHttpOptions): Promise<AuthHttp> {
  const provider = await createProvider(options);
  const routes = [
    ...clientRoutes(options, provider),
    consentRoute(options, provider),
    deviceRoute(options, provider),
  ];
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

const METHODS = ["GET", "POST", "DELETE"] as const;

async function serve(route: Route, call: Call): Promise<void> {
  const { req, res, path } = call;
  res.setHeader("x-content-type-options", "nosniff");
  if (route.open) {
    res.setHeader("access-control-allow-origin", "*");
    res.setHeader("access-control-expose-headers", "WWW-Authenticate, Retry-After");
  }
  const asked = req.method === "HEAD" ? "GET" : req.method;
  const method = METHODS.find((one) => one === asked);
  const handler = method && route[method];
  if (handler) return await handler(call, route.path.exec(path)?.[1] ?? "");
  const allowed = METHODS.filter((one) => route[one])
    .map((one) => (one === "GET" ? "GET, HEAD" : one))
    .join(", ");
  if (route.open && asked === "OPTIONS") {
    return answer(res, 204, undefined, {
      "access-control-allow-methods": allowed,
      "access-control-allow-headers": req.headers["access-control-request-headers"] ?? "*",
      "access-control-max-age": "3600",
    });
  }
  answer(res, 405, { error: "method_not_allowed" }, { allow: allowed });
}
