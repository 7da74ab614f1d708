import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { openApp, type AppFailure, type AppHandle, type AppServices } from "@anteroom/sandbox/host";
import type { App } from "../data/index.ts";
import { browserShelf } from "../review/shelf.ts";
import { spelledOut } from "../review/visible-marks.ts";
import type { Compilers } from "./compilers.ts";
import { hangOf, withMishap, type RunState } from "./run-state.ts";
import { runtimePlace } from "./runtime-place.ts";
import { SLOW_START_MS, hungBefore, noteHung, noteSettled, noteStart } from "./start-guard.ts";
import { usePageTheme } from "./use-page-theme.ts";
import { useRunState } from "./use-run-state.ts";

export interface AppRunOptions {
  readonly app: App;
  /** What its tab is called now; another name is no reason to run it anew. */
  readonly name: string;
  readonly compilers: Compilers;
  /** What the page lends it; of a change while it runs only `room` is told to it. */
  readonly services: AppServices;
  /** The person asked for this run, so that it starts whatever happened before. */
  readonly asked: boolean;
  /** Called before it starts anew in another frame. It stays the same. */
  readonly onAnew: () => void;
  /** The class of the element that holds the frame. */
  readonly className: string;
}

export interface AppRun {
  readonly run: RunState;
  /** What failed while it went on, oldest first. */
  readonly mishaps: readonly AppFailure[];
  /** How often it was started anew, since it did not answer when another app was stopped. */
  readonly anew: number;
  /** What the frame is put into. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly stop: () => void;
  /** The person waits for an app that hangs. */
  readonly wait: () => void;
  /** Gives the app the focus. */
  readonly focus: () => void;
}

/** One run of an app in its sandboxed frame, for as long as the calling component is there. */
export function useAppRun(options: AppRunOptions): AppRun {
  const { app, name, compilers, services, asked, onAnew, className } = options;
  const { run, dispatch, onAnswering, wait } = useRunState(() =>
    !asked && hungBefore(browserShelf, app.digest, Date.now())
      ? { kind: "held", why: "hung-before" }
      : { kind: "starting" },
  );
  const [mishaps, setMishaps] = useState<readonly AppFailure[]>([]);
  const [anew, setAnew] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<AppHandle>(undefined);
  const theme = usePageTheme();
  const title = spelledOut(name);
  const hangs = hangOf(run) !== undefined;
  const latest = useRef({ theme, title, services, hangs, kind: run.kind });
  const held = run.kind === "held";

  useEffect(() => {
    if (held || !place.current) return;
    let starts = 0;
    const opened = openApp({
      container: place.current,
      title: latest.current.title,
      className,
      runtime: runtimePlace(app.runtime),
      source: { digest: app.digest, files: new Map(Object.entries(app.files)) },
      compiler: compilers.for(app.runtime),
      theme: latest.current.theme,
      services: latest.current.services,
      onAnswering,
      onState(state) {
        dispatch({ type: "told", state });
        if (state === "starting") {
          if (starts > 0) onAnew();
          setAnew(starts++);
        }
        if (typeof state === "string" || state.failed.stopped) return;
        setMishaps((before) => withMishap(before, state.failed));
      },
    });
    handle.current = opened;
    const settle = (): void => {
      // A page whose clock goes on has said by then that the start is slow. This one was held up by the app, until it
      // was left: Firefox ends a loop for that.
      const isHeldUp = latest.current.kind === "starting" && hungBefore(browserShelf, app.digest, Date.now());
      if (!latest.current.hangs && !isHeldUp) noteSettled(browserShelf, app.digest);
    };
    // A page that can still say that it is left does not hang, unless its app does.
    window.addEventListener("pagehide", settle);
    return () => {
      window.removeEventListener("pagehide", settle);
      settle();
      handle.current = undefined;
      opened[Symbol.dispose]();
    };
  }, [held, app, compilers, className, dispatch, onAnswering, onAnew]);

  useEffect(() => {
    latest.current = { theme, title, services, hangs, kind: run.kind };
    handle.current?.setTheme(theme);
    handle.current?.setRoom(services.room);
    handle.current?.setTitle(title);
  }, [theme, title, services, hangs, run.kind]);

  useEffect(() => {
    if (hangs) noteHung(browserShelf, app.digest);
    else if (run.kind === "running" || run.kind === "failed") noteSettled(browserShelf, app.digest);
    else if (run.kind === "starting") noteStart(browserShelf, app.digest, Date.now());
    if (hangs || run.kind !== "starting") return undefined;
    const timer = setTimeout(() => dispatch({ type: "waited" }), SLOW_START_MS);
    return () => clearTimeout(timer);
  }, [run.kind, hangs, app.digest, dispatch]);

  const stop = useCallback(() => {
    handle.current?.stop();
    dispatch({ type: "stop" });
  }, [dispatch]);
  const focus = useCallback(() => handle.current?.focus(), []);
  return { run, mishaps, anew, place, stop, wait, focus };
}
