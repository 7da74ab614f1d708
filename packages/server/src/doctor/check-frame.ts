import { hash } from "node:crypto";
import { type Answer, ask, NoAnswer } from "./ask.ts";
import { type Finding, ok, problem } from "./finding.ts";
import { oddAnswer, PASS_HOST } from "./odd-answer.ts";
import type { FrameFile } from "./place.ts";

const ISOLATION = "document-isolation-policy";
const AS_IT_IS = "Let the reverse proxy pass the answer on as it is: no header changed, added or left out.";

export interface FrameLook {
  readonly finding: Finding;
  /** Whether it came with the policy that gives each frame a process of its own. */
  readonly isolates: boolean;
}

/** Whether the frame's document comes from the pages' own host with the headers and bytes that hold an app. */
export async function checkFrame(origin: string, file: FrameFile): Promise<FrameLook> {
  const address = origin + file.path;
  try {
    const answer = await ask(address);
    const isolates = answer.headers[ISOLATION] === file.headers[ISOLATION];
    if (answer.status === 404) {
      const what = `${address}: ${oddAnswer(answer)}, so the server runs another build of the apps' runtime than lies here.`;
      return { isolates, finding: problem("frame", what, "Start the server again.") };
    }
    const fault = faultOf(answer, file);
    const finding = fault
      ? problem("frame", `${address}: ${fault.what}.`, fault.todo)
      : ok("frame", "The frame's document arrives with all that holds an app.");
    return { isolates, finding };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const finding = problem("frame", `${address}: ${error.message}.`, "Look into the proxy's log.");
    return { isolates: false, finding };
  }
}

export interface Fault {
  readonly what: string;
  readonly todo: string;
}

/** What is wrong with an answer that should be the frame's document; undefined where nothing is. */
export function faultOf(answer: Answer, { headers, sha256 }: FrameFile): Fault | undefined {
  if (answer.status !== 200) return { what: oddAnswer(answer), todo: PASS_HOST };
  const changed = Object.keys(headers).filter((name) => answer.headers[name] !== headers[name]);
  const added = ["set-cookie", "access-control-allow-origin"].filter((name) => name in answer.headers);
  if (changed.length + added.length > 0) {
    return {
      what: `other headers than the server sends: ${[...changed, ...added].join(", ")}`,
      todo: AS_IT_IS,
    };
  }
  if (hash("sha256", answer.body) === sha256) return undefined;
  return { what: "other bytes than the server sends", todo: AS_IT_IS };
}
