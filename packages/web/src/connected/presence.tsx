import type { ReactNode } from "react";
import type { Connection } from "../data/index.ts";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Tag, Time } from "../parts/index.ts";
import styles from "./presence.module.css";

const DOT = <circle cx="5" cy="5" r="3.8" />;

/** The drawing and the word of each state. */
const STATES: Readonly<Record<Connection["presence"], { drawing: ReactNode; words: MessageKey }>> = {
  online: { drawing: DOT, words: "presence.online" },
  recent: {
    drawing: (
      <>
        {DOT}
        <path className={styles.half} d="M5 1.2a3.8 3.8 0 0 1 0 7.6z" />
      </>
    ),
    words: "presence.recent",
  },
  away: { drawing: DOT, words: "presence.away" },
  offline: { drawing: <path d="M2 2l6 6M8 2 2 8" />, words: "presence.offline" },
  never: { drawing: <path d="M1.5 5h7" />, words: "presence.never" },
};

/** What the server saw of a connection, and since when; silence is told as what it is. */
export function Presence({ connection }: { readonly connection: Connection }): ReactNode {
  const text = useText();
  const { presence, waiting, login, kind } = connection;
  const state = STATES[presence];
  // Its person let it in, and it never came for what it was given.
  if (login === "expired" && presence === "never" && kind === "oauth") {
    return (
      <>
        {text("presence.unfinished")}
        <span className={styles.second}>{text("presence.unfinished-next")}</span>
      </>
    );
  }
  // Something else than offline: it cannot call before its person signs it in again.
  if (login === "expired") {
    return (
      <>
        <Tag kind="stop">{text("presence.expired")}</Tag>
        <span className={styles.second}>{text("presence.expired-next")}</span>
        <span className={styles.second}>
          <LastHeard connection={connection} />
        </span>
      </>
    );
  }
  return (
    <>
      <span className={styles.presence}>
        <svg className={styles[presence]} viewBox="0 0 10 10" aria-hidden="true">
          {state.drawing}
        </svg>
        {text(state.words)}
      </span>
      <span className={styles.second}>
        {waiting > 0 ? text("presence.waiting", { count: waiting }) : <LastHeard connection={connection} />}
      </span>
    </>
  );
}

function LastHeard({ connection }: { readonly connection: Connection }): ReactNode {
  const text = useText();
  const { presence, last_call_at } = connection;
  if (last_call_at === undefined) return text("presence.no-call");
  if (presence === "online" || presence === "recent") {
    return <Message id="presence.last-call" values={{ ago: <Time at={last_call_at} look="ago" /> }} />;
  }
  return <Message id="presence.silent" values={{ since: <Time at={last_call_at} look="moment" /> }} />;
}
