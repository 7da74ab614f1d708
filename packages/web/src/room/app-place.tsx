import { lazy, Suspense, useContext, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import type { App } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { foresee } from "../parts/index.ts";
import styles from "./app-stage.module.css";
import { hangOf } from "./run-state.ts";
import { TabOpen } from "./services/tab-open.ts";
import { StageWord } from "./stage-word.tsx";
import type { AppRun } from "./use-app-run.ts";

const loadError = () => import("./app-error.tsx");
const AppError = lazy(async () => ({ default: (await loadError()).AppError }));
foresee(loadError);
const loadHang = () => import("./hang-word.tsx");
const HangWord = lazy(async () => ({ default: (await loadHang()).HangWord }));
const HangLine = lazy(async () => ({ default: (await loadHang()).HangLine }));
foresee(loadHang);

export interface AppPlaceProps {
  readonly roomId: string;
  readonly app: App;
  /** What its tab is called now. */
  readonly name: string;
  readonly running: AppRun;
  /** The person asked for this run. */
  readonly asked: boolean;
  /** Whether apps of this page may share a process. */
  readonly shares: boolean;
  readonly onStartAnew: () => void;
}

/** The app's frame within the page's own line, and before it what the page says of it. */
export function AppPlace(props: AppPlaceProps): ReactNode {
  const { roomId, app, name, running, asked, shares, onStartAnew } = props;
  const text = useText();
  const { run, place, stop, wait, focus } = running;
  const hang = hangOf(run);
  const stage = useFocusOf(asked);
  return (
    <div className={styles.stage} ref={stage} tabIndex={-1}>
      <div className={styles.place} hidden={run.kind === "failed" || run.kind === "held"} ref={place} />
      {run.kind === "failed" ? (
        <Suspense>
          <AppError
            place={{ room_id: roomId, instance_id: app.instance_id }}
            app={{ ...app, name }}
            failure={run.failure}
            onReload={onStartAnew}
          />
        </Suspense>
      ) : hang === undefined ? (
        <StageWord {...{ name, run, onStartAnew }} onStop={stop} />
      ) : hang.told ? (
        <Suspense>
          <HangWord
            {...{ name, hang, shares, place, onStartAnew }}
            again={text("room.reload")}
            onStop={stop}
            onWait={wait}
            onFocusBack={focus}
          />
        </Suspense>
      ) : (
        <Suspense>
          <HangLine {...{ hang, place }} onStop={stop} onFocusBack={focus} />
        </Suspense>
      )}
    </div>
  );
}

/** What was pressed to run an app went with the word that it stood in; the keyboard goes on where the app comes. */
function useFocusOf(asked: boolean): RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null);
  const isTabOpen = useContext(TabOpen);
  const takes = useRef(asked && isTabOpen);
  useLayoutEffect(() => {
    if (takes.current && document.activeElement === document.body)
      stage.current?.focus({ preventScroll: true });
  }, []);
  return stage;
}
