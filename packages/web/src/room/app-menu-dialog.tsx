import { lazy, type ReactNode } from "react";
import type { App, Room } from "../data/index.ts";

const ReceiptDialog = lazy(async () => ({
  default: (await import("../history/receipt-dialog.tsx")).ReceiptDialog,
}));
const StorageDialog = lazy(async () => ({
  default: (await import("./storage/storage-dialog.tsx")).StorageDialog,
}));
const SendDialog = lazy(async () => ({ default: (await import("./send/send-dialog.tsx")).SendDialog }));
const CopyDialog = lazy(async () => ({ default: (await import("./copy/copy-dialog.tsx")).CopyDialog }));
const RenameAppDialog = lazy(async () => ({
  default: (await import("./rename-app-dialog.tsx")).RenameAppDialog,
}));
const RemoveAppDialog = lazy(async () => ({
  default: (await import("./remove-app-dialog.tsx")).RemoveAppDialog,
}));

/** What a choice of the menu asks for. */
export type Asked = "receipt" | "stored" | "change" | "copy" | "rename" | "remove";

export interface AppMenuDialogProps {
  readonly asked: Asked;
  readonly room: Room;
  /** As its tab runs it. */
  readonly app: App;
  /** What its tab is called now. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The dialog that a choice of an app's menu asks for. */
export function AppMenuDialog({ asked, room, app, name, onClose }: AppMenuDialogProps): ReactNode {
  const place = { room_id: room.room_id, instance_id: app.instance_id };
  const of = { place, name, onClose };
  switch (asked) {
    case "receipt":
      return <ReceiptDialog place={place} revision={app.revision} onClose={onClose} />;
    case "stored":
      return <StorageDialog {...of} grants={app.grants} />;
    case "change":
      return <SendDialog {...of} kind="change" />;
    case "copy":
      return <CopyDialog {...of} />;
    case "rename":
      return <RenameAppDialog {...of} />;
    case "remove":
      return <RemoveAppDialog {...of} room={room.name} />;
  }
}
