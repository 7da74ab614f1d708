import type { ReactNode } from "react";
import type { AppPlace } from "../data/apps.ts";
import { useText } from "../messages/text.tsx";
import { MenuItem } from "../parts/index.ts";
import { appWindowHref } from "../review/places.ts";
import type { TabOrder } from "./use-tab-order.ts";

export interface TabItemsProps {
  readonly place: AppPlace;
  readonly order: TabOrder;
}

/** Of a tab's menu, what has to do with its place: a window of its own, or where it stands in the bar. */
export function TabItems({ place, order }: TabItemsProps): ReactNode {
  const text = useText();
  const { room_id, instance_id: id } = place;
  const { at, of } = order.placeOf(id);
  const { moveTo } = order;
  return (
    <>
      <MenuItem icon="window" onAction={() => openWindow(appWindowHref(room_id, id))}>
        {text("room.own-window")}
      </MenuItem>
      <MenuItem icon="pin" onAction={() => order.togglePin(id)}>
        {text(order.isPinned(id) ? "room.unpin" : "room.pin")}
      </MenuItem>
      {moveTo && at > 0 ? (
        <MenuItem icon="back" onAction={() => moveTo(id, at - 1)}>
          {text("room.move-left")}
        </MenuItem>
      ) : null}
      {moveTo && at < of - 1 ? (
        <MenuItem icon="forward" onAction={() => moveTo(id, at + 1)}>
          {text("room.move-right")}
        </MenuItem>
      ) : null}
    </>
  );
}

/** Without a bar of tabs, where the browser lets a page ask for that; a tab of the browser elsewhere. */
function openWindow(href: string): void {
  window.open(href, "_blank", "popup,noopener,width=960,height=720");
}
