import { useRef, type CSSProperties, type ReactNode } from "react";
import type { FailureCode } from "@anteroom/sandbox/host";
import type { Proposal } from "../../data/index.ts";
import { Message, useText, type MessageKey } from "../../messages/text.tsx";
import { Icon } from "../../parts/index.ts";
import { HangLine, HangWord } from "../../room/hang-word.tsx";
import { useLacking } from "../../room/layers.ts";
import { hangOf, type RunState } from "../../room/run-state.ts";
import { Sealed } from "../../room/sealed.tsx";
import { AppAsks } from "../../room/services/app-asks.tsx";
import { HeldWord } from "../../room/stage-word.tsx";
import type { LineHit } from "../line-hit.ts";
import { VisibleName, VisibleText } from "../visible-text.tsx";
import { ConsoleList } from "./console-list.tsx";
import { PlaceLink } from "./place-link.tsx";
import styles from "./preview.module.css";
import { RefusedList } from "./refused-list.tsx";
import type { Fault } from "./trial-log.ts";
import { useRoom } from "./use-measure.ts";
import { useTrial, type Trial } from "./use-trial.ts";
import type { Width } from "./width-choice.tsx";

const DESKTOP_PX = 1024;
/** Smaller than this nothing can be read; then it scrolls. */
const SMALLEST = 0.5;

export interface TrialRunProps {
  readonly shown: Proposal;
  readonly width: Width;
  readonly onGoTo: (place: LineHit) => void;
  readonly onRestart: () => void;
}

/** One run of the app, from its start to its end. */
export function TrialRun({ shown, width, onGoTo, onRestart }: TrialRunProps): ReactNode {
  const trial = useTrial(shown, styles.frame ?? "");
  const { run, log, place, clear, asks, focus } = trial;
  const text = useText();
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage);
  const scale = room === 0 ? 1 : Math.min(1, Math.max(SMALLEST, room / DESKTOP_PX));
  const lacking = useLacking(shown.runtime, run.kind === "running");
  return (
    <>
      <div className={styles.place}>
        <div
          className={styles.stage}
          ref={stage}
          tabIndex={0}
          role="region"
          aria-label={text("preview.app")}
          style={{ "--scale": scale.toFixed(4) } as CSSProperties}
        >
          <div className={width === "phone" ? styles.phone : styles.desktop} hidden={isGone(run)}>
            <div className={styles.device} ref={place} />
          </div>
        </div>
        <StageWord {...{ trial, onRestart }} name={shown.name} shares={lacking?.process ?? false} />
      </div>
      <p className={styles.sealed}>
        <Sealed name={shown.name} lacking={lacking} />
      </p>
      <AppAsks asks={asks} name={shown.name} onFocusBack={focus} />
      <div className={styles.told}>
        {log.lastFault ? <LastFault fault={log.lastFault} onGoTo={onGoTo} /> : null}
        <RefusedList log={log} onGoTo={onGoTo} />
        <ConsoleList log={log} onClear={clear} onGoTo={onGoTo} />
      </div>
    </>
  );
}

/** In the frame's place the page says what happened; after other failures the frame says it itself. */
const GONE = {
  compile: "room.failed-compile",
  compiler: "room.failed-compiler",
  frame: "room.failed-frame",
  navigated: "room.failed-navigated",
  focus: "room.failed-focus",
  flood: "room.failed-flood",
} as const satisfies Partial<Record<FailureCode, MessageKey>>;

function goneBy(run: RunState): (typeof GONE)[keyof typeof GONE] | undefined {
  if (run.kind !== "failed" || !(run.failure.code in GONE)) return undefined;
  return GONE[run.failure.code as keyof typeof GONE];
}

function isGone(run: RunState): boolean {
  return run.kind === "held" || goneBy(run) !== undefined;
}

interface StageWordProps {
  readonly trial: Trial;
  readonly name: string;
  /** Whether apps may share a process. */
  readonly shares: boolean;
  readonly onRestart: () => void;
}

/** What is said where the app itself shows nothing, or does not answer. */
function StageWord({ trial, name, shares, onRestart }: StageWordProps): ReactNode {
  const text = useText();
  const { run, place, stop, wait, focus } = trial;
  const hang = hangOf(run);
  const gone = goneBy(run);
  if (run.kind === "held") return <HeldWord name={name} why={run.why} onRun={onRestart} />;
  if (run.kind === "failed") {
    return gone === undefined ? null : (
      <div className={styles.word} role="alert">
        <Icon name="warning" />
        <div>
          <p>
            <Message id={gone} values={{ name: <VisibleName text={name} /> }} />
          </p>
          {run.failure.code === "flood" ? null : (
            <p>
              <VisibleText text={run.failure.problems[0].message} />
            </p>
          )}
        </div>
      </div>
    );
  }
  if (hang?.told) {
    return (
      <HangWord
        {...{ name, hang, shares, place }}
        again={text("room.run-again")}
        onStop={stop}
        onStartAnew={onRestart}
        onWait={wait}
        onFocusBack={focus}
      />
    );
  }
  if (hang) return <HangLine {...{ hang, place }} onStop={stop} onFocusBack={focus} />;
  return run.kind === "starting" ? (
    <p className={styles.starting} role="status">
      {text("room.starting")}
    </p>
  ) : null;
}

interface LastFaultProps {
  readonly fault: Fault;
  readonly onGoTo: (place: LineHit) => void;
}

function LastFault({ fault, onGoTo }: LastFaultProps): ReactNode {
  const text = useText();
  return (
    <section className={styles.part} aria-label={text("preview.last-error")}>
      <h3>{text("preview.last-error")}</h3>
      <p className={styles.fault}>
        <VisibleText text={fault.message} />
      </p>
      {fault.place ? (
        <PlaceLink place={fault.place} note={<VisibleText text={fault.message} />} onGoTo={onGoTo} />
      ) : null}
    </section>
  );
}
