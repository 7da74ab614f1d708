import { memo, useId, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { Message, useText } from "../messages/text.tsx";
import { Icon, VisuallyHidden } from "../parts/index.ts";
import { FindingList, type FindingListProps } from "./finding-list.tsx";
import { capabilityTitle, groupUses, type Scan } from "./finding-words.ts";
import type { LineHit } from "./line-hit.ts";
import styles from "./scan.module.css";
import { VisibleName } from "./visible-text.tsx";

export interface ScanHeadProps extends Omit<FindingListProps, "scan"> {
  /** Absent where the code could not be scanned. */
  readonly scan: Scan | undefined;
  readonly onGoTo: (place: LineHit) => void;
}

/** What the code of a proposal shows of itself: what it uses and tries, then what was found in it. */
export const ScanHead = memo(function ScanHead({ scan, onGoTo, ...findings }: ScanHeadProps): ReactNode {
  const text = useText();
  if (scan === undefined) {
    return (
      <p className={styles.quiet}>
        <Icon name="warning" />
        {text("scan.none")}
      </p>
    );
  }
  return (
    <>
      <Uses scan={scan} onGoTo={onGoTo} />
      <FindingList scan={scan} {...findings} />
    </>
  );
});

interface UsesProps extends Pick<ScanHeadProps, "onGoTo"> {
  readonly scan: Scan;
}

function Uses({ scan, onGoTo }: UsesProps): ReactNode {
  const text = useText();
  const id = useId();
  const groups = groupUses(scan.capabilities);
  const isQuiet = groups.every(([capability]) => capability === "package");
  const isWhole = (scan.totals["unread"] ?? 0) === 0;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{text("scan.title")}</h2>
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

function CapabilityTitle({ capability }: { readonly capability: string }): ReactNode {
  const title = capabilityTitle(capability);
  return title === undefined ? (
    <Message id="capability.other" values={{ capability: <VisibleName text={capability} /> }} />
  ) : (
    <Message id={title} />
  );
}

interface UseLinkProps extends Pick<ScanHeadProps, "onGoTo"> {
  readonly use: Scan["capabilities"][number];
}

/** What is used, how often, and the way to where it stands first. */
function UseLink({ use: { capability, name, total, places }, onGoTo }: UseLinkProps): ReactNode {
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
    <Button
      className={styles.link ?? ""}
      onPress={() => onGoTo({ path: first.file, line: first.line, note })}
    >
      {what}
      <VisuallyHidden>
        <Message
          id="scan.first-place"
          values={{ path: <VisibleName text={first.file} />, line: first.line }}
        />
      </VisuallyHidden>
    </Button>
  );
}
