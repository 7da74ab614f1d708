import { oneLine } from "@anteroom/features/kernel/one-line";
import { frameSources } from "../faces/pages.ts";
import { ask, type Answer, NoAnswer } from "./ask.ts";
import { type Finding, ok, problem } from "./finding.ts";
import { oddAnswer, PASS_HOST } from "./odd-answer.ts";
import type { Place } from "./place.ts";

/** Whether the pages frame apps where these settings say, and arrive with the policy that the server gave them. */
export async function checkPage(place: Place): Promise<Finding> {
  const page = `${place.origin}/sign-in`;
  try {
    const answer = await ask(page, { headers: { accept: "text/html" } });
    if (answer.status !== 200) {
      const todo = answer.status === 503 ? "Run npm run build, then start the server again." : PASS_HOST;
      return problem("page", `${page}: ${oddAnswer(answer)}.`, todo);
    }
    return look(place, answer);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return problem("page", `${page}: ${error.message}.`, "Look into the server's log, and the proxy's.");
  }
}

function look(place: Place, { headers, body }: Answer): Finding {
  const wanted = place.apps?.pattern ?? "";
  const told = /<meta name="anteroom-apps" content="([^"]*)"/u.exec(body.toString())?.[1];
  if (told !== wanted) {
    return problem(
      "page",
      `The server's pages frame apps at ${named(told)}; by these settings it is ${named(wanted)}.`,
      "Start the server again, or give this command the settings that it runs by.",
    );
  }
  const policy = String(headers["content-security-policy"] ?? "");
  const sources = frameSources(place);
  // A comma begins a second policy, which holds beside the first.
  if (!policy.split("; ").includes(`frame-src ${sources}`) || policy.includes(",")) {
    return problem(
      "page",
      "The page's Content-Security-Policy is not the server's: it was changed on the way.",
      "Let the reverse proxy pass it on as it is, and add none of its own.",
    );
  }
  return ok("page", `Pages take frames from ${sources.replace(" ", " and ")} alone.`);
}

function named(pattern: string | undefined): string {
  return pattern === undefined || pattern === "" ? "its own host" : oneLine(pattern, 200);
}
