import type { AppFailure, Excerpt, FailureCode, Problem } from "@anteroom/sandbox/host";
import type { App } from "../../data/index.ts";

export interface Failed {
  readonly app: Pick<App, "name" | "revision" | "digest" | "runtime">;
  readonly failures: readonly AppFailure[];
}

/** As much as can be sent to an agent, in UTF-16 units, and what of it each message and the code may take. */
const MOST_UNITS = 4000;
const MESSAGE_UNITS = 600;
const LINE_UNITS = 160;
/** The first of them tell most. */
const PROBLEMS = 3;

/** What was going on. For agents, so in English like all that they read here. */
const WHEN: Readonly<Record<FailureCode, string>> = {
  compile: "It does not compile.",
  compiler: "It could not be compiled.",
  frame: "Its frame did not start.",
  navigated: "It led its frame away.",
  focus: "It kept taking the keyboard.",
  flood: "It sent its page more than that can take, as calls of @anteroom/app in an endless loop do.",
  load: "It failed while its modules ran, before anything was drawn.",
  draw: "It failed while it drew.",
  run: "It failed while it ran, in an event, a timer or a promise.",
  policy: "It reached for something that an app may not.",
};

/** What went wrong in an app, as Markdown for the agent that wrote it: which code, what, where, and its lines. */
export function failureReport({ app, failures }: Failed): string {
  const told = failures.flatMap((failure) => failure.problems.map((problem) => ({ ...failure, problem })));
  const parts = [
    `App: ${oneLine(app.name)}, revision ${app.revision}\nsha256: ${app.digest}\nRuntime: ${app.runtime}`,
    ...told.slice(0, PROBLEMS).map(({ code, problem }) => problemReport(code, problem)),
  ];
  if (told.length > PROBLEMS) parts.push(`There are ${told.length - PROBLEMS} more like these.`);
  // One that does not fit is left out whole: half of an excerpt tells nothing.
  return parts.reduce((all, part) => {
    const longer = `${all}\n\n${part}`;
    return longer.length <= MOST_UNITS ? longer : all;
  });
}

function problemReport(code: FailureCode, { message, excerpt, ...place }: Problem): string {
  const { file, line, column } = place;
  const at = [file, line, column].filter((part) => part !== undefined).join(":");
  return [
    `${WHEN[code]}${at === "" ? "" : ` At ${oneLine(at)}`}`,
    fenced(short(message, MESSAGE_UNITS)),
    ...(excerpt && line !== undefined ? [fenced(numbered(excerpt, line))] : []),
  ].join("\n");
}

/** The lines with their numbers; the one at fault is marked. */
function numbered({ firstLine, lines }: Excerpt, fault: number): string {
  const width = String(firstLine + lines.length - 1).length;
  return lines
    .map((text, index) => {
      const number = firstLine + index;
      const mark = number === fault ? ">" : " ";
      return `${mark} ${String(number).padStart(width)} | ${short(text, LINE_UNITS)}`.trimEnd();
    })
    .join("\n");
}

/** A block whose end nothing in it can be taken for. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ");
}

function short(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units - 1).toWellFormed()}…`;
}
