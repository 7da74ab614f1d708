import type Provider from "oidc-provider";
import type { Ports } from "../kernel/context.ts";
import { SCOPES } from "../kernel/operation.ts";
import { AddressLimit, addressOf } from "./address-limit.ts";
import { answer, type Call, type Route } from "./http-route.ts";
import { errorPage, PAGE_HEADERS } from "./oauth-page.ts";
import { readBody, requestFor } from "./oauth-request.ts";
import { readAuthorization, readRegistration, readTokenRequest } from "./oauth-tolerance.ts";
import { resourceOf } from "./policy.ts";

const FORM = "application/x-www-form-urlencoded";
const REGISTRATIONS_A_MINUTE = 60;
/** Each is kept for an hour, decided or not. */
const REQUESTS_A_MINUTE = 600;
/** The longest of them, in characters of its query; real ones take some hundred. */
const LONGEST_REQUEST = 8192;

export interface ClientsOptions {
  readonly ports: Pick<Ports, "store" | "origin">;
  /** Whether the last entry of X-Forwarded-For tells the client's address. */
  readonly trustProxy: boolean;
}

/** What clients ask: each request is put right, then answered by the authorization server. */
export function clientRoutes(options: ClientsOptions, provider: Provider): readonly Route[] {
  const { origin } = options.ports;
  const resource = resourceOf(origin);
  const registrations = new AddressLimit(REGISTRATIONS_A_MINUTE);
  const requests = new AddressLimit(REQUESTS_A_MINUTE);
  const handOver = provider.callback();

  /** For programs: they get JSON, in errors too, whatever they say they accept. */
  async function pass({ req, res, path }: Call, body?: string, type?: string): Promise<void> {
    const headers = { accept: "application/json", ...(type !== undefined && { "content-type": type }) };
    const asked = { origin, target: path, headers, ...(body !== undefined && { body }) };
    await handOver(requestFor(req, asked), res);
  }

  /** For browsers. */
  async function show({ req, res }: Call, target: string): Promise<void> {
    await handOver(requestFor(req, { origin, target }), res);
  }

  async function token(call: Call): Promise<void> {
    const body = await readBody(call.req);
    const type = call.req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (type !== FORM) return await pass(call, body);
    await pass(call, readTokenRequest(new URLSearchParams(body), resource).toString());
  }

  /** Whether this is one too many from its address; it has then been answered. */
  function isTooMany({ req, res }: Call, limit: AddressLimit): boolean {
    const wait = limit.take(addressOf(req, options.trustProxy));
    if (wait === 0) return false;
    const refusal = { error: "temporarily_unavailable", error_description: "too many from this address" };
    answer(res, 429, refusal, { "retry-after": String(wait) });
    return true;
  }

  async function register(call: Call): Promise<void> {
    if (isTooMany(call, registrations)) return;
    const read = readRegistration(await readBody(call.req));
    if ("error" in read) return answer(call.res, 400, read);
    await pass(call, JSON.stringify(read), "application/json");
  }

  return [
    {
      path: /^\/\.well-known\/oauth-protected-resource(?:\/api\/v1\/external-mcp\/?)?$/,
      open: true,
      GET: ({ res }) =>
        answer(res, 200, {
          resource,
          authorization_servers: [origin],
          scopes_supported: SCOPES,
          bearer_methods_supported: ["header"],
          resource_name: "Anteroom",
        }),
    },
    {
      path: /^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)$/,
      open: true,
      GET: (call) => pass(call),
    },
    // Clients try many addresses; none of these may be answered by the web app.
    { path: /^\/\.well-known\//, open: true, GET: ({ res }) => answer(res, 404, { error: "not_found" }) },
    { path: /^\/jwks$/, open: true, GET: (call) => pass(call) },
    {
      path: /^\/authorize$/,
      GET: async (call) => {
        if (isTooMany(call, requests)) return;
        if (call.query.length > LONGEST_REQUEST) {
          call.res.writeHead(400, PAGE_HEADERS).end(errorPage("invalid_request"));
          return;
        }
        const query = readAuthorization(new URLSearchParams(call.query), resource);
        await show(call, `${call.path}?${query.toString()}`);
      },
    },
    { path: /^\/authorize\/[\w-]{1,64}$/, GET: (call) => show(call, call.path) },
    { path: /^\/token$/, open: true, POST: token },
    { path: /^\/register$/, open: true, POST: register },
    { path: /^\/register\/[\w-]{1,64}$/, open: true, GET: (call) => pass(call) },
    { path: /^\/revoke$/, open: true, POST: async (call) => pass(call, await readBody(call.req)) },
  ];
}
