import type { Question } from "../../wire/calls.ts";
import { shorten } from "../../wire/diagnostic.ts";
import { MESSAGE_UNITS } from "../../wire/messages.ts";
import { repeatable, type Repeatable } from "./events.ts";
import { replace, tellUndone, type ShimPorts } from "./ports.ts";

const later = setTimeout;
const { stringify } = JSON;

/** How many texts an app can have before the person at one time. */
const SHOWN = 5;

type Answer = boolean | string | null;

interface Answered {
  readonly question: Question;
  readonly answer: Answer;
}

/** The listeners of one event, once through, and what they asked. */
interface Run {
  readonly event: Repeatable;
  /** What was answered in the runs before, and is answered so again, as long as the same is asked in the same order. */
  readonly answered: Answered[];
  /** How many of those were asked in this run. */
  asked: number;
  /** A question waits for the person: what is asked after it was asked upon a wrong answer. */
  isWaiting: boolean;
  /** Texts that were to be shown upon that answer. They count if the person gives the same. */
  readonly held: Question[];
}

/**
 * alert, confirm and prompt by the page's dialog. They cannot wait in the frame, so a question is answered
 * with no at first, and when the person says yes, the event that led to it is sent again and the question is
 * answered at once. See docs/decisions/0015.
 */
export function installQuestions(ports: ShimPorts): void {
  const questions = new Questions(ports);
  replace(window, "alert", (...given: unknown[]) => {
    questions.put({ kind: "alert", text: given.length === 0 ? "" : textOf(given[0]) });
  });
  replace(window, "confirm", (text: unknown = "") => questions.put({ kind: "confirm", text: textOf(text) }));
  replace(window, "prompt", (text: unknown = "", initial: unknown = "") =>
    questions.put({ kind: "prompt", text: textOf(text), initial: textOf(initial) }),
  );
}

class Questions {
  readonly #ports: ShimPorts;
  readonly #runs = new WeakMap<Event, Run>();
  /** The event that is sent again now, until all is over that it does at once. */
  #repeated: Run | undefined;
  /** A confirm or prompt is before the person. */
  #isOpen = false;
  readonly #shown = new Set<string>();
  readonly #currentEvent = Object.getOwnPropertyDescriptor(window, "event")?.get;

  constructor(ports: ShimPorts) {
    this.#ports = ports;
  }

  put(question: Question): Answer {
    const run = this.#run();
    const none = noAnswer(question);
    if (run === undefined) {
      if (question.kind !== "alert") this.#ports.notice("unanswered_question");
      this.#show(question);
      return none;
    }
    const known = run.answered[run.asked];
    if (known !== undefined && isSame(known.question, question)) {
      run.asked += 1;
      return known.answer;
    }
    run.answered.length = run.asked;
    if (run.isWaiting) {
      if (question.kind === "alert" && run.held.length < SHOWN) run.held.push(question);
    } else if (question.kind === "alert") {
      this.#show(question);
      run.asked = run.answered.push({ question, answer: none });
    } else if (!this.#isOpen) {
      void this.#ask(run, question);
    }
    return none;
  }

  /** The run in which the app asks now; undefined when no event led to it, or it is over. */
  #run(): Run | undefined {
    const event = this.#currentEvent?.call(window) as Event | undefined;
    const run = event && (this.#runs.get(event) ?? this.#begin(event));
    return run ?? this.#repeated;
  }

  #begin(event: Event): Run | undefined {
    const again = repeatable(event);
    return again && this.#note(event, again, []);
  }

  #note(event: Event, again: Repeatable, answered: Answered[]): Run {
    const run = { event: again, answered, asked: 0, isWaiting: false, held: [] };
    this.#runs.set(event, run);
    return run;
  }

  async #ask(run: Run, question: Question): Promise<void> {
    const attempt = this.#ports.attempt("dialog", question.kind);
    run.isWaiting = true;
    this.#isOpen = true;
    let answer: Answer = null;
    try {
      ({ answer } = await this.#ports.ask({ call: "ask", question }));
    } catch (error) {
      return tellUndone(attempt, error);
    } finally {
      this.#isOpen = false;
    }
    if (answer === null || answer === false) for (const text of run.held) this.#show(text);
    else this.#repeat(run.event, [...run.answered, { question, answer }]);
  }

  #repeat(event: Repeatable, answered: Answered[]): void {
    const copy = event.copy();
    const run = this.#note(copy, event, answered);
    this.#repeated = run;
    // Its promises that are kept at once belong to it; by then they are through.
    later(() => {
      if (this.#repeated === run) this.#repeated = undefined;
    });
    if (!event.send(copy)) this.#ports.notice("unanswered_question");
  }

  /** Shows a text to which no answer counts. */
  #show({ kind, text }: Question): void {
    if (this.#shown.has(text) || this.#shown.size >= SHOWN) return;
    this.#shown.add(text);
    const attempt = this.#ports.attempt("dialog", kind);
    this.#ports
      .ask({ call: "ask", question: { kind: "alert", text } })
      .catch((error: unknown) => tellUndone(attempt, error))
      .finally(() => this.#shown.delete(text));
  }
}

/** What a browser answers where it shows no dialog. */
function noAnswer({ kind }: Question): Answer {
  return kind === "prompt" ? null : false;
}

function isSame(one: Question, other: Question): boolean {
  return stringify(one) === stringify(other);
}

function textOf(value: unknown): string {
  return shorten(`${value as string}`, MESSAGE_UNITS);
}
