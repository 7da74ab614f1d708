import type Provider from "oidc-provider";
import type { Ports } from "../kernel/context.ts";
import { SCOPES } from "../kernel/operation.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import { addressOf, networkOf } from "./address.ts";
import { answer, type Call, type Route } from "./http-route.ts";
import { errorPage, PAGE_HEADERS } from "./oauth-page.ts";
import { readBody, requestFor } from "./oauth-request.ts";
import {
  isOAuthError,
  readAuthorization,
  readDeviceRequest,
  readRegistration,
  readTokenRequest,
} from "./oauth-tolerance.ts";
import { originAsCalled, resourceOf } from "./policy.ts";

const FORM = "application/x-www-form-urlencoded";
/** How much one network may ask for in a minute. Each of the first three is kept, decided or not. */
const A_MINUTE = { registrations: 60, requests: 120, devices: 30, calls: 600 } as const;
/** The longest request to authorize, in characters of its query; real ones take some hundred. */
const LONGEST_REQUEST = 8192;

export interface ClientsOptions {
  readonly ports: Pick<Ports, "store" | "origin">;
  /** Whether the last entry of X-Forwarded-For tells the client's address. */
  readonly trustProxy: boolean;
}

/** What clients ask: each request is put right, then answered by the authorization server. */
export function clientRoutes(options: ClientsOptions, provider: Provider): readonly Route[] {
  const asked = askedOf(options.ports.origin, provider);
  const limit = limits(options.trustProxy);
  const registrations = limit(A_MINUTE.registrations);
  const requests = limit(A_MINUTE.requests);
  const devices = limit(A_MINUTE.devices);
  const calls = limit(A_MINUTE.calls);
  return [
    ...documentRoutes(options.ports.origin, asked),
    { path: /^\/authorize$/, GET: requests(asked.authorize) },
    { path: /^\/authorize\/[\w-]{1,64}$/, GET: calls(asked.resume) },
    { path: /^\/device_authorization$/, open: true, POST: devices(asked.device) },
    { path: /^\/token$/, open: true, POST: calls(asked.token) },
    { path: /^\/register$/, open: true, POST: registrations(asked.register) },
    {
      // A registration is read and removed, and never changed: what a person saw when letting it in stays true.
      path: /^\/register\/[\w-]{1,64}$/,
      open: true,
      GET: calls(asked.pass),
      DELETE: calls(asked.pass),
    },
    { path: /^\/revoke$/, open: true, POST: calls(asked.revoke) },
  ];
}

/** The documents by which clients find the way. */
function documentRoutes(origin: string, { pass }: ReturnType<typeof askedOf>): readonly Route[] {
  return [
    {
      path: /^\/\.well-known\/oauth-protected-resource(?:\/api\/v1\/external-mcp\/?)?$/,
      open: true,
      GET: ({ req, res }) =>
        answer(res, 200, {
          resource: resourceOf(originAsCalled(origin, req.headers.host)),
          authorization_servers: [origin],
          scopes_supported: SCOPES,
          bearer_methods_supported: ["header"],
          resource_name: "Anteroom",
        }),
    },
    {
      path: /^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)$/,
      open: true,
      GET: pass,
    },
    // Clients try many addresses; none of these may be answered by the web app.
    { path: /^\/\.well-known\//, open: true, GET: ({ res }) => answer(res, 404, { error: "not_found" }) },
    { path: /^\/jwks$/, open: true, GET: pass },
  ];
}

type Serve = (call: Call) => Promise<void>;

/** Makes limits that let a call through unless it is one too many from its network. */
function limits(trustProxy: boolean): (most: number) => (serve: Serve) => Serve {
  return (most) => {
    const limit = new TryLimit({ most, seconds: 60 });
    return (serve) => async (call) => {
      const wait = limit.take(networkOf(addressOf(call.req, trustProxy)));
      if (wait === 0) return await serve(call);
      const refusal = { error: "temporarily_unavailable", error_description: "too many from this address" };
      answer(call.res, 429, refusal, { "retry-after": String(wait) });
    };
  };
}

/** Hands calls over to the authorization server. */
function askedOf(origin: string, provider: Provider) {
  const resource = resourceOf(origin);
  const handOver = provider.callback();

  /** For programs: they get JSON, in errors too, whatever they say they accept. */
  async function send({ req, res, path }: Call, body?: string, type?: string): Promise<void> {
    const headers = { accept: "application/json", ...(type !== undefined && { "content-type": type }) };
    const asked = { origin, target: path, headers, ...(body !== undefined && { body }) };
    await handOver(requestFor(req, asked), res);
  }

  /** For browsers. */
  async function show({ req, res }: Call, target: string): Promise<void> {
    await handOver(requestFor(req, { origin, target }), res);
  }

  /** A form, put right; what is none is for the authorization server to refuse. */
  async function sendForm(
    call: Call,
    putRight: (form: URLSearchParams, resource: string) => URLSearchParams,
  ): Promise<void> {
    const body = await readBody(call.req);
    const type = call.req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (type !== FORM) return await send(call, body);
    await send(call, putRight(new URLSearchParams(body), resource).toString());
  }

  return {
    pass: async (call: Call) => await send(call),
    resume: async (call: Call) => await show(call, call.path),
    revoke: async (call: Call) => await send(call, await readBody(call.req)),
    token: async (call: Call) => await sendForm(call, readTokenRequest),
    device: async (call: Call) => await sendForm(call, readDeviceRequest),
    authorize: async (call: Call) => {
      if (call.query.length > LONGEST_REQUEST) {
        call.res.writeHead(400, PAGE_HEADERS).end(errorPage("invalid_request"));
        return;
      }
      const query = readAuthorization(new URLSearchParams(call.query), resource);
      await show(call, `${call.path}?${query.toString()}`);
    },
    register: async (call: Call) => {
      const read = readRegistration(await readBody(call.req));
      if (isOAuthError(read)) return answer(call.res, 400, read);
      await send(call, JSON.stringify(read), "application/json");
    },
  };
}
