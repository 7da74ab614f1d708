import { useId, type ReactNode } from "react";
import { Message, useText } from "../messages/text.tsx";
import { Icon, VisuallyHidden } from "../parts/index.ts";
import { capabilityTitle, groupUses, type Scan } from "./finding-words.ts";
import type { LineHit } from "./line-hit.ts";
import styles from "./scan.module.css";
import { TextLink } from "./text-link.tsx";
import { VisibleName } from "./visible-text.tsx";

export interface ScanUsesProps {
  readonly scan: Scan;
  readonly onGoTo: (place: LineHit) => void;
  /** Why it is not compared, where it might have been. */
  readonly why?: string | undefined;
}

/** All that the code uses or tries, by capability. */
export function ScanUses({ scan, onGoTo, why }: ScanUsesProps): ReactNode {
  const text = useText();
  const id = useId();
  const groups = groupUses(scan.capabilities);
  const isQuiet = groups.every(([capability]) => capability === "package");
  const isWhole = (scan.totals["unread"] ?? 0) === 0;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{text("scan.title")}</h2>
        {why === undefined ? null : <p>{why}</p>}
      </div>
      <ul>
        {groups.map(([capability, uses]) => (
          <li key={capability} className={styles.row}>
            <h3>
              <CapabilityTitle capability={capability} />
            </h3>
            <ul className={styles.uses}>
              {uses.map((use) => (
                <li key={use.name}>
                  <UseLink use={use} onGoTo={onGoTo} />
                </li>
              ))}
            </ul>
          </li>
        ))}
        <MorePackages scan={scan} />
      </ul>
      {isQuiet ? (
        <p className={styles.quiet}>
          <Icon name="sealed" />
          {text(isWhole ? "scan.quiet" : "scan.quiet-unread")}
        </p>
      ) : null}
    </section>
  );
}

/** How many packages are imported beyond those that are named. */
export function MorePackages({ scan }: Pick<ScanUsesProps, "scan">): ReactNode {
  const text = useText();
  const named = scan.capabilities.filter(({ capability }) => capability === "package").length;
  const more = scan.packages - named;
  return more > 0 ? <li className={styles.unlisted}>{text("scan.more-packages", { count: more })}</li> : null;
}

export function CapabilityTitle({ capability }: { readonly capability: string }): ReactNode {
  const title = capabilityTitle(capability);
  return title === undefined ? (
    <Message id="capability.other" values={{ capability: <VisibleName text={capability} /> }} />
  ) : (
    <Message id={title} />
  );
}

export interface UseLinkProps extends Pick<ScanUsesProps, "onGoTo"> {
  readonly use: Scan["capabilities"][number];
}

/** What is used, how often, and the way to where it stands first. */
export function UseLink({ use: { capability, name, total, places }, onGoTo }: UseLinkProps): ReactNode {
  const text = useText();
  const [first] = places;
  const what = (
    <>
      <VisibleName text={name} />
      {total > 1 ? ` ${text("scan.times", { count: total })}` : null}
    </>
  );
  if (first === undefined) return what;
  const note = (
    <Message
      id="finding.note"
      values={{ title: <CapabilityTitle capability={capability} />, fact: <VisibleName text={name} /> }}
    />
  );
  return (
    <TextLink look="code" onPress={() => onGoTo({ path: first.file, line: first.line, note })}>
      {what}
      <VisuallyHidden>
        <Message
          id="scan.first-place"
          values={{ path: <VisibleName text={first.file} />, line: first.line }}
        />
      </VisuallyHidden>
    </TextLink>
  );
}
