import type { ReactNode } from "react";
import type { Room } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { ButtonLink, Empty } from "../parts/index.ts";
import styles from "./room-page.module.css";
import { SampleAgent } from "./sample-agent.tsx";

/** A Room into which nothing was let yet, and how something comes to its door. */
export function RoomEmpty({ room }: { readonly room: Room }): ReactNode {
  const text = useText();
  return (
    <div className={styles.empty}>
      <Empty
        title={text("room.empty")}
        action={<ButtonLink href="/connected">{text("room.empty-action")}</ButtonLink>}
      >
        {text("room.empty-how")}
      </Empty>
      {room.sample_agent ? (
        <section className={styles.sample} aria-labelledby="sample">
          <h2 id="sample">{text("sample.title")}</h2>
          <SampleAgent roomId={room.room_id} />
        </section>
      ) : null}
    </div>
  );
}
