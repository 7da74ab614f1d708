import type { Notice, RoomInfo } from "../wire/calls.ts";
import {
  readGuestMessage,
  SPOKEN_VERSIONS,
  type FrameInit,
  type HostMessage,
  type Theme,
} from "../wire/messages.ts";
import type { Program } from "../wire/program.ts";
import { CallDesk } from "./calls.ts";
import type { AppSource, Compiler } from "./compiler.ts";
import { guardFocus } from "./focus.ts";
import { loadPackages } from "./packages.ts";
import { Rate } from "./rate.ts";
import type { RuntimeFrame, RuntimePlace } from "./runtime-frame.ts";
import type { AppServices } from "./services.ts";
import { takeFrame } from "./spare-frame.ts";
import { compileFailure, plainFailure, reportedFailure, type AppFailure, type AppState } from "./state.ts";
import { Trial, type TrialListener } from "./trial.ts";

export interface FrameOptions {
  readonly container: Element;
  /** Names the frame to those who hear the page. */
  readonly title: string;
  /** The frame's class; the page styles it. */
  readonly className?: string;
  readonly runtime: RuntimePlace;
  readonly source: AppSource;
  readonly theme: Theme;
  readonly onState: (state: AppState) => void;
  /** What the page lends the app; without them it is lent nothing. */
  readonly services?: AppServices;
  /**
   * Called with false when the app answers no more, as in an endless loop, and with true when it does again.
   */
  readonly onAnswering?: (answering: boolean) => void;
  /** Opens the app on trial: the page hears what it writes to its console and reaches for. */
  readonly trial?: TrialListener;
}

/** What a frame is handed, and in which version of the wire it takes that. */
interface Prepared {
  readonly version: number;
  readonly program: Program;
  readonly packages: readonly Blob[];
}

const START_MS = 10_000;
/** How many failures of one frame are listened to; an app can send any number. */
const HEARD = 50;
/** Messages of one frame in a second, and how many more may come at once: ten times what it may ask. */
const MESSAGES_A_SECOND = 1000;
const MESSAGES_AT_ONCE = 5000;

/** One frame with one run of an app, from its start to its end. */
export class AppFrame {
  /** Gives the app the focus. */
  readonly focus: () => void;
  readonly #options: FrameOptions;
  readonly #frame: RuntimeFrame;
  /** Aborted at the end of the frame; everything that listens goes with it. */
  readonly #end = new AbortController();
  readonly #trial: Trial | undefined;
  /** There once the app runs, if its frame is of a version that asks anything. */
  #desk: CallDesk | undefined;
  readonly #noticed = new Set<Notice>();
  #theme: Theme;
  #room: RoomInfo | undefined;
  #port: MessagePort | undefined;
  #stopped = false;
  #heard = 0;
  readonly #messages = new Rate({ aSecond: MESSAGES_A_SECOND, atOnce: MESSAGES_AT_ONCE });

  constructor(options: FrameOptions, compiler: Compiler) {
    this.#options = options;
    this.#theme = options.theme;
    this.#room = options.services?.room;
    this.#frame = takeFrame(options.runtime.base);
    this.#frame.element.title = options.title;
    if (options.className !== undefined) this.#frame.element.className = options.className;
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
    const onLedAway = (): void => this.#ledAway();
    this.#frame.watchNavigation(onLedAway, this.#end.signal);
    this.#frame.insert(options.container);
    this.focus = guardFocus(this.#frame.element, {
      signal: this.#end.signal,
      onInsists: () => this.#fail(plainFailure("focus", "The app took the keyboard again and again.")),
    });
    void this.#start(compiler, ready);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#say({ type: "theme", theme });
  }

  setRoom(room: RoomInfo): void {
    this.#room = room;
    if (this.#desk !== undefined) this.#say({ type: "room", room });
  }

  setTitle(title: string): void {
    this.#frame.element.title = title;
  }

  close(): void {
    this.#stopped = true;
    this.#end.abort();
    this.#port?.close();
    this.#frame.remove();
  }

  async #start(compiler: Compiler, ready: Promise<number>): Promise<void> {
    let code: "compiler" | "frame" = "compiler";
    try {
      const result = await compiler.compile(this.#options.source);
      if (!result.ok) return this.#fail(compileFailure(result.errors));
      code = "frame";
      const packages = await loadPackages(this.#options.runtime.base, result.packages);
      const version = await ready;
      if (!this.#stopped) this.#init({ version, program: result, packages });
    } catch (error) {
      this.#fail(
        plainFailure(code, error instanceof Error ? error.message : "The app could not be prepared."),
      );
    }
  }

  /** Resolves with the frame's version when it asks for its app; when it does not in time, the frame fails. */
  async #whenReady(): Promise<number> {
    const timer = setTimeout(() => {
      this.#fail(plainFailure("frame", `The app's frame did not start within ${START_MS / 1000} seconds.`));
    }, START_MS);
    this.#end.signal.addEventListener("abort", () => clearTimeout(timer));
    const version = await this.#frame.ready;
    clearTimeout(timer);
    if (!SPOKEN_VERSIONS.includes(version)) {
      this.#fail(plainFailure("frame", "The app's frame is of another version than this page."));
    }
    return version;
  }

  #ledAway(): void {
    this.#trial?.ledAway();
    this.#fail(plainFailure("navigated", "The app led its frame to another page."));
  }

  /** Hands the frame its app, and the port that is from now on the one voice believed. */
  #init({ version, program, packages }: Prepared): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener("message", ({ data }) => this.#hear(data), { signal: this.#end.signal });
    port1.start();
    const { services } = this.#options;
    if (version > 1) {
      const say = (message: HostMessage): void => this.#say(message);
      this.#desk = new CallDesk({ services, say, signal: this.#end.signal });
    }
    const init: FrameInit = {
      anteroom: version,
      type: "init",
      theme: this.#theme,
      program,
      ...(version > 1 && { packages, ...(this.#room && { room: this.#room }) }),
      ...(this.#trial && { console: true }),
    };
    // Its origin is opaque, and cannot be named. No app code has run in it, so it is still the runtime's.
    this.#frame.element.contentWindow?.postMessage(init, "*", [port2]);
  }

  #hear(data: unknown): void {
    if (!this.#messages.take()) {
      return this.#fail(plainFailure("flood", "The app sent its page more than that can take."));
    }
    const message = readGuestMessage(data);
    if (message?.type === "alive") return this.#trial?.alive();
    if (message?.type === "console") return this.#trial?.hear(message.entry);
    if (message === undefined || this.#stopped) return;
    if (message.type === "call") return this.#desk?.take(message.id, message.call);
    if (message.type === "notice") return this.#notice(message.notice);
    if (this.#heard >= HEARD) return;
    this.#heard += 1;
    if (message.type === "running") return this.#options.onState("running");
    const failed = reportedFailure(this.#options.source.files, message.report);
    this.#stopped = failed.stopped;
    this.#options.onState({ failed });
  }

  /** Once of each kind. */
  #notice(notice: Notice): void {
    if (this.#noticed.has(notice)) return;
    this.#noticed.add(notice);
    this.#options.services?.onNotice?.(notice);
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
