import type { ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { useOpenApp, type App } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ErrorNote, Failure, Icon, Skeleton } from "../parts/index.ts";
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
  readonly instanceId: string;
  readonly compilers: Compilers;
  readonly start: Start;
  readonly onStartAnew: () => void;
  /** The person stops the app, which is stuck. */
  readonly onStop: () => void;
}

/** What stands behind a tab: the app in its frame, or why it is not there. */
export function AppStage(props: AppStageProps): ReactNode {
  const { roomId, instanceId, compilers, start, onStartAnew, onStop } = props;
  const text = useText();
  const { data, error, refetch, isFetching } = useOpenApp(roomId, instanceId);
  if (data) {
    return (
      <RunningApp key={start.times} {...{ app: data, compilers, onStartAnew, onStop }} asked={start.asked} />
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
  readonly app: App;
  readonly compilers: Compilers;
  readonly asked: boolean;
  readonly onStartAnew: () => void;
  readonly onStop: () => void;
}

function RunningApp({ app, compilers, asked, onStartAnew, onStop }: RunningAppProps): ReactNode {
  const { run, place, stop } = useAppRun({ app, compilers, asked, className: styles.frame ?? "" });
  return (
    <>
      <div className={styles.stage}>
        <div className={run.kind === "failed" ? styles.hidden : styles.place} ref={place} />
        {run.kind === "failed" ? (
          <AppError app={app} failure={run.failure} onReload={onStartAnew} />
        ) : (
          <StageWord
            name={app.name}
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
