import type { RoomInfo } from "../wire/calls.ts";
import type { Theme } from "../wire/messages.ts";
import { createCompiler, type Compiler } from "./compiler.ts";
import { AppFrame, type FrameOptions } from "./frame.ts";

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
  const compiler = options.compiler ?? createCompiler({ url: `${options.runtime.base}/compile.js` });
  let { theme, services } = options;
  const open = (): AppFrame => new AppFrame({ ...options, theme, ...(services && { services }) }, compiler);
  let frame = open();
  return {
    setTheme(next) {
      theme = next;
      frame.setTheme(next);
    },
    setRoom(room) {
      if (services === undefined) return;
      services = { ...services, room };
      frame.setRoom(room);
    },
    setTitle(title) {
      frame.setTitle(title);
    },
    stop() {
      frame.close();
    },
    focus() {
      frame.focus();
    },
    reload() {
      frame.close();
      frame = open();
    },
    [Symbol.dispose]() {
      frame.close();
      if (options.compiler === undefined) compiler[Symbol.dispose]();
    },
  };
}
