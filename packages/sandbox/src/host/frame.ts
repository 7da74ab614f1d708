import {
  isFrameReady,
  readGuestMessage,
  WIRE_VERSION,
  type FrameInit,
  type HostMessage,
  type Theme,
} from "../wire/messages.ts";
import type { Program } from "../wire/program.ts";
import type { AppSource, Compiler } from "./compiler.ts";
import { guardFocus } from "./focus.ts";
import { compileFailure, plainFailure, reportedFailure, type AppFailure, type AppState } from "./state.ts";
import { Trial, type TrialListener } from "./trial.ts";

export interface FrameOptions {
  readonly container: Element;
  /** Names the frame to those who hear the page. */
  readonly title: string;
  /** The frame's class; the page styles it. */
  readonly className?: string;
  /** Where the runtime is served; `base` is the path above `frame.html`, without a slash at its end. */
  readonly runtime: { readonly base: string };
  readonly source: AppSource;
  readonly theme: Theme;
  readonly onState: (state: AppState) => void;
  /** Opens the app on trial: the page hears what it writes to its console, reaches for, and whether it answers. */
  readonly trial?: TrialListener;
}

const START_MS = 10_000;
/** How many failures of one frame are listened to; an app can send any number. */
const HEARD = 50;

/** One frame with one run of an app, from its start to its end. */
export class AppFrame {
  readonly #options: FrameOptions;
  readonly #frame: HTMLIFrameElement;
  /** Aborted at the end of the frame; everything that listens goes with it. */
  readonly #end = new AbortController();
  readonly #trial: Trial | undefined;
  #theme: Theme;
  #port: MessagePort | undefined;
  #stopped = false;
  #heard = 0;

  constructor(options: FrameOptions, compiler: Compiler) {
    this.#options = options;
    this.#theme = options.theme;
    this.#frame = createFrame(options);
    const { trial: listener, source } = options;
    this.#trial =
      listener &&
      new Trial({
        listener,
        files: source.files,
        signal: this.#end.signal,
        ask: () => this.#say({ type: "ping" }),
      });
    options.onState("starting");
    const ready = this.#whenReady();
    this.#watchNavigation();
    options.container.append(this.#frame);
    guardFocus(this.#frame, {
      signal: this.#end.signal,
      onInsists: () => this.#fail(plainFailure("focus", "The app took the keyboard again and again.")),
    });
    void this.#start(compiler, ready);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#say({ type: "theme", theme });
  }

  close(): void {
    this.#stopped = true;
    this.#end.abort();
    this.#port?.close();
    this.#frame.remove();
  }

  async #start(compiler: Compiler, ready: Promise<void>): Promise<void> {
    try {
      const result = await compiler.compile(this.#options.source);
      if (!result.ok) return this.#fail(compileFailure(result.errors));
      await ready;
      if (!this.#stopped) this.#init(result);
    } catch (error) {
      this.#fail(plainFailure("compiler", error instanceof Error ? error.message : "The compiler failed."));
    }
  }

  /** Resolves when the frame asks for its app; when it does not in time, the frame fails. */
  #whenReady(): Promise<void> {
    const { signal } = this.#end;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#fail(plainFailure("frame", `The app's frame did not start within ${START_MS / 1000} seconds.`));
      }, START_MS);
      signal.addEventListener("abort", () => clearTimeout(timer));
      const hear = ({ source, data }: MessageEvent<unknown>): void => {
        // Only the frame's own window counts, whoever else knows the words.
        if (source === null || source !== this.#frame.contentWindow || !isFrameReady(data)) return;
        clearTimeout(timer);
        window.removeEventListener("message", hear);
        if (data.anteroom === WIRE_VERSION) resolve();
        else this.#fail(plainFailure("frame", "The app's frame is of another version than this page."));
      };
      window.addEventListener("message", hear, { signal });
    });
  }

  /** A frame loads once. When it loads again, the app has led it to another document. */
  #watchNavigation(): void {
    let loads = 0;
    const count = (): void => {
      loads += 1;
      if (loads < 2) return;
      this.#trial?.ledAway();
      this.#fail(plainFailure("navigated", "The app led its frame to another page."));
    };
    this.#frame.addEventListener("load", count, { signal: this.#end.signal });
  }

  /** Hands the frame its app, and the port that is from now on the one voice believed. */
  #init(program: Program): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener("message", ({ data }) => this.#hear(data), { signal: this.#end.signal });
    port1.start();
    const init: FrameInit = {
      anteroom: WIRE_VERSION,
      type: "init",
      theme: this.#theme,
      program,
      ...(this.#trial && { console: true }),
    };
    // Its origin is opaque, and cannot be named. No app code has run in it, so it is still the runtime's.
    this.#frame.contentWindow?.postMessage(init, "*", [port2]);
  }

  #hear(data: unknown): void {
    const message = readGuestMessage(data);
    if (message?.type === "alive") return this.#trial?.alive();
    if (message?.type === "console") return this.#trial?.hear(message.entry);
    if (message === undefined || this.#stopped || this.#heard >= HEARD) return;
    this.#heard += 1;
    if (message.type === "running") return this.#options.onState("running");
    const failed = reportedFailure(this.#options.source.files, message.report);
    this.#stopped = failed.stopped;
    this.#options.onState({ failed });
  }

  #say(message: HostMessage): void {
    this.#port?.postMessage(message);
  }

  #fail(failed: AppFailure): void {
    if (this.#end.signal.aborted) return;
    this.close();
    this.#options.onState({ failed });
  }
}

function createFrame({ title, className, runtime }: FrameOptions): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  if (className !== undefined) frame.className = className;
  // Never allow-same-origin: with allow-scripts it would let the app out.
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.allow = "";
  frame.referrerPolicy = "no-referrer";
  frame.src = `${runtime.base}/frame.html`;
  return frame;
}
