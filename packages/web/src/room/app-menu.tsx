import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useOpenApp, type App, type Room, type RoomApp } from "../data/index.ts";
import { ReceiptDialog } from "../history/receipt-dialog.tsx";
import { Message, useText } from "../messages/text.tsx";
import { DoorGlyph, IconButton, Menu, MenuItem, MenuSeparator } from "../parts/index.ts";
import { groupedDigest } from "../review/digest.ts";
import { appHistoryHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./app-menu.module.css";
import { RemoveAppDialog } from "./remove-app-dialog.tsx";
import { RenameAppDialog } from "./rename-app-dialog.tsx";

export interface AppMenuProps {
  readonly room: Room;
  /** The open app as it stands in the launcher. */
  readonly app: RoomApp;
  /** The revision that its tab runs. */
  readonly revision: number;
  readonly onReload: () => void;
}

type Asked = "receipt" | "rename" | "remove";

/** What belongs to the open app: how it was let in, its history, and for the Room's owner its name and its end. */
export function AppMenu({ room, app, revision, onReload }: AppMenuProps): ReactNode {
  const text = useText();
  const [asked, setAsked] = useState<Asked | undefined>();
  const { room_id } = room;
  const { instance_id } = app;
  const running = useOpenApp(room_id, { instance_id, revision }).data;
  if (!running) return null;
  const name = spelledOut(app.name);
  const place = { room_id, instance_id };
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Menu
        label={name}
        trigger={<IconButton icon="more" label={text("room.menu-of", { name })} />}
        top={<Approval app={running} />}
      >
        <MenuItem icon="receipt" onAction={() => setAsked("receipt")}>
          {text("room.receipt-ask")}
        </MenuItem>
        <MenuItem icon="history" href={appHistoryHref(room_id, instance_id)}>
          {text("room.history-ask")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="reload" onAction={onReload}>
          {text("room.reload")}
        </MenuItem>
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
      {asked === "receipt" ? (
        <ReceiptDialog place={place} revision={running.revision} onClose={close} />
      ) : null}
      {asked === "rename" ? <RenameAppDialog place={place} name={app.name} onClose={close} /> : null}
      {asked === "remove" ? (
        <RemoveAppDialog place={place} name={app.name} room={room.name} onClose={close} />
      ) : null}
    </>
  );
}

function Approval({ app }: { readonly app: App }): ReactNode {
  const text = useText();
  const intl = useIntl();
  const { by, at, files_seen: seen, files_marked: marked } = app.approved;
  return (
    <>
      <span className={styles.who}>
        <DoorGlyph state="open" label="" />
        <b>
          <Message id="room.let-in-by" values={{ revision: app.revision, by: <VisibleName text={by} /> }} />
        </b>
      </span>
      <time className={styles.fact} dateTime={at}>
        {intl.formatDate(at, { dateStyle: "medium", timeStyle: "short" })}
      </time>
      <span className={styles.fact}>{text("room.files-read", { seen, marked })}</span>
      <span className={styles.digest}>
        {text("room.sha256")} {groupedDigest(app.digest)}
      </span>
    </>
  );
}
