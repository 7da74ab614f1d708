import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { Page } from "../app/page.tsx";
import {
  useAppHistory,
  useComparison,
  useRevertApp,
  type AppHistory,
  type AppPlace,
  type Comparison,
} from "../data/apps.ts";
import type { Room } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, ErrorNote, Failure, Skeleton, tell } from "../parts/index.ts";
import { shortDigest } from "../review/digest.ts";
import { appHistoryHref, appHref, roomHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { HistoryHead } from "./history-head.tsx";
import styles from "./history.module.css";

export interface ComparisonPageProps {
  readonly room: Room;
  readonly place: AppPlace;
  /** The one that let the version in. */
  readonly proposalId: string;
}

/** An approved version of an app beside the one that runs now, and the step from this to that. */
export function ComparisonPage({ room, place, proposalId }: ComparisonPageProps): ReactNode {
  const text = useText();
  const history = useAppHistory(place);
  const comparison = useComparison(place, proposalId);
  const failed = [history, comparison].find((query) => query.error);
  if (isRefusal(failed?.error, "not_found")) return <NotFound />;
  const { data: app } = history;
  const title = app ? text("history.compare-of", { name: spelledOut(app.name) }) : text("history.title");
  return (
    <Page
      head={
        <HistoryHead
          crumbs={[
            { href: roomHref(room.room_id), name: room.name },
            { href: appHistoryHref(room.room_id, place.instance_id), name: text("history.title") },
          ]}
          title={title}
        >
          {app ? (
            <Message id="history.compare-of" values={{ name: <VisibleName text={app.name} /> }} />
          ) : (
            title
          )}
        </HistoryHead>
      }
    >
      {app && comparison.data ? (
        <Compared place={place} app={app} comparison={comparison.data} />
      ) : failed ? (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Page>
  );
}

interface ComparedProps {
  readonly place: AppPlace;
  readonly app: AppHistory;
  readonly comparison: Comparison;
}

function Compared({ place, app, comparison }: ComparedProps): ReactNode {
  const text = useText();
  const { from, to, files, same_count } = comparison;
  return (
    <section className={styles.section} aria-label={text("history.changes")}>
      <p className={styles.told}>
        <Message
          id={app.removed ? "history.from-last" : "history.from-now"}
          values={{
            from: from.revision,
            fromDigest: shortDigest(from.digest),
            to: to.revision,
            toDigest: shortDigest(to.digest),
            mono: (chunks: ReactNode) => <span className={styles.digest}>{chunks}</span>,
          }}
        />{" "}
        {text("history.files-differ", { count: files.length, same: same_count })}
      </p>
      <ChangedFiles comparison={comparison} />
      {app.may_change ? <Step place={place} app={app} comparison={comparison} /> : null}
    </section>
  );
}

/** The step itself, which binds to the digest of what was compared. */
function Step({ place, app, comparison }: ComparedProps): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const revert = useRevertApp();
  const { from, to } = comparison;
  // What runs may change under the open page: then the new comparison has to be looked at first.
  const [seen, setSeen] = useState(from.digest);
  const back = appHistoryHref(place.room_id, place.instance_id);
  const { removed } = app;

  async function step(): Promise<void> {
    try {
      await revert.mutateAsync({ ...place, proposal_id: to.proposal_id, digest: seen });
    } catch {
      // Shown below.
      return;
    }
    const name = spelledOut(app.name);
    tell({
      text: text(removed ? "room.put-back-done" : "history.reverted", { name, revision: to.revision }),
      link: { href: appHref(place.room_id, place.instance_id), label: text("review.open-tab") },
    });
    navigate(back);
  }
  if (!removed && from.proposal_id === to.proposal_id) {
    return (
      <div className={styles.step}>
        <p>{text("history.runs-already")}</p>
        <ButtonLink href={back}>{text("history.versions")}</ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles.step}>
      {isRefusal(revert.error, "conflict_state") ? (
        <ErrorNote what={text("history.conflict")} next={text("history.conflict-next")} />
      ) : revert.error ? (
        <Failure error={revert.error} />
      ) : null}
      {seen === from.digest ? (
        <>
          <p>{text(removed ? "history.put-back-means" : "history.step-means", { revision: to.revision })}</p>
          <div className={styles.acts}>
            <ButtonLink kind="quiet" href={back}>
              {text("room.back")}
            </ButtonLink>
            <Button kind="door" busy={revert.isPending} onPress={() => void step()}>
              {text(stepWords(comparison, removed !== undefined), { revision: to.revision })}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p role="status">{text("history.changed-meanwhile", { revision: from.revision })}</p>
          <Button onPress={() => setSeen(from.digest)}>{text("history.seen-it")}</Button>
        </>
      )}
    </div>
  );
}

function stepWords({ from, to }: Comparison, removed: boolean) {
  if (removed) return "history.put-back";
  return to.revision < from.revision ? "history.go-back" : "history.go-forward";
}
