import { memo, useId, useState, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { useText, type MessageKey } from "../messages/text.tsx";
import { Icon } from "../parts/index.ts";
import { ChangedCount } from "./diff/changed-count.tsx";
import styles from "./file-rail.module.css";
import { howRead, type FileReading, type Reading } from "./reading.ts";
import { SeenMark } from "./seen-mark.tsx";
import type { ShownFile } from "./shown-file.ts";
import { VisibleText } from "./visible-text.tsx";

/** Of files that are as before so many are listed; the others are behind a button. */
const SAME_LISTED = 8;

export interface FileRailProps {
  readonly files: readonly ShownFile[];
  readonly reading: Reading | undefined;
  /** The path of the file that the person is at. */
  readonly at: string | undefined;
  readonly onGoToFile: (path: string) => void;
}

interface Group {
  readonly title: MessageKey;
  readonly states: readonly ShownFile["state"][];
  readonly most?: number;
}

const GROUPS: readonly Group[] = [
  { title: "diff.group-all", states: ["whole"] },
  { title: "diff.group-changed", states: ["changed", "added"] },
  { title: "diff.group-same", states: ["same"], most: SAME_LISTED },
  { title: "diff.group-removed", states: ["removed"] },
];

/** The files beside the code, by what became of them; each leads to its file. */
export const FileRail = memo(function FileRail({ files, reading, at, onGoToFile }: FileRailProps): ReactNode {
  const text = useText();
  const byPath = new Map(reading?.map((file) => [file.path, file]));
  return (
    <nav className={styles.rail} aria-label={text("diff.files")}>
      {GROUPS.map(({ title, states, most = Number.POSITIVE_INFINITY }) => {
        const own = files.filter(({ state }) => states.includes(state));
        return own.length === 0 ? null : (
          <RailGroup key={title} title={text(title, { count: own.length })} count={own.length} most={most}>
            {own.map((file) => (
              <RailFile
                key={file.path}
                file={file}
                reading={byPath.get(file.path)}
                isAt={file.path === at}
                onGoToFile={onGoToFile}
              />
            ))}
          </RailGroup>
        );
      })}
    </nav>
  );
});

interface RailGroupProps {
  readonly title: string;
  readonly count: number;
  readonly most: number;
  readonly children: readonly ReactNode[];
}

function RailGroup({ title, count, most, children }: RailGroupProps): ReactNode {
  const text = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const left = isOpen ? 0 : Math.max(0, count - most);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{left > 0 ? children.slice(0, most) : children}</ul>
      {left > 0 ? (
        <Button className={styles.more ?? ""} aria-expanded={false} onPress={() => setOpen(true)}>
          {text("diff.more-files", { count: left })}
          <Icon name="down" />
        </Button>
      ) : null}
    </section>
  );
}

interface RailFileProps extends Pick<FileRailProps, "onGoToFile"> {
  readonly file: ShownFile;
  readonly reading: FileReading | undefined;
  readonly isAt: boolean;
}

function RailFile({ file: { path, compared }, reading, isAt, onGoToFile }: RailFileProps): ReactNode {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return (
    <li>
      <button
        type="button"
        className={styles.file}
        aria-current={isAt ? "true" : undefined}
        onClick={() => onGoToFile(path)}
      >
        {reading ? <SeenMark how={howRead(reading)} /> : <span />}
        <bdi className={styles.name}>
          <span className={styles.folder}>
            <VisibleText text={folder} />
          </span>
          <VisibleText text={path.slice(folder.length)} />
        </bdi>
        {compared ? <ChangedCount {...compared} /> : null}
      </button>
    </li>
  );
}
