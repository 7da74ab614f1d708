import type { AppFiles } from "@anteroom/app-format";
import type { ConsoleEntry } from "../wire/console.ts";
import { createGate, type Gate } from "../wire/gate.ts";
import { hasLine } from "./state.ts";

/** What a page hears of an app that it opened on trial. */
export interface TrialListener {
  /** What the app says and reaches for. Its words are the app's own, and none of them is to be believed. */
  readonly onConsole: (entry: ConsoleEntry) => void;
}

export interface TrialOptions {
  readonly listener: TrialListener;
  readonly files: AppFiles;
  /** Ends the trial. */
  readonly signal: AbortSignal;
}

/** More of a kind than a frame passes on by itself in 100 ms. */
const MOST = 60;

/** Listens to one run of an app on trial. */
export class Trial {
  readonly #options: TrialOptions;
  readonly #gates: Readonly<Record<"said" | "refused", Gate>>;
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
    // It is the page's policy that holds the frame where it is, and so the page that is told.
    document.addEventListener("securitypolicyviolation", (event) => this.#watchFrames(event), { signal });
  }

  hear(entry: ConsoleEntry): void {
    if (entry.kind === "refused") return this.#refused(entry);
    if (entry.kind === "missed") return this.#gates[entry.of](() => entry, entry.count);
    this.#gates.said(() => entry);
  }

  /** The frame is on another page. */
  ledAway(): void {
    if (!this.#ledAway) this.hear({ kind: "refused", what: "navigation", address: "" });
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
