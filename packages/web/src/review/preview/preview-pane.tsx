import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import type { Proposal } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { IconButton } from "../../parts/index.ts";
import type { LineHit } from "../line-hit.ts";
import styles from "./preview.module.css";
import { TrialRun } from "./trial-run.tsx";
import { useCovered } from "./use-measure.ts";
import { WidthChoice, type Width } from "./width-choice.tsx";

export interface PreviewPaneProps {
  readonly shown: Proposal;
  /** What covers the page from below. */
  readonly bar: RefObject<HTMLElement | null>;
  readonly onGoTo: (place: LineHit) => void;
  readonly onClose: () => void;
}

/** The trial of a proposal: the app in its sealed frame, and what it says and tries. */
export function PreviewPane({ shown, bar, onGoTo, onClose }: PreviewPaneProps): ReactNode {
  const text = useText();
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [width, setWidth] = useState<Width>("phone");
  const [runs, setRuns] = useState(0);
  const covered = useCovered(bar);
  const restart = (): void => setRuns(runs + 1);
  // It was opened by a press, so this is where the person looks next.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    pane.current?.scrollIntoView({ block: "nearest" });
  }, []);
  function restartFromWithin(): void {
    // What was pressed goes with the run that it stood in.
    heading.current?.focus({ preventScroll: true });
    restart();
  }
  return (
    <section
      className={styles.pane}
      ref={pane}
      aria-labelledby={id}
      style={{ "--covered": `${covered}px` } as CSSProperties}
    >
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {text("preview.title")}
        </h2>
        <WidthChoice width={width} onChange={setWidth} />
        <IconButton icon="reload" size="small" label={text("preview.restart")} onPress={restart} />
        <IconButton icon="close" size="small" label={text("preview.close")} onPress={onClose} />
      </header>
      <p className={styles.holds}>{text("preview.holds")}</p>
      <TrialRun key={runs} {...{ shown, width, onGoTo }} onRestart={restartFromWithin} />
    </section>
  );
}
