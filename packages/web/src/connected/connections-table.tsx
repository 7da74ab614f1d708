import { useState, type ReactNode } from "react";
import type { Connection } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, Tag, Time, VisuallyHidden } from "../parts/index.ts";
import styles from "./connections.module.css";
import { Presence } from "./presence.tsx";

/** What can be done with a connection; each asks first. */
export type ConnectionDeed = "projects" | "revoke";
type Ask = (deed: ConnectionDeed, connection: Connection) => void;

/** More labels than this are told by their number. */
const LABELS_SHOWN = 3;
/** More connections than this are shown on demand, the newest first. */
const ROWS_SHOWN = 20;

export interface ConnectionsTableProps {
  readonly connections: readonly Connection[];
  readonly onAsk: Ask;
}

export function ConnectionsTable({ connections, onAsk }: ConnectionsTableProps): ReactNode {
  const text = useText();
  const [all, setAll] = useState(false);
  if (connections.length === 0) return <p className={styles.none}>{text("connections.none")}</p>;
  const several = new Set(connections.map((connection) => connection.workspace.workspace_id)).size > 1;
  const shown = all ? connections : connections.slice(0, ROWS_SHOWN);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text("connections.client")}</th>
            <th scope="col">{text("connections.agents")}</th>
            <th scope="col">{text("connections.seated")}</th>
            <th scope="col">{text("connections.presence")}</th>
            <th scope="col">
              <VisuallyHidden>{text("connections.actions")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((connection) => (
            <Row
              key={connection.connection_id}
              connection={connection}
              workspace={several ? connection.workspace.name : undefined}
              onAsk={onAsk}
            />
          ))}
        </tbody>
      </table>
      {shown.length < connections.length ? (
        <Button className={styles.all} onPress={() => setAll(true)}>
          {text("connections.show-all", { count: connections.length })}
        </Button>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly connection: Connection;
  /** The workspace's name, where there are several. */
  readonly workspace: string | undefined;
  readonly onAsk: Ask;
}

function Row({ connection, workspace, onAsk }: RowProps): ReactNode {
  const text = useText();
  const { client_name: name } = connection;
  return (
    <tr>
      <td className={styles.client}>
        <Client connection={connection} />
      </td>
      <td className={styles.agents} data-label={text("connections.agents")}>
        <Agents connection={connection} />
      </td>
      <td className={styles.seats} data-label={text("connections.seated")}>
        <bdi>
          {connection.projects.map((project) => project.name).join(", ") || text("connections.nowhere")}
        </bdi>
        {workspace === undefined ? null : <span className={styles.second}>{workspace}</span>}
        <Button
          kind="quiet"
          size="small"
          className={styles.change}
          label={text("connections.projects-name", { name })}
          onPress={() => onAsk("projects", connection)}
        >
          {text("connections.projects")}
        </Button>
      </td>
      <td className={styles.presence}>
        <Presence connection={connection} />
      </td>
      <td className={styles.end}>
        <Button
          kind="quiet"
          size="small"
          label={text("connections.revoke-name", { name })}
          onPress={() => onAsk("revoke", connection)}
        >
          {text("connections.revoke")}
        </Button>
      </td>
    </tr>
  );
}

function Client({ connection }: { readonly connection: Connection }): ReactNode {
  const text = useText();
  const { expires_at, redirect_host: host } = connection;
  const writes = connection.scopes.includes("osfoundry:write");
  const since = <Time at={connection.created_at} look="since" />;
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
      {host === undefined ? null : (
        <span className={styles.second}>
          <Message
            id={connection.loopback ? "connections.answers-here" : "connections.answers-there"}
            values={{ host: <bdi>{host}</bdi> }}
          />
        </span>
      )}
    </>
  );
}

/** The labels that its agents gave themselves, the latest first. */
function Agents({ connection: { agents } }: { readonly connection: Connection }): ReactNode {
  const text = useText();
  if (agents.length === 0) return <span className={styles.faint}>{text("connections.no-agents")}</span>;
  return (
    <ul>
      {agents.slice(0, LABELS_SHOWN).map((agent) => (
        <li key={agent.label}>
          <bdi>{agent.label}</bdi>
        </li>
      ))}
      {agents.length > LABELS_SHOWN ? (
        <li className={styles.second}>
          {text("connections.more-agents", { count: agents.length - LABELS_SHOWN })}
        </li>
      ) : null}
    </ul>
  );
}
