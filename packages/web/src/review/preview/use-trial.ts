import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { openApp, type AppFailure, type AppHandle } from "@anteroom/sandbox/host";
import type { Proposal } from "../../data/index.ts";
import { runtimeBase } from "../../room/compilers.ts";
import type { Asks } from "../../room/services/asks.ts";
import { lendTrial } from "../../room/services/trial-lending.ts";
import { useNote } from "../../room/services/use-app-services.ts";
import { usePageTheme } from "../../room/use-page-theme.ts";
import { spelledOut } from "../visible-marks.ts";
import { EMPTY_LOG, logged, type TrialEvent, type TrialLog } from "./trial-log.ts";

/** How the app on trial stands; `answering` is false while it is caught in a loop. */
export interface TrialState {
  readonly step: "starting" | "running" | "stopped";
  readonly answering: boolean;
  /** Why it stopped. */
  readonly failure?: AppFailure;
}

export interface Trial {
  readonly state: TrialState;
  readonly log: TrialLog;
  /** What the frame is put into. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly clear: () => void;
  /** What the app asks of the person. */
  readonly asks: Asks;
  /** Gives the app the focus. */
  readonly focus: () => void;
}

/** An app can speak faster than a page is drawn. */
const DRAW_MS = 200;

/** One run of exactly the shown files, for as long as the calling component is there. */
export function useTrial(shown: Proposal, className: string): Trial {
  const [state, setState] = useState<TrialState>({ step: "starting", answering: true });
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
      runtime: { base: runtimeBase(shown.runtime) },
      source: { digest: shown.digest, files: new Map(shown.files.map(({ path, text }) => [path, text])) },
      theme: latestTheme.current,
      services,
      onState(told) {
        if (told === "starting") return;
        if (told === "running") return setState((now) => ({ ...now, step: "running" }));
        const { failed } = told;
        tell({ type: "failed", failure: failed });
        if (!failed.stopped) return;
        asks.end();
        setState((now) => ({ ...now, step: "stopped", failure: failed }));
      },
      trial: {
        onConsole: (entry) => tell({ type: "told", entry }),
        onAnswering: (answering) => setState((now) => ({ ...now, answering })),
      },
    });
    handle.current = opened;
    return () => {
      handle.current = undefined;
      opened[Symbol.dispose]();
      asks.end();
    };
  }, [shown, className, tell, services, asks]);

  useEffect(() => {
    latestTheme.current = theme;
    handle.current?.setTheme(theme);
  }, [theme]);

  const clear = useCallback(() => tell({ type: "clear" }), [tell]);
  const focus = useCallback(() => handle.current?.focus(), []);
  return { state, log, place, clear, asks, focus };
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
