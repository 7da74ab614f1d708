import type { ReactNode } from "react";
import type { ConsentRequest } from "@anteroom/client";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Icon, Tag, type IconName } from "../parts/index.ts";
import styles from "./consent.module.css";

const SCOPES: Readonly<Record<string, MessageKey>> = {
  "osfoundry:read": "consent.scope-read",
  "osfoundry:write": "consent.scope-write",
};

/** What letting the client in means: what it may do, whether its name is known to be its own, where answers go. */
export function ConsentFacts({ request }: { readonly request: ConsentRequest }): ReactNode {
  const text = useText();
  const { scopes, held_scopes: held, client_verified, client_host, redirect_host: host, loopback } = request;
  return (
    <ul className={styles.facts}>
      {scopes.map((scope) => (
        <Fact key={scope} icon="check">
          {SCOPES[scope] ? <Message id={SCOPES[scope]} values={{ b: bold }} /> : <code>{scope}</code>}
          {held.length > 0 && !held.includes(scope) ? <Tag>{text("consent.new-scope")}</Tag> : null}
        </Fact>
      ))}
      {client_verified ? null : (
        <Fact icon="warning">
          {client_host === undefined ? (
            <Message id="consent.unverified" values={{ b: bold }} />
          ) : (
            <Message id="consent.published" values={{ b: bold, host: <code>{client_host}</code> }} />
          )}
        </Fact>
      )}
      {host === undefined ? null : (
        <Fact icon="link">
          <Message
            id={loopback ? "consent.answers-here" : "consent.answers-there"}
            values={{ b: bold, host: <code>{host}</code> }}
          />
        </Fact>
      )}
    </ul>
  );
}

function bold(chunks: ReactNode): ReactNode {
  return <b>{chunks}</b>;
}

function Fact({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }): ReactNode {
  return (
    <li>
      <Icon name={icon} />
      <span className={styles.fact}>{children}</span>
    </li>
  );
}
