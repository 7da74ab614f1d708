import { useState, type ReactNode } from "react";
import { useConnections } from "../data/index.ts";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { CopyLine, Segmented } from "../parts/index.ts";
import { CLIENTS, connectLine, endpointOf, type Client } from "./connect-lines.ts";
import styles from "./connect-client.module.css";

const NAMES: Readonly<Record<Client, MessageKey>> = {
  "claude-code": "connect.claude-code",
  codex: "connect.codex",
  cursor: "connect.cursor",
  other: "connect.other",
};

const STEPS: Readonly<Record<Client, readonly MessageKey[]>> = {
  "claude-code": ["connect.run", "connect.claude-code-then", "connect.choose"],
  codex: ["connect.run", "connect.codex-then", "connect.choose"],
  cursor: ["connect.cursor-file", "connect.cursor-then", "connect.choose"],
  other: ["connect.other-add", "connect.other-then", "connect.choose"],
};

/** The choice of a client with its line; `steps` says what to do with it. */
export function ConnectClient({ stacked = false, steps = false }: ConnectClientProps): ReactNode {
  const text = useText();
  const [client, setClient] = useState<Client>("claude-code");
  const endpoint = useConnections().data?.endpoint ?? endpointOf(location.origin);
  const name = text(NAMES[client]);
  return (
    <div className={styles.connect}>
      <Segmented
        label={text("connect.client")}
        options={CLIENTS.map((value) => ({ value, label: text(NAMES[value]) }))}
        value={client}
        onChange={setClient}
      />
      <CopyLine
        key={client}
        value={connectLine(client, endpoint)}
        label={text("connect.line-for", { client: name })}
        stacked={stacked}
      />
      {steps ? (
        <ol className={styles.steps}>
          {STEPS[client].map((step) => (
            <li key={step}>
              <span>
                <Message id={step} values={{ code: (chunks) => <code>{chunks}</code> }} />
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}

export interface ConnectClientProps {
  /** For a narrow place: the button stands below the line. */
  readonly stacked?: boolean;
  readonly steps?: boolean;
}

/** The panel beside the queue. */
export function ConnectPanel(): ReactNode {
  const text = useText();
  return (
    <section className={styles.panel} aria-labelledby="connect">
      <h2 id="connect">{text("connect.title")}</h2>
      <ConnectClient stacked steps />
    </section>
  );
}
