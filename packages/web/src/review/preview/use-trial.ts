import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { openApp, type AppHandle } from "@anteroom/sandbox/host";
import type { Proposal } from "../../data/index.ts";
import type { RunState } from "../../room/run-state.ts";
import { runtimePlace } from "../../room/runtime-place.ts";
import type { Asks } from "../../room/services/asks.ts";
import { lendTrial } from "../../room/services/trial-lending.ts";
import { useNote } from "../../room/services/use-app-services.ts";
import { usePageTheme } from "../../room/use-page-theme.ts";
import { useRunState } from "../../room/use-run-state.ts";
import { spelledOut } from "../visible-marks.ts";
import { EMPTY_LOG, logged, type TrialEvent, type TrialLog } from "./trial-log.ts";

export interface Trial {
  readonly run: RunState;
  readonly log: TrialLog;
  /** What the frame is put into. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly clear: () => void;
  /** What the app asks of the person. */
  readonly asks: Asks;
  readonly stop: () => void;
  /** The person waits for an app that hangs. */
  readonly wait: () => void;
  /** Gives the app the focus. */
  readonly focus: () => void;
}

/** An app can speak faster than a page is drawn. */
const DRAW_MS = 200;

/** One run of exactly the shown files, for as long as the calling component is there. */
export function useTrial(shown: Proposal, className: string): Trial {
  const { run, dispatch, onAnswering, wait } = useRunState(() => ({ kind: "starting" }));
  const { log, tell } = useTrialLog();
  const onNote = useNote({ instance_id: shown.instance_id, name: shown.name });
  const [{ services, asks }] = useState(() => lendTrial(shown, onNote));
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<AppHandle>(undefined);
  const theme = usePageTheme();
  const latestTheme = useRef(theme);

  useEffect(() => {
    if (!place.current) return;
    const opened = openApp({
      container: place.current,
      title: spelledOut(shown.name),
      className,
      runtime: runtimePlace(shown.runtime),
      source: { digest: shown.digest, files: new Map(shown.files.map(({ path, text }) => [path, text])) },
      theme: latestTheme.current,
      services,
      onAnswering,
      onState(state) {
        dispatch({ type: "told", state });
        if (typeof state === "string") return;
        tell({ type: "failed", failure: state.failed });
        if (state.failed.stopped) asks.end();
      },
      trial: { onConsole: (entry) => tell({ type: "told", entry }) },
    });
    handle.current = opened;
    return () => {
      handle.current = undefined;
      opened[Symbol.dispose]();
      asks.end();
    };
  }, [shown, className, tell, services, asks, dispatch, onAnswering]);

  useEffect(() => {
    latestTheme.current = theme;
    handle.current?.setTheme(theme);
  }, [theme]);

  const stop = useCallback(() => {
    handle.current?.stop();
    asks.end();
    dispatch({ type: "stop" });
  }, [asks, dispatch]);
  const clear = useCallback(() => tell({ type: "clear" }), [tell]);
  const focus = useCallback(() => handle.current?.focus(), []);
  return { run, log, place, clear, asks, stop, wait, focus };
}

/** Gathers what is told, so that a flood is drawn a few times in a second and not for each word. */
function useTrialLog(): { readonly log: TrialLog; readonly tell: (event: TrialEvent) => void } {
  const [log, setLog] = useState(EMPTY_LOG);
  const waiting = useRef<TrialEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useCallback((event: TrialEvent) => {
    waiting.current.push(event);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const events = waiting.current;
      waiting.current = [];
      setLog((before) => logged(before, events));
    }, DRAW_MS);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return { log, tell };
}
