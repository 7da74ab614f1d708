import { useCallback, useEffect, useReducer, useRef, useState, type RefObject } from "react";
import { openApp, type AppFailure, type AppHandle, type AppServices } from "@anteroom/sandbox/host";
import type { App } from "../data/index.ts";
import { browserShelf } from "../review/shelf.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { runtimeBase, type Compilers } from "./compilers.ts";
import { runReducer, withMishap, type RunState } from "./run-state.ts";
import { SLOW_START_MS, hungBefore, noteSettled, noteStart } from "./start-guard.ts";
import { usePageTheme } from "./use-page-theme.ts";

export interface AppRunOptions {
  readonly app: App;
  /** What its tab is called now; another name is no reason to run it anew. */
  readonly name: string;
  readonly compilers: Compilers;
  /** What the page lends it; of a change while it runs only `room` is told to it. */
  readonly services: AppServices;
  /** The person asked for this run, so that it starts whatever happened before. */
  readonly asked: boolean;
  /** The frame's class. */
  readonly className: string;
}

export interface AppRun {
  readonly run: RunState;
  /** What failed while it went on, oldest first. */
  readonly mishaps: readonly AppFailure[];
  /** What the frame is put into. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly stop: () => void;
  /** Gives the app the focus. */
  readonly focus: () => void;
}

/** One run of an app in its sandboxed frame, for as long as the calling component is there. */
export function useAppRun(options: AppRunOptions): AppRun {
  const { app, name, compilers, services, asked, className } = options;
  const [run, dispatch] = useReducer(runReducer, undefined, (): RunState =>
    !asked && hungBefore(browserShelf, app.digest, Date.now())
      ? { kind: "held", why: "hung-before" }
      : { kind: "starting" },
  );
  const [mishaps, setMishaps] = useState<readonly AppFailure[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<AppHandle>(undefined);
  const theme = usePageTheme();
  const title = spelledOut(name);
  const latest = useRef({ theme, title, services, kind: run.kind });
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
      services: latest.current.services,
      onState(state) {
        dispatch({ type: "told", state });
        if (typeof state === "string" || state.failed.stopped) return;
        setMishaps((before) => withMishap(before, state.failed));
      },
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
    latest.current = { theme, title, services, kind: run.kind };
    handle.current?.setTheme(theme);
    handle.current?.setRoom(services.room);
    place.current?.querySelector("iframe")?.setAttribute("title", title);
  }, [theme, title, services, run.kind]);

  useEffect(() => {
    if (run.kind === "running" || run.kind === "failed") noteSettled(browserShelf, app.digest);
    if (run.kind !== "starting") return;
    const timer = setTimeout(() => dispatch({ type: "waited" }), SLOW_START_MS);
    return () => clearTimeout(timer);
  }, [run.kind, app.digest]);

  const focus = useCallback(() => handle.current?.focus(), []);
  return { run, mishaps, place, stop: () => dispatch({ type: "stop" }), focus };
}
