import { lazy, Suspense, type ReactNode } from "react";
import type { Room } from "../data/index.ts";
import { AppStage } from "./app-stage.tsx";
import type { Compilers } from "./compilers.ts";
import { panelId, tabId } from "./launcher.tsx";
import styles from "./room-page.module.css";
import { TabOpen } from "./services/tab-open.ts";
import type { RoomTabs } from "./use-room-tabs.ts";

const RemovedStage = lazy(async () => ({ default: (await import("./removed-stage.tsx")).RemovedStage }));

export interface AppPanelsProps {
  readonly room: Room;
  readonly tabs: RoomTabs;
  readonly compilers: Compilers;
}

/** What stands behind each tab that was opened. It goes on behind the tab that is looked at, until it sleeps. */
export function AppPanels({ room, tabs, compilers }: AppPanelsProps): ReactNode {
  const { bar, memory } = tabs;
  return (
    <>
      {/* Never in another order: a frame that changes its place in the document starts anew. */}
      {memory.opened.map(({ instance_id: id, revision, sleep }) => {
        const app = room.apps.find((one) => one.instance_id === id);
        if (!app) return null;
        return (
          <Panel key={id} id={id} isOpen={id === bar.open?.instance_id}>
            {sleep === "asleep" ? null : (
              <AppStage
                room={room}
                app={app}
                revision={revision}
                slept={sleep === "woken"}
                compilers={compilers}
                starts={tabs.startsOf(id)}
                onStartAnew={() => tabs.reload(app)}
                onRunning={tabs.onRunning}
              />
            )}
          </Panel>
        );
      })}
      {bar.gone && bar.open ? (
        <Panel id={bar.open.instance_id} isOpen>
          <Suspense>
            <RemovedStage room={room} app={bar.open} />
          </Suspense>
        </Panel>
      ) : null}
    </>
  );
}

interface PanelProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

function Panel({ id, isOpen, children }: PanelProps): ReactNode {
  return (
    <div
      className={styles.panel}
      role="tabpanel"
      id={panelId(id)}
      aria-labelledby={tabId(id)}
      hidden={!isOpen}
    >
      <TabOpen value={isOpen}>{children}</TabOpen>
    </div>
  );
}
