import type { ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { useAudit, type AuditEntry } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, Failure, Skeleton, Tag, Time } from "../parts/index.ts";
import { AUDIT_WORDS } from "./audit-words.ts";
import styles from "./workspace.module.css";

/** What was done in the workspace that matters for its safety, newest first. */
export function AuditLog({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useAudit(workspaceId);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  // The role changed under the open page: the section goes as soon as that is told.
  if (isRefusal(error, "forbidden")) return null;
  return (
    <section aria-labelledby="audit">
      <div className={styles.head}>
        <h2 id="audit">{text("audit.title")}</h2>
        <span className={styles.fine}>{text("audit.hint")}</span>
      </div>
      {data ? (
        <ol className={styles.rows} reversed>
          {entries.map((entry) => (
            <li key={entry.sequence} className={styles.entry}>
              <p>
                <EntryWords entry={entry} />
              </p>
              <Time at={entry.at} look="moment" className={styles.fine} />
            </li>
          ))}
        </ol>
      ) : error ? null : (
        <Skeleton />
      )}
      {error ? <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {data && entries.length === 0 ? <p className={styles.none}>{text("audit.none")}</p> : null}
      {hasNextPage ? (
        <Button className={styles.more} busy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {text("audit.more")}
        </Button>
      ) : null}
    </section>
  );
}

function EntryWords({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const text = useText();
  const { action, actor, subject, detail } = entry;
  const words = Object.hasOwn(AUDIT_WORDS, action) ? AUDIT_WORDS[action] : undefined;
  const who = (
    <>
      <Name>{actor.name || text("audit.server")}</Name>
      {actor.kind === "agent" ? <Tag>{text("audit.agent")}</Tag> : null}
    </>
  );
  return (
    <>
      {words ? (
        <Message
          id={subject === undefined && words.alone ? words.alone : words.said}
          values={{
            actor: who,
            subject: <Name>{subject ?? text("audit.unnamed")}</Name>,
            detail: <Name>{detail ?? text("audit.unnamed")}</Name>,
          }}
        />
      ) : (
        <>
          {who} <code>{action}</code>
        </>
      )}
      {detail === undefined || (words && !words.after) ? null : <bdi className={styles.detail}>{detail}</bdi>}
    </>
  );
}

function Name({ children }: { readonly children: string }): ReactNode {
  return <bdi className={styles.name}>{children}</bdi>;
}
