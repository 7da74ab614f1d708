import { lazy, Suspense, useContext, useEffect, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { useShortcuts } from "../app/shortcuts.tsx";
import { useOpenApp, type App, type Room, type RoomApp } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { ErrorNote, Failure, Skeleton } from "../parts/index.ts";
import { AppPlace } from "./app-place.tsx";
import styles from "./app-stage.module.css";
import type { Compilers } from "./compilers.ts";
import { FullBar } from "./full-bar.tsx";
import { useLacking } from "./layers.ts";
import { isAlive } from "./run-state.ts";
import { useRunning, type OnRunning } from "./running.ts";
import { AppAsks } from "./services/app-asks.tsx";
import { TabOpen } from "./services/tab-open.ts";
import { useAppServices } from "./services/use-app-services.ts";
import { StageFoot } from "./stage-foot.tsx";
import { OtherRevision, Told } from "./strips.tsx";
import { useAppRun } from "./use-app-run.ts";
import { useFullScreen } from "./use-full-screen.ts";

const AppNotices = lazy(async () => ({ default: (await import("./services/app-notices.tsx")).AppNotices }));

export interface AppStageProps {
  readonly room: Room;
  /** As it stands in the launcher now. */
  readonly app: RoomApp;
  /** The revision that is run, whatever was approved since. */
  readonly revision: number;
  /** It was put to sleep, and is started anew. */
  readonly slept?: boolean;
  readonly compilers: Compilers;
  /** How often the person has started it anew: they want it then, whatever happened before. */
  readonly starts: number;
  readonly onStartAnew: () => void;
  readonly onRunning: OnRunning;
}

/** What stands behind a tab: the app in its frame, or why it is not there. */
export function AppStage(props: AppStageProps): ReactNode {
  const { room, app: now, revision, slept = false, compilers, starts, onStartAnew, onRunning } = props;
  const text = useText();
  const { instance_id, name } = now;
  const { data, error, refetch, isFetching } = useOpenApp(room.room_id, { instance_id, revision });
  if (data) {
    return (
      <>
        {now.revision === revision || now.revision === data.revision ? null : (
          <OtherRevision running={data.revision} now={now.revision} onReload={onStartAnew} />
        )}
        {slept ? <Told icon="moon" words={text("room.slept")} /> : null}
        <RunningApp
          key={`${starts} ${data.revision}`}
          {...{ room, app: data, name, compilers, onStartAnew, onRunning }}
          asked={starts > 0}
        />
      </>
    );
  }
  return (
    <div className={styles.waiting}>
      {isRefusal(error, "conflict_state") ? (
        <ErrorNote what={text("room.not-as-approved")} next={text("room.not-as-approved-next")} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={4} />
      )}
    </div>
  );
}

interface RunningAppProps {
  readonly room: Room;
  readonly app: App;
  /** What its tab is called now. */
  readonly name: string;
  readonly compilers: Compilers;
  readonly asked: boolean;
  readonly onStartAnew: () => void;
  readonly onRunning: OnRunning;
}

function RunningApp(props: RunningAppProps): ReactNode {
  const { room, app, name, compilers, asked, onStartAnew, onRunning } = props;
  const text = useText();
  const { services, asks, notices, onNoticesRead, end } = useAppServices({ room, app, name });
  const className = styles.frame ?? "";
  const running = useAppRun({ app, name, compilers, services, asked, onAnew: end, className });
  const { run, mishaps, anew, focus, stop } = running;
  const alive = isAlive(run);
  const isTabOpen = useContext(TabOpen);
  const full = useFullScreen(alive && isTabOpen);
  const lacking = useLacking(app.runtime, run.kind === "running");
  useEffect(() => (alive ? end : undefined), [alive, end]);
  useRunning({ id: app.instance_id, run, stop, fillScreen: full.enter, onRunning });
  useShortcuts(
    full.enter && alive && isTabOpen
      ? [{ keys: "f", label: text("full.ask"), run: full.isFull ? full.leave : full.enter }]
      : [],
  );
  return (
    <>
      {alive ? <AppAsks asks={asks} name={name} onFocusBack={focus} /> : null}
      {notices.length > 0 && alive ? (
        <Suspense>
          <AppNotices notices={notices} onRead={onNoticesRead} />
        </Suspense>
      ) : null}
      {anew > 0 && alive ? <Told key={anew} icon="reload" words={text("room.anew")} /> : null}
      <div className={full.isFull ? styles.full : styles.whole}>
        {full.isFull ? <FullBar name={name} onLeave={full.leave} onFocusBack={focus} /> : null}
        <AppPlace
          {...{ app, name, running, asked, onStartAnew }}
          roomId={room.room_id}
          shares={lacking?.process ?? false}
        />
        {full.isFull ? null : (
          <StageFoot room={room} app={{ ...app, name }} lacking={lacking} mishaps={alive ? mishaps : []} />
        )}
      </div>
    </>
  );
}
