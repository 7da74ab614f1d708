import type { AppFiles } from "@anteroom/app-format";
import type { ConsoleEntry } from "../wire/console.ts";
import { createGate, type Gate } from "../wire/gate.ts";
import { hasLine } from "./state.ts";

/** What a page hears of an app that it opened on trial. */
export interface TrialListener {
  /** What the app says and reaches for. Its words are the app's own, and none of them is to be believed. */
  readonly onConsole: (entry: ConsoleEntry) => void;
  /** Called with false when the frame answers no more, as in an endless loop, and with true when it does again. */
  readonly onAnswering: (answering: boolean) => void;
}

export interface TrialOptions {
  readonly listener: TrialListener;
  readonly files: AppFiles;
  /** Asks the frame whether it is alive. */
  readonly ask: () => void;
  /** Ends the trial. */
  readonly signal: AbortSignal;
}

/** More of a kind than a frame passes on by itself in 100 ms. */
const MOST = 60;
const BEAT_MS = 1000;
/** So many unanswered beats, and the frame seems stuck. */
const PATIENCE = 5;

/** Listens to one run of an app on trial. */
export class Trial {
  readonly #options: TrialOptions;
  readonly #gates: Readonly<Record<"said" | "refused", Gate>>;
  #beats: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;
  #ledAway = false;

  constructor(options: TrialOptions) {
    this.#options = options;
    const { listener, signal } = options;
    const pass = (entry: ConsoleEntry): void => {
      if (!signal.aborted) listener.onConsole(entry);
    };
    this.#gates = {
      said: createGate({ of: "said", most: MOST, pass }),
      refused: createGate({ of: "refused", most: MOST, pass }),
    };
    signal.addEventListener("abort", () => clearInterval(this.#beats));
    // It is the page's policy that holds the frame where it is, and so the page that is told.
    document.addEventListener("securitypolicyviolation", (event) => this.#watchFrames(event), { signal });
  }

  hear(entry: ConsoleEntry): void {
    if (entry.kind === "refused") return this.#refused(entry);
    this.#gates[entry.kind === "missed" ? entry.of : "said"](() => entry);
  }

  /** The frame said that it is alive; from the first time on it is asked again and again. */
  alive(): void {
    if (this.#unanswered >= PATIENCE) this.#options.listener.onAnswering(true);
    this.#unanswered = 0;
    this.#beats ??= setInterval(() => this.#beat(), BEAT_MS);
  }

  /** The frame is on another page. */
  ledAway(): void {
    if (!this.#ledAway) this.hear({ kind: "refused", what: "navigation", address: "" });
  }

  #beat(): void {
    if (this.#unanswered === 0) this.#options.ask();
    this.#unanswered += 1;
    if (this.#unanswered === PATIENCE) this.#options.listener.onAnswering(false);
  }

  #watchFrames({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective !== "frame-src") return;
    this.#ledAway = true;
    this.hear({ kind: "refused", what: "navigation", address: blockedURI });
  }

  /** A place counts only if the app's files have it. */
  #refused({ file, line, ...entry }: Extract<ConsoleEntry, { kind: "refused" }>): void {
    this.#gates.refused(() => {
      const known = file !== undefined && line !== undefined && hasLine(this.#options.files, file, line);
      return { ...entry, ...(known && { file, line }) };
    });
  }
}
