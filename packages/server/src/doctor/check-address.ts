import type { Config } from "../config.ts";
import { ask, NoAnswer } from "./ask.ts";
import { type Finding, ok, problem } from "./finding.ts";
import { oddAnswer } from "./odd-answer.ts";

const ALIVE = '{"status":"ok"}';

/** Whether a server answers at its origin; where none does, whether it is the server or what stands in front of it. */
export async function checkAddress(origin: string, { hosts, port }: Config): Promise<Finding> {
  const fault = await faultOf(origin);
  if (fault === undefined) return ok("address", `The server answers at ${origin}.`);
  const said = `${origin}/healthz: ${fault}.`;
  const near = `http://${nearest(hosts)}:${port}`;
  if (near !== origin && port !== 0 && (await faultOf(near)) === undefined) {
    const todo = `Lead ${origin} to port ${port} of this machine: name, certificate, reverse proxy, firewall.`;
    return problem("address", `The server runs here, but its address does not lead to it. ${said}`, todo);
  }
  const todo = "Start the server; if it runs, give this command the same settings.";
  return problem("address", `The server does not run, or not by these settings. ${said}`, todo);
}

/** Why what is at an origin is no server that lives; undefined where it is one. */
async function faultOf(origin: string): Promise<string | undefined> {
  try {
    const answer = await ask(`${origin}/healthz`);
    return answer.status === 200 && answer.body.toString() === ALIVE ? undefined : oddAnswer(answer);
  } catch (error) {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  }
}

/** The address by which this machine reaches what listens on these. */
function nearest([host = "127.0.0.1"]: readonly string[]): string {
  if (host === "0.0.0.0" || host === "::" || host === "127.0.0.1") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
