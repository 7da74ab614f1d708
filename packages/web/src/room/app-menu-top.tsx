import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { App } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { DoorGlyph } from "../parts/index.ts";
import { groupedDigest } from "../review/digest.ts";
import { capabilityTitle } from "../review/finding-words.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./app-menu.module.css";

/** How the open app was let in, and what it may do. */
export function AppMenuTop({ app }: { readonly app: App }): ReactNode {
  const text = useText();
  const intl = useIntl();
  const { by, at, files_seen: seen, files_marked: marked } = app.approved;
  return (
    <>
      <span className={styles.who}>
        <DoorGlyph state="open" label="" />
        <b>
          <Message id="room.let-in-by" values={{ revision: app.revision, by: <VisibleName text={by} /> }} />
        </b>
      </span>
      <time className={styles.fact} dateTime={at}>
        {intl.formatDate(at, { dateStyle: "medium", timeStyle: "short" })}
      </time>
      <span className={styles.fact}>{text("room.files-read", { seen, marked })}</span>
      <span className={styles.digest}>
        {text("room.sha256")} {groupedDigest(app.digest)}
      </span>
      <Uses uses={app.uses} />
    </>
  );
}

/** What its code showed when it was approved, in the card's words. */
function Uses({ uses }: Pick<App, "uses">): ReactNode {
  const text = useText();
  if (uses.length === 0) return null;
  return (
    <ul className={styles.uses} aria-label={text("room.uses")}>
      {[...Map.groupBy(uses, ({ capability }) => capability)].map(([capability, all]) => (
        <li key={capability}>
          <Capability capability={capability} />
          {capability === "package" ? (
            <>
              {": "}
              <VisibleName text={all.map(({ name }) => name).join(", ")} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Capability({ capability }: { readonly capability: string }): ReactNode {
  const title = capabilityTitle(capability);
  if (title !== undefined) return <Message id={title} />;
  return <Message id="capability.other" values={{ capability: <VisibleName text={capability} /> }} />;
}
