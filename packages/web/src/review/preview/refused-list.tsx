import type { ReactNode } from "react";
import type { RefusedKind } from "@anteroom/sandbox/host";
import { useText, type MessageKey } from "../../messages/text.tsx";
import type { LineHit } from "../line-hit.ts";
import { VisibleName } from "../visible-text.tsx";
import { PlaceLink } from "./place-link.tsx";
import styles from "./preview.module.css";
import type { RefusedRow, TrialLog } from "./trial-log.ts";

const KINDS = {
  connect: "preview.refused-connect",
  image: "preview.refused-image",
  media: "preview.refused-media",
  font: "preview.refused-font",
  style: "preview.refused-style",
  script: "preview.refused-script",
  frame: "preview.refused-frame",
  object: "preview.refused-object",
  worker: "preview.refused-worker",
  manifest: "preview.refused-manifest",
  form: "preview.refused-form",
  base: "preview.refused-base",
  navigation: "preview.refused-navigation",
  window: "preview.refused-window",
  dialog: "preview.refused-dialog",
  storage: "preview.refused-storage",
  device: "preview.refused-device",
  other: "preview.refused-other",
} as const satisfies Record<RefusedKind, MessageKey>;

export interface RefusedListProps {
  readonly log: TrialLog;
  readonly onGoTo: (place: LineHit) => void;
}

/** What the app reached for and did not get. Addresses are text, and lead nowhere. */
export function RefusedList({ log, onGoTo }: RefusedListProps): ReactNode {
  const text = useText();
  const listed = log.refused.reduce((sum, row) => sum + row.times, 0);
  return (
    <section className={styles.part} aria-label={text("preview.refused")}>
      <h3>
        {text("preview.refused")}{" "}
        <span className={styles.count}>{text("scan.count", { count: log.tries })}</span>
      </h3>
      {log.refused.length === 0 ? <p className={styles.none}>{text("preview.refused-none")}</p> : null}
      <ul>
        {log.refused.map((row) => (
          <li key={`${row.what} ${row.address}`} className={styles.row}>
            <Refused row={row} onGoTo={onGoTo} />
          </li>
        ))}
      </ul>
      {log.tries > listed ? (
        <p className={styles.none}>{text("scan.unlisted", { count: log.tries - listed })}</p>
      ) : null}
    </section>
  );
}

interface RefusedProps {
  readonly row: RefusedRow;
  readonly onGoTo: (place: LineHit) => void;
}

function Refused({ row: { what, address, place, times }, onGoTo }: RefusedProps): ReactNode {
  const text = useText();
  const kind = text(KINDS[what]);
  return (
    <>
      <b className={styles.kind}>{kind}</b>
      <span className={styles.text}>
        {address === "" ? null : <VisibleName text={address} />}
        {times > 1 ? <span className={styles.count}> {text("scan.times", { count: times })}</span> : null}
        {place ? (
          <>
            {" "}
            <PlaceLink place={place} note={text("preview.refused-note", { kind })} onGoTo={onGoTo} />
          </>
        ) : null}
      </span>
    </>
  );
}
