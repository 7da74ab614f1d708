import { useRef, type CSSProperties, type ReactNode } from "react";
import type { FailureCode } from "@anteroom/sandbox/host";
import type { Proposal } from "../../data/index.ts";
import { Message, useText, type MessageKey } from "../../messages/text.tsx";
import { Icon } from "../../parts/index.ts";
import { AppAsks } from "../../room/services/app-asks.tsx";
import type { LineHit } from "../line-hit.ts";
import { VisibleName, VisibleText } from "../visible-text.tsx";
import { ConsoleList } from "./console-list.tsx";
import { PlaceLink } from "./place-link.tsx";
import styles from "./preview.module.css";
import { RefusedList } from "./refused-list.tsx";
import type { Fault } from "./trial-log.ts";
import { useRoom } from "./use-measure.ts";
import { useTrial, type TrialState } from "./use-trial.ts";
import type { Width } from "./width-choice.tsx";

const DESKTOP_PX = 1024;
/** Smaller than this nothing can be read; then it scrolls. */
const SMALLEST = 0.5;

export interface TrialRunProps {
  readonly shown: Proposal;
  readonly width: Width;
  readonly onGoTo: (place: LineHit) => void;
}

/** One run of the app, from its start to its end. */
export function TrialRun({ shown, width, onGoTo }: TrialRunProps): ReactNode {
  const { state, log, place, clear, asks, focus } = useTrial(shown, styles.frame ?? "");
  const text = useText();
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage);
  const scale = room === 0 ? 1 : Math.min(1, Math.max(SMALLEST, room / DESKTOP_PX));
  return (
    <>
      <div
        className={styles.stage}
        ref={stage}
        tabIndex={0}
        role="region"
        aria-label={text("preview.app")}
        style={{ "--scale": scale.toFixed(4) } as CSSProperties}
      >
        <div className={width === "phone" ? styles.phone : styles.desktop} hidden={isGone(state)}>
          <div className={styles.device} ref={place} />
        </div>
        <StageWord state={state} name={shown.name} />
      </div>
      <AppAsks asks={asks} name={shown.name} onFocusBack={focus} />
      <Hanging answering={state.answering || isGone(state)} />
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

function goneBy({ failure }: TrialState): (typeof GONE)[keyof typeof GONE] | undefined {
  return failure && failure.code in GONE ? GONE[failure.code as keyof typeof GONE] : undefined;
}

function isGone(state: TrialState): boolean {
  return goneBy(state) !== undefined;
}

interface StageWordProps {
  readonly state: TrialState;
  readonly name: string;
}

/** What is said where the app itself shows nothing. */
function StageWord({ state, name }: StageWordProps): ReactNode {
  const text = useText();
  const gone = goneBy(state);
  if (gone !== undefined) {
    return (
      <div className={styles.word} role="alert">
        <Icon name="warning" />
        <div>
          <p>
            <Message id={gone} values={{ name: <VisibleName text={name} /> }} />
          </p>
          <p>
            <VisibleText text={state.failure?.problems[0].message ?? ""} />
          </p>
        </div>
      </div>
    );
  }
  return state.step === "starting" && state.answering ? (
    <p className={styles.starting} role="status">
      {text("room.starting")}
    </p>
  ) : null;
}

/** Always there, so that what comes into it is announced. */
function Hanging({ answering }: { readonly answering: boolean }): ReactNode {
  const text = useText();
  return (
    <div role="status">
      {answering ? null : (
        <p className={styles.hanging}>
          <Icon name="warning" />
          <span>{text("preview.hangs")}</span>
        </p>
      )}
    </div>
  );
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
