import { randomBytes } from "node:crypto";
import { MCP_PATH } from "@anteroom/features";
import type { AppHosts } from "../app-hosts.ts";
import { API_PREFIX } from "../faces/api/index.ts";
import { type Answer, ask, type Asking, NoAnswer } from "./ask.ts";
import { faultOf } from "./check-frame.ts";
import { type Finding, ok, problem } from "./finding.ts";
import { oddAnswer } from "./odd-answer.ts";
import type { FrameFile } from "./place.ts";

const JSON_BODY = { method: "POST", body: "{}" } as const;
const AS_JSON = { "content-type": "application/json" };

/** What must not be at a host of an app's: pages, health, sign-in, OAuth, agents' endpoint, and the rest of `/rt/`. */
const CLOSED: readonly (Asking & { readonly path: string })[] = [
  { path: "/", headers: { accept: "text/html" } },
  { path: "/sign-in", headers: { accept: "text/html" } },
  { path: "/healthz" },
  { path: "/rt/probe.html" },
  { path: `${API_PREFIX}openapi.json` },
  { path: `${API_PREFIX}live` },
  { path: `${API_PREFIX}sign_in`, ...JSON_BODY, headers: AS_JSON },
  { path: MCP_PATH, ...JSON_BODY, headers: { ...AS_JSON, authorization: "Bearer none" } },
  { path: "/token", ...JSON_BODY },
  { path: "/.well-known/oauth-authorization-server" },
];

/** Whether a host that no app had yet leads to the frame's document, from outside, and to nothing else. */
export async function checkAppHost(apps: AppHosts, file: FrameFile): Promise<readonly Finding[]> {
  const origin = apps.originOf(`a${randomBytes(8).toString("hex")}`);
  const address = origin + file.path;
  try {
    const fault = faultOf(await ask(address), file);
    if (fault) return [problem("app host", `${address}: ${fault.what}.`, fault.todo)];
    return [ok("app host", reached(apps, address)), await checkClosed(origin)];
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [problem("app host", `${address}: ${error.message}.`, remedyOf(error, apps))];
  }
}

function reached(apps: AppHosts, address: string): string {
  const { origin } = new URL(address);
  const how = apps.local ? " (asked at loopback, as browsers do)" : "";
  return `A new host, ${origin}${how}, gives the frame's document with all that holds an app.`;
}

function remedyOf({ why }: NoAnswer, { pattern }: AppHosts): string {
  const { hostname } = new URL(pattern);
  if (why === "name")
    return `Make a DNS record for ${hostname} that leads where the server's own name leads.`;
  if (why === "certificate") {
    return `Give the reverse proxy a certificate for ${hostname}. If it is your own authority's, name that in NODE_EXTRA_CA_CERTS for this command.`;
  }
  return `Let ${pattern} lead to the reverse proxy, and through it to the server.`;
}

/** No answer of the server's own at any of these: no page, no API, no cookie, nothing that another page could read. */
async function checkClosed(origin: string): Promise<Finding> {
  const open: string[] = [];
  for (const { path, ...asking } of CLOSED) {
    const answer = await ask(origin + path, asking);
    if (!isNothing(answer)) open.push(`${path} (${oddAnswer(answer)})`);
  }
  if (open.length === 0) {
    return ok(
      "app host closed",
      `Nothing else is there: ${CLOSED.length} other addresses of the server were tried.`,
    );
  }
  return problem(
    "app host closed",
    `More than the frame's document is at ${origin}: ${open.join(", ")}.`,
    "Let every name of the pattern lead to this server alone, with its Host header unchanged.",
  );
}

function isNothing({ status, headers }: Answer): boolean {
  const told = ["set-cookie", "location", "access-control-allow-origin", "www-authenticate"];
  return status === 404 && told.every((name) => !(name in headers));
}
