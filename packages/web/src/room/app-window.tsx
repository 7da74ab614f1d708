import { useCallback, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { isRefusal } from "@anteroom/client";
import { useLiveUpdates } from "../app/live-updates.ts";
import { LostStrip } from "../app/lost-strip.tsx";
import { NotFound } from "../app/not-found.tsx";
import { PageHeading } from "../app/page.tsx";
import { useRoom, type Room, type RoomApp } from "../data/index.ts";
import { Message } from "../messages/text.tsx";
import { DoorGlyph, Failure, IconButton, Skeleton } from "../parts/index.ts";
import { appHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { useText } from "../messages/text.tsx";
import { AppStage } from "./app-stage.tsx";
import styles from "./app-window.module.css";
import { RemovedStage } from "./removed-stage.tsx";
import type { OnRunning, Running } from "./running.ts";
import { useCompilers } from "./use-compilers.ts";

export interface AppWindowProps {
  readonly roomId: string;
  readonly instanceId: string;
}

/** `/rooms/:id/apps/:app`: one app with the page to itself, and the door back to its Room. */
export function AppWindow({ roomId, instanceId }: AppWindowProps): ReactNode {
  const live = useLiveUpdates();
  const { data: room, error, refetch, isFetching } = useRoom(roomId);
  const [before, setBefore] = useState<RoomApp | undefined>();
  const stands = room?.apps.find((one) => one.instance_id === instanceId);
  if (stands && stands !== before) setBefore(stands);
  // One that was removed while it stood here is told of; what never stood here is not there.
  const app = stands ?? before;
  const isAway = isRefusal(error, "not_found") || isRefusal(error, "forbidden");
  return (
    <main className={styles.window}>
      <LostStrip live={live} />
      {isAway || (room && !app) ? (
        <NotFound />
      ) : room && app ? (
        <OneApp room={room} app={app} isGone={!stands} />
      ) : (
        <div className={styles.waiting}>
          {error ? (
            <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <Skeleton lines={4} />
          )}
        </div>
      )}
    </main>
  );
}

interface OneAppProps {
  readonly room: Room;
  readonly app: RoomApp;
  readonly isGone: boolean;
}

function OneApp({ room, app, isGone }: OneAppProps): ReactNode {
  const text = useText();
  const compilers = useCompilers(room.runtime);
  const [revision, setRevision] = useState(app.revision);
  const [starts, setStarts] = useState(0);
  const [running, setRunning] = useState<Running | undefined>();
  const onRunning = useCallback<OnRunning>((_id, how) => setRunning(how), []);
  function startAnew(): void {
    setRevision(app.revision);
    setStarts(starts + 1);
  }
  return (
    <>
      <header className={styles.head}>
        <Link className={styles.back} href={appHref(room.room_id, app.instance_id)}>
          <DoorGlyph state="open" label="" />
          <span>
            <Message id="room.back-to" values={{ room: <VisibleName text={room.name} /> }} />
          </span>
        </Link>
        <PageHeading className={styles.name} title={spelledOut(app.name)}>
          <VisibleName text={app.name} />
        </PageHeading>
        <span className={styles.end}>
          {running?.fillScreen ? (
            <IconButton icon="full" label={text("full.ask")} onPress={running.fillScreen} />
          ) : null}
          {running?.stop ? <IconButton icon="stop" label={text("hang.stop")} onPress={running.stop} /> : null}
          {isGone ? null : <IconButton icon="reload" label={text("room.reload")} onPress={startAnew} />}
        </span>
      </header>
      <div className={styles.stage}>
        {isGone ? (
          <RemovedStage room={room} app={app} />
        ) : (
          <AppStage {...{ room, app, revision, compilers, starts, onRunning }} onStartAnew={startAnew} />
        )}
      </div>
    </>
  );
}
