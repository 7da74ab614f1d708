import type { ReactNode } from "react";
import { Tab, TabList } from "react-aria-components";
import type { Room, RoomApp } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { VisuallyHidden } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import styles from "./launcher.module.css";
import type { TabBar } from "./tabs.ts";

export interface LauncherProps {
  readonly room: Room;
  readonly bar: TabBar<RoomApp>;
  readonly isNew: (instanceId: string) => boolean;
  /** What belongs to the open tab, at the end of the bar. */
  readonly children?: ReactNode;
}

/** The launcher: a tab for each app that was let in. The open one is a doorway in the sill. */
export function Launcher({ room, bar, isNew, children }: LauncherProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.bar}>
      <div className={styles.scroll}>
        <TabList
          className={styles.tabs ?? ""}
          aria-label={text("room.apps", { room: spelledOut(room.name) })}
        >
          {bar.apps.map((app) => (
            <Tab
              key={app.instance_id}
              id={app.instance_id}
              className={app === bar.open && bar.gone ? `${styles.tab} ${styles.gone}` : (styles.tab ?? "")}
              {...(app === bar.open ? { ref: bringIntoBar } : {})}
            >
              <span className={styles.name} title={spelledOut(app.name)}>
                <VisibleName text={app.name} />
              </span>
              {isNew(app.instance_id) ? (
                <>
                  <i className={styles.new} />
                  <VisuallyHidden>{text("room.new")}</VisuallyHidden>
                </>
              ) : null}
            </Tab>
          ))}
        </TabList>
      </div>
      <div className={styles.tail}>{children}</div>
    </div>
  );
}

/** When a tab becomes the open one, and when the open one comes onto the page. */
function bringIntoBar(tab: HTMLElement | null): void {
  if (!tab) return;
  const bring = (): void => tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  bring();
  // With its own letters the bar is of another length.
  void document.fonts.ready.then(bring);
}
