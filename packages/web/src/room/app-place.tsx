import { lazy, Suspense, type ReactNode } from "react";
import type { App } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { foresee } from "../parts/index.ts";
import styles from "./app-stage.module.css";
import { hangOf } from "./run-state.ts";
import { StageWord } from "./stage-word.tsx";
import type { AppRun } from "./use-app-run.ts";

const loadError = () => import("./app-error.tsx");
const AppError = lazy(async () => ({ default: (await loadError()).AppError }));
foresee(loadError);
const loadHang = () => import("./hang-word.tsx");
const HangWord = lazy(async () => ({ default: (await loadHang()).HangWord }));
foresee(loadHang);

export interface AppPlaceProps {
  readonly roomId: string;
  readonly app: App;
  /** What its tab is called now. */
  readonly name: string;
  readonly running: AppRun;
  /** Whether apps of this page may share a process. */
  readonly shares: boolean;
  readonly onStartAnew: () => void;
}

/** The app's frame within the page's own line, and before it what the page says of it. */
export function AppPlace(props: AppPlaceProps): ReactNode {
  const { roomId, app, name, running, shares, onStartAnew } = props;
  const text = useText();
  const { run, place, stop, wait, focus } = running;
  const hang = hangOf(run);
  return (
    <div className={styles.stage}>
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
      ) : null}
    </div>
  );
}
