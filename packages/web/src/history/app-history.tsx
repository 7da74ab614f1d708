import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { Page } from "../app/page.tsx";
import { useAppHistory, type AppHistory, type AppPlace, type AppVersion } from "../data/apps.ts";
import type { Room } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, DoorGlyph, Failure, Skeleton, Tag, Time } from "../parts/index.ts";
import { shortDigest } from "../review/digest.ts";
import { appHistoryHref, appHref, roomHistoryHref, roomHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { HistoryHead } from "./history-head.tsx";
import styles from "./history.module.css";
import { ReceiptDialog } from "./receipt-dialog.tsx";

export interface AppHistoryPageProps {
  readonly room: Room;
  readonly place: AppPlace;
}

/** Every approved version of an app, latest first, with its receipt and the way back to it. */
export function AppHistoryPage({ room, place }: AppHistoryPageProps): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useAppHistory(place);
  if (isRefusal(error, "not_found")) return <NotFound />;
  const name = data ? spelledOut(data.name) : text("history.title");
  return (
    <Page
      head={
        <HistoryHead
          crumbs={[
            { href: roomHref(room.room_id), name: room.name },
            { href: roomHistoryHref(room.room_id), name: text("history.title") },
          ]}
          title={text("history.of", { name })}
        >
          {data ? (
            <Message id="history.of" values={{ name: <VisibleName text={data.name} /> }} />
          ) : (
            text("history.title")
          )}
        </HistoryHead>
      }
    >
      {data ? (
        <Versions room={room} place={place} history={data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Page>
  );
}

interface VersionsProps {
  readonly room: Room;
  readonly place: AppPlace;
  readonly history: AppHistory;
}

function Versions({ room, place, history }: VersionsProps): ReactNode {
  const text = useText();
  const [receipt, setReceipt] = useState<number | undefined>();
  const { removed, versions, may_change } = history;
  const current = versions.find((version) => version.current)?.revision ?? 0;
  return (
    <section className={styles.section} aria-label={text("history.versions")}>
      {removed ? (
        <p className={styles.told}>
          <Message
            id="history.removed-told"
            values={{ by: <VisibleName text={removed.by} />, ago: <Time at={removed.at} look="ago" /> }}
          />
        </p>
      ) : (
        <p className={styles.told}>
          <Message
            id="history.stands"
            values={{
              tab: (chunks: ReactNode) => (
                <Link href={appHref(room.room_id, place.instance_id)}>{chunks}</Link>
              ),
            }}
          />
        </p>
      )}
      <ol className={styles.rows} reversed>
        {versions.map((version) => (
          <VersionRow
            key={version.proposal_id}
            version={version}
            stands={!removed && version.current}
            back={
              may_change && (removed !== undefined || !version.current)
                ? {
                    href: appHistoryHref(room.room_id, place.instance_id, version.proposal_id),
                    words: removed
                      ? "history.put-back-ask"
                      : version.revision < current
                        ? "history.go-back-ask"
                        : "history.go-forward-ask",
                  }
                : undefined
            }
            onReceipt={() => setReceipt(version.revision)}
          />
        ))}
      </ol>
      {receipt === undefined ? null : (
        <ReceiptDialog place={place} revision={receipt} onClose={() => setReceipt(undefined)} />
      )}
    </section>
  );
}

interface VersionRowProps {
  readonly version: AppVersion;
  /** The tab runs it. */
  readonly stands: boolean;
  /** The way to have it run; absent for the one that does, and for who may not. */
  readonly back:
    | {
        readonly href: string;
        readonly words: "history.put-back-ask" | "history.go-back-ask" | "history.go-forward-ask";
      }
    | undefined;
  readonly onReceipt: () => void;
}

function VersionRow({ version, stands, back, onReceipt }: VersionRowProps): ReactNode {
  const text = useText();
  const { revision, approved } = version;
  return (
    <li className={styles.version}>
      <DoorGlyph state={stands ? "open" : "none"} label="" />
      <div className={styles.what}>
        <p className={styles.title}>
          <b>{text("review.revision", { revision })}</b>
          {stands ? <Tag kind="door">{text("history.current")}</Tag> : null}
          <span className={styles.digest}>{shortDigest(version.digest)}</span>
        </p>
        <p className={styles.fine}>
          <Message
            id="history.version-by"
            values={{
              client: <VisibleName text={version.client_name} />,
              person: <VisibleName text={version.person_name} />,
              by: <VisibleName text={approved.by} />,
              at: <Time at={approved.at} look="moment" />,
            }}
          />
        </p>
        <p className={styles.fine}>
          {text("room.files-read", { seen: approved.files_seen, marked: approved.files_marked })}
          {approved.passkey ? <>, {text("history.by-passkey")}</> : null}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          kind="quiet"
          size="small"
          icon="receipt"
          label={text("history.receipt-of", { revision })}
          onPress={onReceipt}
        >
          {text("room.receipt")}
        </Button>
        {back ? (
          <ButtonLink
            size="small"
            href={back.href}
            label={text("history.ask-name", { ask: text(back.words), revision })}
          >
            {text(back.words)}
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}
