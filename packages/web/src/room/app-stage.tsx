import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import type { AppFailure } from "@anteroom/sandbox/host";
import { isRefusal } from "@anteroom/client";
import { useOpenApp, type App, type Room, type RoomApp } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, DoorGlyph, ErrorNote, Failure, foresee, Icon, Skeleton } from "../parts/index.ts";
import { shortDigest } from "../review/digest.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./app-stage.module.css";
import type { Compilers } from "./compilers.ts";
import type { RunState } from "./run-state.ts";
import { AppAsks } from "./services/app-asks.tsx";
import { useAppServices } from "./services/use-app-services.ts";
import { useAppRun } from "./use-app-run.ts";

const loadError = () => import("./app-error.tsx");
const AppError = lazy(async () => ({ default: (await loadError()).AppError }));
foresee(loadError);
const AppNotices = lazy(async () => ({ default: (await import("./services/app-notices.tsx")).AppNotices }));
const AppMishaps = lazy(async () => ({ default: (await import("./send/app-mishaps.tsx")).AppMishaps }));

/** The run of an app that is wanted; another count is another run. */
export interface Start {
  readonly times: number;
  /** By the person, who wants it whatever happened before. */
  readonly asked: boolean;
}

export interface AppStageProps {
  readonly room: Room;
  /** As it stands in the launcher now. */
  readonly app: RoomApp;
  /** The revision that is run, whatever was approved since. */
  readonly revision: number;
  /** It was put to sleep, and is started anew. */
  readonly slept?: boolean;
  readonly compilers: Compilers;
  readonly start: Start;
  readonly onStartAnew: () => void;
  /** The person stops the app, which is stuck. */
  readonly onStop: () => void;
}

/** What stands behind a tab: the app in its frame, or why it is not there. */
export function AppStage(props: AppStageProps): ReactNode {
  const { room, app: now, revision, slept = false, compilers, start, onStartAnew, onStop } = props;
  const text = useText();
  const { instance_id, name } = now;
  const { data, error, refetch, isFetching } = useOpenApp(room.room_id, { instance_id, revision });
  if (data) {
    return (
      <>
        {now.revision === revision || now.revision === data.revision ? null : (
          <OtherRevision running={data.revision} now={now.revision} onReload={onStartAnew} />
        )}
        {slept ? <Slept /> : null}
        <RunningApp
          key={`${start.times} ${data.revision}`}
          {...{ room, app: data, name, compilers, onStartAnew, onStop }}
          asked={start.asked}
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

interface OtherRevisionProps {
  readonly running: number;
  readonly now: number;
  readonly onReload: () => void;
}

/** Another revision took the place of the one that runs: told, and never swapped under a person's hands. */
function OtherRevision({ running, now, onReload }: OtherRevisionProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.strip} role="status">
      <DoorGlyph state="open" label="" />
      <p>{text(now > running ? "room.newer-stands" : "room.older-stands", { revision: now })}</p>
      <Button size="small" kind="door" icon="reload" onPress={onReload}>
        {text("room.reload-tab")}
      </Button>
    </div>
  );
}

/** An app that slept began anew: told, until it was read. */
function Slept(): ReactNode {
  const text = useText();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <div className={`${styles.strip} ${styles.slept}`} role="status">
      <Icon name="moon" />
      <p>{text("room.slept")}</p>
      <Button size="small" kind="quiet" onPress={() => setRead(true)}>
        {text("room.slept-read")}
      </Button>
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
  readonly onStop: () => void;
}

function RunningApp(props: RunningAppProps): ReactNode {
  const { room, app, name, compilers, asked, onStartAnew, onStop } = props;
  const { services, asks, notices, onNoticesRead, end } = useAppServices({ room, app, name });
  const className = styles.frame ?? "";
  const running = useAppRun({ app, name, compilers, services, asked, className });
  const { run, mishaps, place, stop, focus } = running;
  const isAlive = run.kind !== "failed" && run.kind !== "held";
  useEffect(() => (isAlive ? end : undefined), [isAlive, end]);
  return (
    <>
      {isAlive ? <AppAsks asks={asks} name={name} onFocusBack={focus} /> : null}
      {notices.length > 0 && isAlive ? (
        <Suspense>
          <AppNotices notices={notices} onRead={onNoticesRead} />
        </Suspense>
      ) : null}
      <div className={styles.stage}>
        <div className={run.kind === "failed" ? styles.hidden : styles.place} ref={place} />
        {run.kind === "failed" ? (
          <Suspense>
            <AppError
              place={{ room_id: room.room_id, instance_id: app.instance_id }}
              app={{ ...app, name }}
              failure={run.failure}
              onReload={onStartAnew}
            />
          </Suspense>
        ) : (
          <StageWord
            name={name}
            run={run}
            onStartAnew={onStartAnew}
            onStop={() => {
              stop();
              onStop();
            }}
          />
        )}
      </div>
      <StageFoot room={room} app={{ ...app, name }} mishaps={isAlive ? mishaps : []} />
    </>
  );
}

interface StageWordProps {
  readonly name: string;
  readonly run: Exclude<RunState, { kind: "failed" }>;
  readonly onStop: () => void;
  readonly onStartAnew: () => void;
}

/** What is said where the app itself shows nothing. */
function StageWord({ name, run, onStop, onStartAnew }: StageWordProps): ReactNode {
  const text = useText();
  if (run.kind === "running") return null;
  if (run.kind === "starting") {
    return (
      <p className={styles.starting} role="status">
        {text("room.starting")}
      </p>
    );
  }
  const named = { name: <VisibleName text={name} /> };
  const held = run.kind === "held";
  return (
    <div className={styles.word} role="status">
      <p className={styles.what}>
        {held ? (
          <Message id={run.why === "stopped" ? "room.stopped" : "room.hung-before"} values={named} />
        ) : (
          <Message id="room.slow" values={named} />
        )}
      </p>
      <p>{text(held ? "room.held-holds" : "room.slow-holds")}</p>
      {held ? (
        <Button kind="door" onPress={onStartAnew}>
          {text("room.run-it")}
        </Button>
      ) : (
        <Button onPress={onStop}>{text("room.stop-it")}</Button>
      )}
    </div>
  );
}

interface StageFootProps {
  readonly room: Room;
  readonly app: App;
  /** What failed while the app went on. */
  readonly mishaps: readonly AppFailure[];
}

function StageFoot({ room, app, mishaps }: StageFootProps): ReactNode {
  const text = useText();
  return (
    <footer className={styles.foot}>
      <span className={styles.sealed}>
        <Icon name="sealed" />
        {text("room.sealed")}
      </span>
      <span>{text("review.revision", { revision: app.revision })}</span>
      <span className={styles.mono}>{shortDigest(app.digest)}</span>
      <span className={styles.runtime}>{text("room.runtime", { runtime: app.runtime })}</span>
      {mishaps.length > 0 ? (
        <span className={styles.mishaps}>
          <Suspense>
            <AppMishaps
              place={{ room_id: room.room_id, instance_id: app.instance_id }}
              app={app}
              failures={mishaps}
            />
          </Suspense>
        </span>
      ) : null}
    </footer>
  );
}
