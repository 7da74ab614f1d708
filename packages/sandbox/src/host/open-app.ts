import type { RoomInfo } from "../wire/calls.ts";
import type { Theme } from "../wire/messages.ts";
import { createCompiler, type Compiler } from "./compiler.ts";
import { AppFrame, type FrameOptions } from "./frame.ts";
import { isWaiting, leave, passed, startSoon, type Neighbour } from "./frames-alive.ts";

export interface OpenAppOptions extends FrameOptions {
  /** The Room's compiler; without one the app gets its own. */
  readonly compiler?: Compiler;
}

export interface AppHandle extends Disposable {
  setTheme(theme: Theme): void;
  /** Tells the app of another name or language of its Room; only with services. */
  setRoom(room: RoomInfo): void;
  /** Gives the app the focus, as after a dialog of the page that stood before it. */
  focus(): void;
  /** Names the frame anew to those who hear the page. */
  setTitle(title: string): void;
  /**
   * Ends the app for good; nothing is told of it after that. Apps that share its process, and do not answer either,
   * end with it and start anew, one after another: of those "starting" is told.
   */
  stop(): void;
  /** Runs the app anew in a new frame; what the old one held is lost. One that hangs is stopped first, see `stop`. */
  reload(): void;
}

/**
 * Runs an app in a sandboxed frame, the last child of `container`, and tells `onState` how it stands:
 * "starting" before this returns. Disposing takes the frame away; nothing is told after that.
 */
export function openApp(options: OpenAppOptions): AppHandle {
  const run = new AppRun(options);
  run.reload();
  return run;
}

/** So long an app that starts holds up the next. */
const START_MS = 3000;

/** An app from its opening to its disposal, in one frame after the other. */
class AppRun implements AppHandle, Neighbour {
  #options: FrameOptions;
  readonly #compiler: Compiler;
  readonly #hasOwnCompiler: boolean;
  #frame: AppFrame | undefined;
  #isDisposed = false;

  constructor({ compiler, ...options }: OpenAppOptions) {
    this.#options = options;
    this.#compiler = compiler ?? createCompiler({ url: `${options.runtime.base}/compile.js` });
    this.#hasOwnCompiler = compiler === undefined;
  }

  setTheme(theme: Theme): void {
    this.#options = { ...this.#options, theme };
    this.#frame?.setTheme(theme);
  }

  setRoom(room: RoomInfo): void {
    const { services } = this.#options;
    if (services === undefined) return;
    this.#options = { ...this.#options, services: { ...services, room } };
    this.#frame?.setRoom(room);
  }

  setTitle(title: string): void {
    this.#options = { ...this.#options, title };
    this.#frame?.setTitle(title);
  }

  focus(): void {
    this.#frame?.focus();
  }

  stop(): void {
    leave(this);
    this.#frame?.close();
    this.#frame = undefined;
  }

  reload(): void {
    if (this.#isDisposed || isWaiting(this)) return;
    this.stop();
    startSoon(this);
    this.#options.onState("starting");
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.stop();
    if (this.#hasOwnCompiler) this.#compiler[Symbol.dispose]();
  }

  get hangs(): boolean {
    return this.#frame?.hangs ?? false;
  }

  async answer(): Promise<void> {
    await this.#frame?.answer();
  }

  clear(): void {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#options.onState("starting");
  }

  async start(): Promise<void> {
    this.#frame = new AppFrame(this.#options, this.#compiler);
    const { settled } = this.#frame;
    await Promise.race([settled, passed(START_MS)]);
  }
}
