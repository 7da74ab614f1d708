import { useState, type ReactNode } from "react";
import { useConnections, useRevokeConnection, type Connection } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, Skeleton, Tag, tell, Time, VisuallyHidden } from "../parts/index.ts";
import styles from "./connections.module.css";

/** The clients that act for this person, each to be revoked. */
export function Connections(): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useConnections();
  const [revoking, setRevoking] = useState<Connection | undefined>(undefined);
  return (
    <section aria-labelledby="connections">
      <div className={styles.head}>
        <h2 id="connections">{text("connections.title")}</h2>
        <p>{text("connections.hint")}</p>
      </div>
      {data ? (
        <Table connections={data.connections} onRevoke={setRevoking} />
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
      <RevokeDialog connection={revoking} onClose={() => setRevoking(undefined)} />
    </section>
  );
}

interface TableProps {
  readonly connections: readonly Connection[];
  readonly onRevoke: (connection: Connection) => void;
}

function Table({ connections, onRevoke }: TableProps): ReactNode {
  const text = useText();
  if (connections.length === 0) return <p className={styles.none}>{text("connections.none")}</p>;
  const several = new Set(connections.map((connection) => connection.workspace.workspace_id)).size > 1;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text("connections.client")}</th>
          <th scope="col">{text("connections.seated")}</th>
          <th scope="col">
            <VisuallyHidden>{text("connections.actions")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => (
          <tr key={connection.connection_id}>
            <td>
              <Client connection={connection} />
            </td>
            <td>
              {connection.projects.map((project) => project.name).join(", ") || text("connections.nowhere")}
              {several ? <span className={styles.second}>{connection.workspace.name}</span> : null}
            </td>
            <td className={styles.end}>
              <Button
                kind="quiet"
                size="small"
                label={text("connections.revoke-name", { name: connection.client_name })}
                onPress={() => onRevoke(connection)}
              >
                {text("connections.revoke")}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Client({ connection }: { readonly connection: Connection }): ReactNode {
  const text = useText();
  const writes = connection.scopes.includes("osfoundry:write");
  const since = <Time at={connection.created_at} look="date" />;
  const { expires_at } = connection;
  return (
    <>
      <span className={styles.name}>
        <bdi>{connection.client_name}</bdi>
        {connection.kind === "token" ? <Tag>{text("connections.token")}</Tag> : null}
      </span>
      <span className={styles.second}>
        {expires_at === undefined ? (
          <Message id={writes ? "connections.writes" : "connections.reads"} values={{ since }} />
        ) : (
          <Message
            id={writes ? "connections.writes-until" : "connections.reads-until"}
            values={{ since, until: <Time at={expires_at} look="date" /> }}
          />
        )}
      </span>
    </>
  );
}

interface RevokeDialogProps {
  readonly connection: Connection | undefined;
  readonly onClose: () => void;
}

function RevokeDialog({ connection, onClose }: RevokeDialogProps): ReactNode {
  const text = useText();
  const revoke = useRevokeConnection();
  const name = connection?.client_name ?? "";
  function close(): void {
    revoke.reset();
    onClose();
  }
  function confirm(): void {
    if (!connection) return;
    revoke.mutate(
      { connection_id: connection.connection_id },
      {
        onSuccess: () => {
          tell({ text: text("connections.revoked", { name }) });
          close();
        },
      },
    );
  }
  return (
    <Dialog
      title={text("connections.revoke-title", { name })}
      role="alertdialog"
      isOpen={connection !== undefined}
      onOpenChange={close}
      actions={
        <>
          <Button kind="quiet" onPress={close}>
            {text("connections.keep")}
          </Button>
          <Button kind="stopSolid" busy={revoke.isPending} onPress={confirm}>
            {text("connections.revoke-do")}
          </Button>
        </>
      }
    >
      <p>{text("connections.revoke-what")}</p>
      {revoke.error ? <Failure error={revoke.error} /> : null}
    </Dialog>
  );
}
