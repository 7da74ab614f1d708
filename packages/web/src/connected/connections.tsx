import { useState, type ReactNode } from "react";
import { useConnections, type Connection } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Count, Failure, Skeleton } from "../parts/index.ts";
import { ConnectionsTable, type ConnectionDeed } from "./connections-table.tsx";
import styles from "./connections.module.css";
import { ProjectsDialog } from "./projects-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

/** The clients that act for this person: where each may go, what was heard of it, and how to end it. */
export function Connections(): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useConnections();
  const [asked, setAsked] = useState<{ deed: ConnectionDeed; connection: Connection } | undefined>(undefined);
  const close = (): void => setAsked(undefined);
  return (
    <section aria-labelledby="connections">
      <div className={styles.head}>
        <h2 id="connections">{text("connections.title")}</h2>
        <Count value={data?.total ?? 0} label={text("connections.count", { count: data?.total ?? 0 })} />
        <p>{text("connections.hint")}</p>
      </div>
      {data ? (
        <ConnectionsTable
          connections={data.connections}
          onAsk={(deed, connection) => setAsked({ deed, connection })}
        />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton />
      )}
      {data && data.total > data.connections.length ? (
        <p className={styles.more}>
          {text("connections.more", { shown: data.connections.length, total: data.total })}
        </p>
      ) : null}
      {asked?.deed === "projects" ? <ProjectsDialog connection={asked.connection} onClose={close} /> : null}
      {asked?.deed === "revoke" ? <RevokeDialog connection={asked.connection} onClose={close} /> : null}
    </section>
  );
}
