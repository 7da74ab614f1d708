import { useEffect, useState, type ReactNode } from "react";
import { TabPanel, Tabs } from "react-aria-components";
import { useLocation, useSearch } from "wouter";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { useRoom, type Room, type RoomApp } from "../data/index.ts";
import { Failure, Skeleton } from "../parts/index.ts";
import { appHref } from "../review/places.ts";
import { AppMenu } from "./app-menu.tsx";
import { AppStage, type Start } from "./app-stage.tsx";
import { Compilers } from "./compilers.ts";
import { Launcher } from "./launcher.tsx";
import { RemovedStage } from "./removed-stage.tsx";
import { RoomEmpty } from "./room-empty.tsx";
import { RoomHead } from "./room-head.tsx";
import styles from "./room-page.module.css";
import { isNew, rememberTabs, startedRevision, tabBar, withOpened, withStarted } from "./tabs.ts";

const FIRST: Start = { times: 0, asked: false };

/** `/rooms/:id`: a Room with its launcher, and the app whose tab is open. */
export function RoomPage({ roomId }: { readonly roomId: string }): ReactNode {
  const { data, error, refetch, isFetching } = useRoom(roomId);
  if (isRefusal(error, "not_found") || isRefusal(error, "forbidden")) return <NotFound />;
  if (data) return <OpenRoom room={data} />;
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

function OpenRoom({ room }: { readonly room: Room }): ReactNode {
  const [compilers] = useState(() => new Compilers());
  useEffect(() => () => compilers[Symbol.dispose](), [compilers]);
  // Warm before the first app's code has arrived, and for the first tab of an empty Room.
  useEffect(() => void compilers.for(room.runtime), [compilers, room.runtime]);
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("app") ?? undefined;
  const [before, setMemory] = useState(() => rememberTabs(room.apps));
  const bar = tabBar(room.apps, before, wanted);
  const memory = withOpened(before, bar);
  if (memory !== before) setMemory(memory);
  const [starts, setStarts] = useState<Readonly<Record<string, Start>>>({});

  function startAnew(instanceIds: readonly string[], asked: boolean): void {
    setStarts((all) => {
      const again = instanceIds.map((id) => [id, { times: (all[id]?.times ?? 0) + 1, asked }] as const);
      return { ...all, ...Object.fromEntries(again) };
    });
  }
  function reload(app: RoomApp): void {
    setMemory(withStarted(memory, app));
    startAnew([app.instance_id], true);
  }
  const { open } = bar;
  if (!open) {
    return (
      <div className={styles.page}>
        <RoomHead room={room} />
        <RoomEmpty room={room} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <RoomHead room={room} />
      <Tabs
        className={styles.tabs ?? ""}
        selectedKey={open.instance_id}
        onSelectionChange={(key) => navigate(appHref(room.room_id, String(key)), { replace: true })}
        // Opening a tab starts its app, so passing over it with the arrows must not.
        keyboardActivation="manual"
      >
        <Launcher room={room} bar={bar} isNew={(instanceId) => isNew(memory, instanceId)}>
          {bar.gone ? null : (
            <AppMenu
              key={open.instance_id}
              room={room}
              app={open}
              revision={startedRevision(memory, open.instance_id) ?? open.revision}
              onReload={() => reload(open)}
            />
          )}
        </Launcher>
        {memory.opened.map(({ instance_id: instanceId, revision }) => {
          const app = room.apps.find((one) => one.instance_id === instanceId);
          if (!app) return null;
          return (
            <TabPanel key={instanceId} id={instanceId} className={styles.panel ?? ""} shouldForceMount>
              <AppStage
                roomId={room.room_id}
                app={app}
                revision={revision}
                compilers={compilers}
                start={starts[instanceId] ?? FIRST}
                onStartAnew={() => reload(app)}
                // All frames share one process: only when every one of them is gone is a stuck one over.
                onStop={() =>
                  startAnew(
                    memory.opened.map((one) => one.instance_id).filter((other) => other !== instanceId),
                    false,
                  )
                }
              />
            </TabPanel>
          );
        })}
        {bar.gone ? (
          <TabPanel id={open.instance_id} className={styles.panel ?? ""}>
            <RemovedStage room={room} app={open} />
          </TabPanel>
        ) : null}
      </Tabs>
    </div>
  );
}
