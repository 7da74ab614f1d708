import { useEffect, useReducer, useRef, type RefObject } from "react";
import { openApp, type AppHandle } from "@anteroom/sandbox/host";
import type { App } from "../data/index.ts";
import { browserShelf } from "../review/shelf.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { runtimeBase, type Compilers } from "./compilers.ts";
import { runReducer, type RunState } from "./run-state.ts";
import { SLOW_START_MS, hungBefore, noteSettled, noteStart } from "./start-guard.ts";
import { usePageTheme } from "./use-page-theme.ts";

export interface AppRunOptions {
  readonly app: App;
  /** What its tab is called now; another name is no reason to run it anew. */
  readonly name: string;
  readonly compilers: Compilers;
  /** The person asked for this run, so that it starts whatever happened before. */
  readonly asked: boolean;
  /** The frame's class. */
  readonly className: string;
}

export interface AppRun {
  readonly run: RunState;
  /** What the frame is put into. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly stop: () => void;
}

/** One run of an app in its sandboxed frame, for as long as the calling component is there. */
export function useAppRun({ app, name, compilers, asked, className }: AppRunOptions): AppRun {
  const [run, dispatch] = useReducer(runReducer, undefined, (): RunState =>
    !asked && hungBefore(browserShelf, app.digest, Date.now())
      ? { kind: "held", why: "hung-before" }
      : { kind: "starting" },
  );
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<AppHandle>(undefined);
  const theme = usePageTheme();
  const title = spelledOut(name);
  const latest = useRef({ theme, title, kind: run.kind });
  const alive = run.kind !== "held";

  useEffect(() => {
    if (!alive || !place.current) return;
    noteStart(browserShelf, app.digest, Date.now());
    const opened = openApp({
      container: place.current,
      title: latest.current.title,
      className,
      runtime: { base: runtimeBase(app.runtime) },
      source: { digest: app.digest, files: new Map(Object.entries(app.files)) },
      compiler: compilers.for(app.runtime),
      theme: latest.current.theme,
      onState: (state) => dispatch({ type: "told", state }),
    });
    handle.current = opened;
    // A page that can still say that it is left does not hang, unless its app seemed to.
    const leave = (): void => {
      if (latest.current.kind !== "slow") noteSettled(browserShelf, app.digest);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
      handle.current = undefined;
      opened[Symbol.dispose]();
    };
  }, [alive, app, compilers, className]);

  useEffect(() => {
    latest.current = { theme, title, kind: run.kind };
    handle.current?.setTheme(theme);
    place.current?.querySelector("iframe")?.setAttribute("title", title);
  }, [theme, title, run.kind]);

  useEffect(() => {
    if (run.kind === "running" || run.kind === "failed") noteSettled(browserShelf, app.digest);
    if (run.kind !== "starting") return;
    const timer = setTimeout(() => dispatch({ type: "waited" }), SLOW_START_MS);
    return () => clearTimeout(timer);
  }, [run.kind, app.digest]);

  return { run, place, stop: () => dispatch({ type: "stop" }) };
}
