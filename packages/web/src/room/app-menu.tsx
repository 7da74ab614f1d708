import { lazy, Suspense, useState, type ReactNode } from "react";
import { useSharedData, type AppPlace } from "../data/apps.ts";
import { useOpenApp, type Room, type RoomApp } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { foresee, IconButton, Menu, MenuItem, MenuSeparator, useBytes } from "../parts/index.ts";
import { appHistoryHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import type { Asked } from "./app-menu-dialog.tsx";
import type { Running } from "./running.ts";
import { useDeviceUsed } from "./storage/use-device-used.ts";
import { TabItems } from "./tab-items.tsx";
import type { TabOrder } from "./use-tab-order.ts";

const loadTop = () => import("./app-menu-top.tsx");
const AppMenuTop = lazy(async () => ({ default: (await loadTop()).AppMenuTop }));
foresee(loadTop);
const AppMenuDialog = lazy(async () => ({ default: (await import("./app-menu-dialog.tsx")).AppMenuDialog }));

export interface AppMenuProps {
  readonly room: Room;
  /** The open app as it stands in the launcher. */
  readonly app: RoomApp;
  readonly order: TabOrder;
  /** The revision that its tab runs. */
  readonly revision: number;
  /** Undefined while nothing stands behind its tab. */
  readonly running: Running | undefined;
  readonly onReload: () => void;
}

/** What belongs to the open app: how it was let in, what it may do and keeps, its agent, and its tab. */
export function AppMenu({ room, app, order, revision, running, onReload }: AppMenuProps): ReactNode {
  const text = useText();
  const [asked, setAsked] = useState<Asked | undefined>();
  const { room_id } = room;
  const { instance_id } = app;
  const opened = useOpenApp(room_id, { instance_id, revision }).data;
  if (!opened) return null;
  const name = spelledOut(app.name);
  const place = { room_id, instance_id };
  return (
    <>
      <Menu
        label={name}
        trigger={<IconButton icon="more" label={text("room.menu-of", { name })} />}
        top={
          <Suspense>
            <AppMenuTop app={opened} />
          </Suspense>
        }
      >
        <MenuItem icon="receipt" onAction={() => setAsked("receipt")}>
          {text("room.receipt-ask")}
        </MenuItem>
        <MenuItem icon="history" href={appHistoryHref(room_id, instance_id)}>
          {text("room.history-ask")}
        </MenuItem>
        <StoredItem place={place} onAction={() => setAsked("stored")} />
        <MenuSeparator />
        <MenuItem icon="note" onAction={() => setAsked("change")}>
          {text("send.change-ask")}
        </MenuItem>
        <MenuItem icon="copy" onAction={() => setAsked("copy")}>
          {text("copy.ask")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="reload" onAction={onReload}>
          {text("room.reload")}
        </MenuItem>
        {running?.stop ? (
          <MenuItem icon="stop" onAction={running.stop}>
            {text("hang.stop")}
          </MenuItem>
        ) : null}
        {running?.fillScreen ? (
          <MenuItem icon="full" onAction={running.fillScreen}>
            {text("full.ask")}
          </MenuItem>
        ) : null}
        <TabItems place={place} order={order} />
        {room.owner.you ? (
          <MenuItem icon="edit" onAction={() => setAsked("rename")}>
            {text("room.rename-ask")}
          </MenuItem>
        ) : null}
        {room.owner.you ? <MenuSeparator /> : null}
        {room.owner.you ? (
          <MenuItem icon="remove" danger onAction={() => setAsked("remove")}>
            {text("room.remove-ask")}
          </MenuItem>
        ) : null}
      </Menu>
      <Suspense>
        {asked ? (
          <AppMenuDialog
            asked={asked}
            room={room}
            app={opened}
            name={app.name}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface StoredItemProps {
  readonly place: AppPlace;
  readonly onAction: () => void;
}

/** What the app keeps, with how much that is once it is known. It looks when the menu is opened. */
function StoredItem({ place, onAction }: StoredItemProps): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const own = useDeviceUsed(place).data;
  const shared = useSharedData(place).data;
  return (
    <MenuItem
      icon="stored"
      onAction={onAction}
      {...(own && shared && { note: bytes(own.bytes + shared.bytes) })}
    >
      {text("storage.ask")}
    </MenuItem>
  );
}
