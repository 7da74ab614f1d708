import { useEffect, useRef, type ReactNode } from "react";
import { useRoomHistory } from "../data/apps.ts";
import type { Room, RoomApp } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { ButtonLink, Time } from "../parts/index.ts";
import { appHistoryHref } from "../review/places.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./app-stage.module.css";

export interface RemovedStageProps {
  readonly room: Room;
  readonly app: RoomApp;
}

/** Stands in the place of an app that was removed while its tab was open. */
export function RemovedStage({ room, app }: RemovedStageProps): ReactNode {
  const text = useText();
  const { room_id } = room;
  const { instance_id } = app;
  // The Room's history tells every member; that of a removed app is for who can put it back.
  const removed = useRoomHistory(room_id)
    .data?.pages.flatMap((page) => page.entries)
    .find((entry) => entry.type === "app.removed" && entry.instance_id === instance_id);
  const word = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus went with the app.
    if (document.activeElement === document.body) word.current?.focus();
  }, []);
  const name = <VisibleName text={app.name} />;
  return (
    <div className={styles.stage}>
      <div ref={word} tabIndex={-1} className={styles.word} role="status">
        <p className={styles.what}>
          {removed ? (
            <Message
              id="room.removed-by"
              values={{
                name,
                by: <VisibleName text={removed.actor.name} />,
                ago: <Time at={removed.at} look="ago" />,
              }}
            />
          ) : (
            <Message id="room.removed" values={{ name }} />
          )}
        </p>
        <p>{text("room.removed-holds")}</p>
        {room.owner.you ? (
          <ButtonLink href={appHistoryHref(room_id, instance_id)}>{text("room.put-back-ask")}</ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
