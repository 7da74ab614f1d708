import type { ReactNode } from "react";
import { Page, PageHeading } from "../app/page.tsx";
import { useNeedsApproval } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Count, Empty, Failure, Skeleton, VisuallyHidden } from "../parts/index.ts";
import { ConnectPanel } from "./connect-client.tsx";
import { Connections } from "./connections.tsx";
import { Decided, Queue } from "./queue.tsx";
import styles from "./connected.module.css";

/** `/connected`: what waits for this person, and the clients that act for them. */
export function ConnectedPage(): ReactNode {
  const text = useText();
  return (
    <Page head={<PageHeading>{text("app.connected")}</PageHeading>} aside={<ConnectPanel />}>
      <NeedsApproval />
      <Connections />
    </Page>
  );
}

function NeedsApproval(): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useNeedsApproval();
  const waiting = data?.waiting.length ?? 0;
  return (
    <section aria-labelledby="approvals">
      <div className={styles.head}>
        <h2 id="approvals">{text("queue.title")}</h2>
        <Count value={waiting} kind="lamp" label={text("app.need-approval", { count: waiting })} />
      </div>
      {data ? (
        <>
          {waiting > 0 ? (
            <Queue rows={data.waiting} />
          ) : (
            <div className={styles.empty}>
              <Empty title={text("queue.empty")}>{text("queue.empty-words")}</Empty>
            </div>
          )}
          {data.decided.length > 0 ? (
            <>
              <h3>
                <VisuallyHidden>{text("queue.decided")}</VisuallyHidden>
              </h3>
              <Decided rows={data.decided} />
            </>
          ) : null}
        </>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton />
      )}
    </section>
  );
}
