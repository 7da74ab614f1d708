import { useId, useState, type ReactNode } from "react";
import { Message, useText } from "../messages/text.tsx";
import { Tag } from "../parts/index.ts";
import { FindingFact, FindingTitle } from "./finding-note.tsx";
import { groupFindings, type FindingGroup, type Scan } from "./finding-words.ts";
import styles from "./scan.module.css";
import { TextLink } from "./text-link.tsx";
import { VisibleName } from "./visible-text.tsx";

/** Of each code so many findings stand open; the others are behind a button. */
const OPEN = 3;

export interface FindingListProps {
  readonly scan: Scan;
  /** Those that the base did not have, by their place in the scan's findings. */
  readonly fresh: ReadonlySet<number>;
  /** The finding that the person was led to last, by its place in the scan's findings. */
  readonly at: number | undefined;
  readonly onGoToFinding: (index: number) => void;
}

/** What the scan found, by code; each finding leads to its line. Signals, not verdicts. */
export function FindingList({ scan, fresh, at, onGoToFinding }: FindingListProps): ReactNode {
  const text = useText();
  const id = useId();
  const groups = groupFindings(scan);
  const count = groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{text("scan.findings", { count })}</h2>
        {count > 0 ? <p>{text("scan.signals")}</p> : null}
      </div>
      <ul>
        {groups.map((group) => (
          <Group key={group.code} {...{ group, fresh, at, onGoToFinding }} />
        ))}
      </ul>
    </section>
  );
}

interface GroupProps extends Omit<FindingListProps, "scan"> {
  readonly group: FindingGroup;
}

function Group({ group, fresh, at, onGoToFinding }: GroupProps): ReactNode {
  const { code, total, listed } = group;
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [led, setLed] = useState(at);
  if (at !== led) {
    setLed(at);
    // Where the person was led to must be in sight.
    if (listed.slice(OPEN).some(({ index }) => index === at)) setOpen(true);
  }
  const shown = isOpen ? listed : listed.slice(0, OPEN);
  const unlisted = total - listed.length;
  return (
    <li className={styles.row}>
      <h3>
        <FindingTitle code={code} />{" "}
        <span className={styles.count}>{text("scan.count", { count: total })}</span>
      </h3>
      <ul>
        {shown.map(({ finding, index }) => (
          <li key={index} className={styles.finding} aria-current={index === at ? "true" : undefined}>
            <span>
              <FindingFact finding={finding} /> {fresh.has(index) ? <Tag>{text("scan.new")}</Tag> : null}
            </span>
            <TextLink look="code" onPress={() => onGoToFinding(index)}>
              <Message
                id="scan.place"
                values={{ path: <VisibleName text={finding.file} />, line: finding.line }}
              />
            </TextLink>
          </li>
        ))}
        {listed.length > OPEN ? (
          <li>
            <TextLink look="words" expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {isOpen ? text("scan.fewer") : text("scan.more", { count: listed.length - OPEN })}
            </TextLink>
          </li>
        ) : null}
        {unlisted > 0 ? (
          <li className={styles.unlisted}>{text("scan.unlisted", { count: unlisted })}</li>
        ) : null}
      </ul>
    </li>
  );
}
