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
import { freeOthers, someHang } from "./frames-alive.ts";
import { loadPackages } from "./packages.ts";
import { Rate } from "./rate.ts";
import type { RuntimeFrame, RuntimePlace } from "./runtime-frame.ts";
import type { AppServices } from "./services.ts";
import { takeFrame } from "./spare-frame.ts";
import { compileFailure, plainFailure, reportedFailure, type AppFailure, type AppState } from "./state.ts";
import { Trial, type TrialListener } from "./trial.ts";
import { Watchdog } from "./watchdog.ts";
import { weightOf } from "./weight.ts";

export interface FrameOptions {
  readonly container: Element;
  /** Names the frame to those who hear the page. */
  readonly title: string;
  /** The class of the element that holds the frame and gives it its size; the page styles it. */
  readonly className?: string;
  readonly runtime: RuntimePlace;
  readonly source: AppSource;
  readonly theme: Theme;
  readonly onState: (state: AppState) => void;
  /** What the page lends the app; without them it is lent nothing. */
  readonly services?: AppServices;
  /** Called with false when the app answers no more, as in an endless loop, and with true when it does again. */
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
/**
 * Messages of one frame in a second, and how many more may come at once: twice, and five times, what it may ask. Those
 * take the page about a tenth of a second.
 */
const MESSAGES_A_SECOND = 1000;
const MESSAGES_AT_ONCE = 2500;
/** The page has no use for messages to its window, and pays more for each. */
const WINDOW_WEIGHT = 10;
/** A browser keeps fifty steps; a person's own may fall out. */
const STEP_WEIGHT = MESSAGES_AT_ONCE / 20;

/** One frame with one run of an app, from its start to its end. */
export class AppFrame {
  /** Gives the app the focus. */
  readonly focus: () => void;
  /** Resolves when the app runs or failed, or its frame is gone. */
  readonly settled: Promise<void>;
  readonly #options: FrameOptions;
  readonly #frame: RuntimeFrame;
  /** Aborted at the end of the frame; everything that listens goes with it. */
  readonly #end = new AbortController();
  readonly #trial: Trial | undefined;
  readonly #watchdog: Watchdog;
  #settle: () => void = () => undefined;
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
    this.#frame = takeFrame(options.runtime);
    this.#frame.title = options.title;
    if (options.className !== undefined) this.#frame.element.className = options.className;
    const { trial: listener, source } = options;
    const { signal } = this.#end;
    this.#trial = listener && new Trial({ listener, files: source.files, signal });
    const tell = (answering: boolean): void => options.onAnswering?.(answering);
    this.#watchdog = new Watchdog({ tell, signal });
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    // What cannot be read, as memory of the app's, comes all the same.
    for (const type of ["message", "messageerror"] as const) {
      window.addEventListener(type, (event) => this.#countOnWindow(event), { signal });
    }
    const ready = this.#whenReady();
    const onLedAway = (): void => this.#ledAway();
    this.#frame.watchNavigation(onLedAway);
    this.#frame.insert(options.container);
    this.focus = guardFocus(this.#frame, {
      signal,
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
    this.#frame.title = title;
  }

  /** Whether the app has not answered for so long that it was told. */
  get hangs(): boolean {
    return this.#watchdog.hangs;
  }

  /** Resolves when the app answers, asked now or as soon as it runs; also when its frame is gone. */
  answer(): Promise<void> {
    return this.#watchdog.answer();
  }

  /** Takes the frame away, and frees those whom the app may have held up: it hangs, or is suspect to. */
  close(isSuspect = this.#watchdog.isLate): void {
    const { hangs } = this.#watchdog;
    this.remove();
    if (isSuspect) void freeOthers({ hung: hangs });
  }

  /** Takes the frame away, and nothing else. */
  remove(): void {
    this.#stopped = true;
    this.#end.abort();
    this.#port?.close();
    this.#frame.remove();
    this.#settle();
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

  /**
   * Resolves with the frame's version when it asks for its app. When it does not in time, the frame fails, unless
   * another app hangs, which may hold it up.
   */
  async #whenReady(): Promise<number> {
    const timer = setInterval(() => {
      if (someHang()) return;
      this.#fail(plainFailure("frame", `The app's frame did not start within ${START_MS / 1000} seconds.`));
    }, START_MS);
    this.#end.signal.addEventListener("abort", () => clearInterval(timer));
    const version = await this.#frame.ready;
    clearInterval(timer);
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
    this.#frame.window?.postMessage(init, "*", [port2]);
    this.#watchdog.start(() => this.#say({ type: "ping" }));
  }

  /** What the frame says to the page's window is heard by nobody, and costs the page what any message does. */
  #countOnWindow({ source, ports }: MessageEvent<unknown>): void {
    if (source !== null && source === this.#frame.window) this.#admits(WINDOW_WEIGHT * (1 + ports.length));
  }

  /** Whether the page takes so much more of the frame, which else is ended. */
  #admits(weight: number): boolean {
    if (this.#messages.take(weight)) return true;
    this.#fail(plainFailure("flood", "The app sent its page more than that can take."));
    return false;
  }

  #hear(data: unknown): void {
    if (!this.#admits(weightOf(data))) return;
    const message = readGuestMessage(data);
    if (message?.type === "alive") return this.#watchdog.heard();
    if (message?.type === "step") return void this.#admits(STEP_WEIGHT);
    if (message?.type === "console") return this.#trial?.hear(message.entry);
    if (message === undefined || this.#stopped) return;
    if (message.type === "call") return this.#desk?.take(message.id, message.call);
    if (message.type === "notice") return this.#notice(message.notice);
    if (this.#heard >= HEARD) return;
    this.#heard += 1;
    if (message.type === "running") return this.#tell("running");
    const failed = reportedFailure(this.#options.source.files, message.report);
    this.#stopped = failed.stopped;
    this.#tell({ failed });
  }

  #tell(state: AppState): void {
    this.#settle();
    this.#options.onState(state);
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
    this.close(failed.code === "flood" || this.#watchdog.isLate);
    this.#tell({ failed });
  }
}
