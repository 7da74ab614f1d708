import { lazy, Suspense, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { useShortcuts } from "../app/shortcuts.tsx";
import { useHome, useRoom, type Room } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Failure, Skeleton } from "../parts/index.ts";
import { AppMenu } from "./app-menu.tsx";
import { AppPanels } from "./app-panels.tsx";
import { Launcher } from "./launcher.tsx";
import { RoomHead } from "./room-head.tsx";
import styles from "./room-page.module.css";
import { isAsleep, isNew, startedRevision } from "./tabs.ts";
import { useCompilers } from "./use-compilers.ts";
import { useRoomTabs, type RoomTabs } from "./use-room-tabs.ts";

const RoomEmpty = lazy(async () => ({ default: (await import("./room-empty.tsx")).RoomEmpty }));

/** `/rooms/:id`: a Room with its launcher, and the app whose tab is open. */
export function RoomPage({ roomId }: { readonly roomId: string }): ReactNode {
  const { data: room, error, refetch, isFetching } = useRoom(roomId);
  const home = useHome();
  if (isRefusal(error, "not_found") || isRefusal(error, "forbidden")) return <NotFound />;
  // Pins are a person's own. They came before the Room did, and without them it is shown too.
  if (room && !home.isPending) {
    return <OpenRoom room={room} personId={home.data?.person.person_id ?? ""} />;
  }
  return (
    <div className={styles.waiting}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={4} />
      )}
    </div>
  );
}

interface OpenRoomProps {
  readonly room: Room;
  readonly personId: string;
}

function OpenRoom({ room, personId }: OpenRoomProps): ReactNode {
  const compilers = useCompilers(room.runtime);
  const tabs = useRoomTabs(room, personId);
  const { bar, memory, order } = tabs;
  const { open } = bar;
  useTabShortcuts(tabs);
  return (
    <div className={styles.page}>
      <RoomHead room={room} />
      {open ? (
        <>
          <Launcher
            room={room}
            bar={bar}
            order={order}
            isNew={(id) => isNew(memory, id)}
            isAsleep={(id) => isAsleep(memory, id)}
            troubleOf={(id) => tabs.runningOf(id)?.trouble}
            onOpen={tabs.open}
          >
            {bar.gone ? null : (
              <AppMenu
                key={open.instance_id}
                room={room}
                app={open}
                order={order}
                revision={startedRevision(memory, open.instance_id) ?? open.revision}
                running={tabs.runningOf(open.instance_id)}
                onReload={() => tabs.reload(open)}
              />
            )}
          </Launcher>
          <AppPanels room={room} tabs={tabs} compilers={compilers} />
        </>
      ) : (
        <Suspense fallback={<Waiting />}>
          <RoomEmpty room={room} />
        </Suspense>
      )}
    </div>
  );
}

function Waiting(): ReactNode {
  return (
    <div className={styles.waiting}>
      <Skeleton lines={4} />
    </div>
  );
}

/** The keys that lead from app to app, and those that move a tab (see Launcher), for the list of keys. */
function useTabShortcuts({ bar, order, open }: RoomTabs): void {
  const text = useText();
  const { apps } = bar;
  const at = apps.findIndex((app) => app === bar.open);
  const go = (step: 1 | -1) => () => {
    const next = apps[(at + step + apps.length) % apps.length];
    if (next) open(next.instance_id);
  };
  const keys = [
    { keys: "[", label: text("room.key-before"), run: go(-1) },
    { keys: "]", label: text("room.key-next"), run: go(1) },
  ];
  const moving = order.moveTo ? [{ keys: "Alt Shift ← →", label: text("room.key-move") }] : [];
  useShortcuts(apps.length > 1 ? [...keys, ...moving] : []);
}
