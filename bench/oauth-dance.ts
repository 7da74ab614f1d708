import { createHash, randomBytes } from "node:crypto";
import { PersonBrowser } from "@anteroom/tests/testkit/person-browser";
import { median } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";
import { ENDPOINT, startSubject, toolCall } from "./subject.ts";

const TIMES = 20;
const REDIRECT = "http://127.0.0.1:33418/callback";

/** From a client that knows nothing but the address to its first answer; the person in between takes no time. */
export async function oauthDance(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const person = await PersonBrowser.signIn(subject.origin);
  const times: number[] = [];
  for (let count = 0; count < TIMES; count += 1) {
    const began = performance.now();
    await dance(subject.origin, person);
    times.push(performance.now() - began);
  }
  const slowest = Math.max(...times) / 1000;
  detail(`OAuth from nothing to the first answer: median ${Math.round(median(times))} ms`, json);
  return [figure("OAuth, from nothing to the first answer, slowest", slowest, "s", { most: 1 })];
}

async function dance(origin: string, person: PersonBrowser): Promise<void> {
  const turnedAway = await call(origin);
  const challenge = turnedAway.headers.get("www-authenticate") ?? "";
  const { authorization_servers } = await get<{ authorization_servers: string[] }>(
    /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "",
  );
  const server = await get<
    Record<"registration_endpoint" | "authorization_endpoint" | "token_endpoint", string>
  >(`${authorization_servers[0]}/.well-known/oauth-authorization-server`);
  const { client_id } = await post<{ client_id: string }>(
    server.registration_endpoint,
    JSON.stringify({ client_name: "Bench", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" }),
    "application/json",
  );
  const code_verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const page = await person.arrive(`${server.authorization_endpoint}?${query.toString()}`);
  const code = new URL(await person.letIn(page)).searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, client_id, code_verifier };
  const { access_token } = await post<{ access_token: string }>(
    server.token_endpoint,
    new URLSearchParams(form).toString(),
    "application/x-www-form-urlencoded",
  );
  const first = await call(origin, access_token);
  if (first.status !== 200) throw new Error(`the first call was answered ${first.status}`);
}

async function call(origin: string, token?: string): Promise<Response> {
  const response = await fetch(origin + ENDPOINT, {
    method: "POST",
    body: toolCall("read_connection", {}),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  await response.arrayBuffer();
  return response;
}

async function get<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

async function post<T>(url: string, body: string, type: string): Promise<T> {
  const response = await fetch(url, { method: "POST", body, headers: { "content-type": type } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
