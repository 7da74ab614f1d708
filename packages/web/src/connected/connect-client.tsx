import { useState, type ReactNode } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { useConnections } from "../data/index.ts";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { CopyLine, Icon, Time } from "../parts/index.ts";
import { callerOf, type Caller } from "./callers.ts";
import { connectLines, endpointOf, type Client, type ConnectLines } from "./connect-lines.ts";
import styles from "./connect-client.module.css";

const STEPS: Readonly<Record<Client, readonly MessageKey[]>> = {
  "claude-code": ["connect.run-both", "connect.claude-code-then", "connect.choose"],
  codex: ["connect.run", "connect.codex-then", "connect.choose"],
  cursor: ["connect.cursor-file", "connect.cursor-then", "connect.choose"],
  "mcp-remote": ["connect.mcp-remote-file", "connect.other-then", "connect.choose"],
  inspector: ["connect.run", "connect.other-then", "connect.choose"],
  other: ["connect.other-add", "connect.other-then", "connect.choose"],
};

export interface ConnectClientProps {
  /** For a narrow place: the button stands below the line. */
  readonly stacked?: boolean;
}

/** Every client with its lines and what to do with them, one open at a time, and whether it has called so far. */
export function ConnectClient({ stacked = false }: ConnectClientProps): ReactNode {
  const { data } = useConnections();
  const [open, setOpen] = useState<Client | undefined>("claude-code");
  return (
    <div className={styles.clients}>
      {connectLines(data?.endpoint ?? endpointOf(location.origin)).map((way) => (
        <ClientLines
          key={way.client}
          way={way}
          caller={callerOf(way.client, data?.connections ?? [])}
          stacked={stacked}
          open={open === way.client}
          onOpenChange={(opens) => setOpen(opens ? way.client : undefined)}
        />
      ))}
    </div>
  );
}

interface ClientLinesProps {
  readonly way: ConnectLines;
  readonly caller: Caller | undefined;
  readonly stacked: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

function ClientLines({ way, caller, stacked, open, onOpenChange }: ClientLinesProps): ReactNode {
  const text = useText();
  const name = text(way.title);
  return (
    <Disclosure className={styles.client ?? ""} isExpanded={open} onExpandedChange={onOpenChange}>
      <Heading level={3} className={styles.heading ?? ""}>
        <AriaButton slot="trigger" className={styles.trigger ?? ""}>
          <Icon name="down" />
          <span className={styles.clientName}>{name}</span>
          {caller ? <CallerWords caller={caller} /> : null}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className={styles.lines}>
          {way.lines.map((line, index) => (
            <CopyLine
              key={line}
              value={line}
              label={text("connect.line-for", { client: name, number: index + 1, of: way.lines.length })}
              stacked={stacked}
            />
          ))}
          <ol className={styles.steps}>
            {STEPS[way.client].map((step) => (
              <li key={step}>
                <span>
                  <Message id={step} values={{ code: (chunks) => <code>{chunks}</code> }} />
                </span>
              </li>
            ))}
          </ol>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}

function CallerWords({ caller }: { readonly caller: Caller }): ReactNode {
  const text = useText();
  if (caller.state === "silent") return <span className={styles.caller}>{text("connect.silent")}</span>;
  return (
    <span className={`${styles.caller} ${styles.called}`}>
      <Icon name="check" />
      <Message id="connect.called" values={{ ago: <Time at={caller.at} look="ago" /> }} />
    </span>
  );
}

/** The panel beside the queue. */
export function ConnectPanel(): ReactNode {
  const text = useText();
  return (
    <section className={styles.panel} aria-labelledby="connect">
      <h2 id="connect">{text("connect.title")}</h2>
      <ConnectClient stacked />
    </section>
  );
}
