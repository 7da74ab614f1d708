import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { ButtonLink, Empty } from "../parts/index.ts";
import styles from "./room-page.module.css";

/** A Room into which nothing was let yet, and how something comes to its door. */
export function RoomEmpty(): ReactNode {
  const text = useText();
  return (
    <div className={styles.empty}>
      <Empty
        title={text("room.empty")}
        action={<ButtonLink href="/connected">{text("room.empty-action")}</ButtonLink>}
      >
        {text("room.empty-how")}
      </Empty>
    </div>
  );
}
