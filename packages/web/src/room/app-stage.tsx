import type { ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { useOpenApp, type App, type RoomApp } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, DoorGlyph, ErrorNote, Failure, Icon, Skeleton } from "../parts/index.ts";
import { shortDigest } from "../review/digest.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { AppError } from "./app-error.tsx";
import styles from "./app-stage.module.css";
import type { Compilers } from "./compilers.ts";
import type { RunState } from "./run-state.ts";
import { useAppRun } from "./use-app-run.ts";

/** The run of an app that is wanted; another count is another run. */
export interface Start {
  readonly times: number;
  /** By the person, who wants it whatever happened before. */
  readonly asked: boolean;
}

export interface AppStageProps {
  readonly roomId: string;
  /** As it stands in the launcher now. */
  readonly app: RoomApp;
  /** The revision that is run, whatever was approved since. */
  readonly revision: number;
  readonly compilers: Compilers;
  readonly start: Start;
  readonly onStartAnew: () => void;
  /** The person stops the app, which is stuck. */
  readonly onStop: () => void;
}

/** What stands behind a tab: the app in its frame, or why it is not there. */
export function AppStage(props: AppStageProps): ReactNode {
  const { roomId, app: now, revision, compilers, start, onStartAnew, onStop } = props;
  const text = useText();
  const { instance_id, name } = now;
  const { data, error, refetch, isFetching } = useOpenApp(roomId, { instance_id, revision });
  if (data) {
    return (
      <>
        {now.revision === revision || now.revision === data.revision ? null : (
          <OtherRevision running={data.revision} now={now.revision} onReload={onStartAnew} />
        )}
        <RunningApp
          key={`${start.times} ${data.revision}`}
          {...{ app: data, name, compilers, onStartAnew, onStop }}
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

interface RunningAppProps {
  readonly app: App;
  /** What its tab is called now. */
  readonly name: string;
  readonly compilers: Compilers;
  readonly asked: boolean;
  readonly onStartAnew: () => void;
  readonly onStop: () => void;
}

function RunningApp({ app, name, compilers, asked, onStartAnew, onStop }: RunningAppProps): ReactNode {
  const { run, place, stop } = useAppRun({ app, name, compilers, asked, className: styles.frame ?? "" });
  return (
    <>
      <div className={styles.stage}>
        <div className={run.kind === "failed" ? styles.hidden : styles.place} ref={place} />
        {run.kind === "failed" ? (
          <AppError app={{ ...app, name }} failure={run.failure} onReload={onStartAnew} />
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
      <StageFoot app={app} />
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

function StageFoot({ app }: { readonly app: App }): ReactNode {
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
    </footer>
  );
}
