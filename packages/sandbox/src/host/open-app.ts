import type { Theme } from "../wire/messages.ts";
import { createCompiler, type Compiler } from "./compiler.ts";
import { AppFrame, type FrameOptions } from "./frame.ts";

export interface OpenAppOptions extends FrameOptions {
  /** The Room's compiler; without one the app gets its own. */
  readonly compiler?: Compiler;
}

export interface AppHandle extends Disposable {
  setTheme(theme: Theme): void;
  /** Runs the app anew in a new frame; what the old one held is lost. */
  reload(): void;
}

/**
 * Runs an app in a sandboxed frame, the last child of `container`, and tells `onState` how it stands:
 * "starting" before this returns. Disposing takes the frame away; nothing is told after that.
 */
export function openApp(options: OpenAppOptions): AppHandle {
  const compiler = options.compiler ?? createCompiler({ url: `${options.runtime.base}/compile.js` });
  let { theme } = options;
  const open = (): AppFrame => new AppFrame({ ...options, theme }, compiler);
  let frame = open();
  return {
    setTheme(next) {
      theme = next;
      frame.setTheme(next);
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
