import { useState, type ReactNode } from "react";
import { Page } from "../app/page.tsx";
import { useRoomHistory, type RoomEntry } from "../data/apps.ts";
import type { Room } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, Empty, Failure, Skeleton, Time } from "../parts/index.ts";
import { appHistoryHref, roomHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { HistoryHead } from "./history-head.tsx";
import styles from "./history.module.css";
import { ReceiptDialog } from "./receipt-dialog.tsx";
import { removedApps, toldOnce, type RemovedApp } from "./room-entries.ts";
import { RoomEntryRow } from "./room-entry.tsx";

/** What happened in a Room, latest first, as far as this person may see it. */
export function RoomHistoryPage({ room }: { readonly room: Room }): ReactNode {
  const text = useText();
  const history = useRoomHistory(room.room_id);
  const entries = toldOnce(history.data?.pages.flatMap((page) => page.entries) ?? []);
  const removed = removedApps(
    entries,
    room.apps.map((app) => app.instance_id),
  );
  return (
    <Page
      head={
        <HistoryHead
          crumbs={[{ href: roomHref(room.room_id), name: room.name }]}
          title={text("history.of", { name: spelledOut(room.name) })}
        >
          <Message id="history.of" values={{ name: <VisibleName text={room.name} /> }} />
        </HistoryHead>
      }
    >
      {removed.length > 0 ? <Removed room={room} apps={removed} /> : null}
      <section className={styles.section} aria-label={text("history.events")}>
        {history.data ? (
          <Entries room={room} entries={entries} />
        ) : history.error ? null : (
          <Skeleton lines={5} />
        )}
        {history.error ? (
          <Failure
            error={history.error}
            onRetry={() => void history.refetch()}
            retrying={history.isFetching}
          />
        ) : null}
        {history.hasNextPage ? (
          <div>
            <Button busy={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
              {text("history.earlier")}
            </Button>
          </div>
        ) : null}
      </section>
    </Page>
  );
}

interface EntriesProps {
  readonly room: Room;
  readonly entries: readonly RoomEntry[];
}

function Entries({ room, entries }: EntriesProps): ReactNode {
  const text = useText();
  const [receipt, setReceipt] = useState<{ instance_id: string; revision: number } | undefined>();
  if (entries.length === 0) {
    return (
      <div className={styles.empty}>
        <Empty title={text("history.empty")}>{text("history.empty-words")}</Empty>
      </div>
    );
  }
  return (
    <>
      <ol className={styles.rows} reversed>
        {entries.map((entry) => (
          <RoomEntryRow key={entry.sequence} room={room} entry={entry} onReceipt={setReceipt} />
        ))}
      </ol>
      {receipt ? (
        <ReceiptDialog
          place={{ room_id: room.room_id, instance_id: receipt.instance_id }}
          revision={receipt.revision}
          onClose={() => setReceipt(undefined)}
        />
      ) : null}
    </>
  );
}

interface RemovedProps {
  readonly room: Room;
  readonly apps: readonly RemovedApp[];
}

/** What was taken out of the Room, for its owner with the way back. */
function Removed({ room, apps }: RemovedProps): ReactNode {
  const text = useText();
  return (
    <section className={styles.section} aria-labelledby="removed">
      <h2 id="removed">{text("history.removed-apps")}</h2>
      <ul className={styles.rows}>
        {apps.map((app) => (
          <li key={app.instance_id} className={styles.removed}>
            <p>
              <Message
                id="history.removed-by"
                values={{
                  name: (
                    <b>
                      <VisibleName text={app.name} />
                    </b>
                  ),
                  by: <VisibleName text={app.by} />,
                  ago: <Time at={app.at} look="ago" />,
                }}
              />
            </p>
            {room.owner.you ? (
              <ButtonLink
                href={appHistoryHref(room.room_id, app.instance_id)}
                size="small"
                label={text("history.put-back-name", { name: spelledOut(app.name) })}
              >
                {text("room.put-back-ask")}
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
