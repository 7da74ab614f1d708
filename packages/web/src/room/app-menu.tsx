import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { App } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { DoorGlyph, IconButton, Menu, MenuItem } from "../parts/index.ts";
import { groupedDigest } from "../review/digest.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import styles from "./app-menu.module.css";

export interface AppMenuProps {
  readonly app: App;
  readonly onReload: () => void;
}

/** What belongs to the open app: by whom, when and how it was let in, and to start it anew. */
export function AppMenu({ app, onReload }: AppMenuProps): ReactNode {
  const text = useText();
  const name = spelledOut(app.name);
  return (
    <Menu
      label={name}
      trigger={<IconButton icon="more" label={text("room.menu-of", { name })} />}
      top={<Approval app={app} />}
    >
      <MenuItem icon="reload" onAction={onReload}>
        {text("room.reload")}
      </MenuItem>
    </Menu>
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
