import type { ReactNode } from "react";
import { endpointOf } from "../connected/connect-lines.ts";
import { useConnections, type Room } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { ButtonLink, CopyLine, DoorGlyph } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import styles from "./room-empty.module.css";
import { SampleAgent } from "./sample-agent.tsx";

/** A Room into which nothing was let yet, and how its first app comes to be. */
export function RoomEmpty({ room }: { readonly room: Room }): ReactNode {
  const text = useText();
  return (
    <div className={styles.empty}>
      <section className={styles.way} aria-labelledby="way">
        <div className={styles.lead}>
          <DoorGlyph state="none" size="huge" label="" />
          <div>
            <h2 id="way">{text("room.empty")}</h2>
            <p>{text("room.empty-how")}</p>
          </div>
        </div>
        <ol className={styles.steps}>
          <li>
            <h3>{text("room.first-connect")}</h3>
            <Connect />
          </li>
          <li>
            <h3>{text("room.first-ask")}</h3>
            <CopyLine
              value={text("room.first-prompt", { room: spelledOut(room.name) })}
              label={text("room.first-prompt-label")}
            />
            <p>{text("room.first-ask-words")}</p>
          </li>
          <li>
            <h3>{text("room.first-then")}</h3>
            <Then room={room} />
          </li>
        </ol>
      </section>
      {room.sample_agent ? (
        <section className={styles.sample} aria-labelledby="sample">
          <h2 id="sample">{text("sample.title")}</h2>
          <SampleAgent roomId={room.room_id} />
        </section>
      ) : null}
    </div>
  );
}

/** The one address that every client takes; and for who has connected one, that this is done. */
function Connect(): ReactNode {
  const text = useText();
  const { data } = useConnections();
  const connected = data?.total ?? 0;
  return (
    <>
      <CopyLine value={data?.endpoint ?? endpointOf(location.origin)} label={text("room.first-address")} />
      <p>
        {connected > 0
          ? text("room.first-connected", { count: connected })
          : text("room.first-connect-words")}
      </p>
      <ButtonLink href="/connected" size="small">
        {text("room.first-clients")}
      </ButtonLink>
    </>
  );
}

/** What becomes of a proposal. */
function Then({ room }: { readonly room: Room }): ReactNode {
  const text = useText();
  const { you, name } = room.owner;
  return (
    <ul className={styles.then}>
      <li>
        <DoorGlyph state="later" label="" />
        {text("room.first-waits")}
      </li>
      <li>
        <DoorGlyph state="ready" label="" />
        <span>
          {you ? (
            text("room.first-you-read")
          ) : (
            <Message id="room.first-owner-reads" values={{ owner: <VisibleName text={name} /> }} />
          )}
        </span>
      </li>
      <li>
        <DoorGlyph state="open" label="" />
        {text("room.first-tab")}
      </li>
    </ul>
  );
}
