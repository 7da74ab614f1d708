import type { ReactNode } from "react";
import type { AppFailure, Excerpt, FailureCode, Problem } from "@anteroom/sandbox/host";
import type { App } from "../data/index.ts";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Button } from "../parts/index.ts";
import { CodeLine } from "../review/code-lines.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName, VisibleText } from "../review/visible-text.tsx";
import styles from "./app-error.module.css";
import { pointerTo } from "./pointer.ts";

const TITLES = {
  compile: "room.failed-compile",
  compiler: "room.failed-compiler",
  frame: "room.failed-frame",
  navigated: "room.failed-navigated",
  focus: "room.failed-focus",
  load: "room.failed-load",
  draw: "room.failed-draw",
  run: "room.failed-run",
  policy: "room.failed-policy",
} as const satisfies Record<FailureCode, MessageKey>;

/** What comes from the frame may be any words: the app can throw what it likes. */
const SAID_BY_APP: ReadonlySet<FailureCode> = new Set<FailureCode>(["load", "draw", "run", "policy"]);

/** So many faults are shown; the others mostly follow from them. */
const SHOWN = 3;

export interface AppErrorProps {
  readonly app: Pick<App, "name" | "revision">;
  readonly failure: AppFailure;
  readonly onReload: () => void;
}

/** Stands in the place of an app that failed: what happened, where in its code, and what goes on. */
export function AppError({ app, failure, onReload }: AppErrorProps): ReactNode {
  const text = useText();
  const [first, ...others] = failure.problems;
  const more = others.length + 1 - SHOWN;
  return (
    <div className={styles.error} role="alert">
      <div className={styles.what}>
        <h2>
          <Message id={TITLES[failure.code]} values={{ name: <VisibleName text={app.name} /> }} />
        </h2>
        {SAID_BY_APP.has(failure.code) ? (
          <Said message={first.message} />
        ) : (
          <p className={styles.message}>
            <VisibleText text={first.message} />
          </p>
        )}
        <p className={styles.holds}>{text("room.failed-holds")}</p>
      </div>
      <Place problem={first} revision={app.revision} />
      {others.slice(0, SHOWN - 1).map((problem, index) => (
        <Further key={`${index} ${problem.file} ${problem.line}`} problem={problem} revision={app.revision} />
      ))}
      {more > 0 ? <p className={styles.holds}>{text("room.failed-more", { count: more })}</p> : null}
      <div>
        <Button kind="door" icon="reload" onPress={onReload}>
          {text("room.reload-app")}
        </Button>
      </div>
    </div>
  );
}

/** The app's words, set apart so that they cannot pass for the page's own, nor push away what follows. */
function Said({ message }: { readonly message: string }): ReactNode {
  const text = useText();
  return (
    <>
      <p className={styles.holds}>{text("room.failed-says")}</p>
      <p className={styles.said} tabIndex={0} role="region" aria-label={text("room.failed-says")}>
        <VisibleText text={message} />
      </p>
    </>
  );
}

interface PlaceProps {
  readonly problem: Problem;
  readonly revision: number;
}

function Further({ problem, revision }: PlaceProps): ReactNode {
  return (
    <>
      <p className={styles.message}>
        <VisibleText text={problem.message} />
      </p>
      <Place problem={problem} revision={revision} />
    </>
  );
}

/** The file and the lines around the fault, as the reviewer read them. */
function Place({ problem, revision }: PlaceProps): ReactNode {
  const text = useText();
  const { file, line, column, excerpt } = problem;
  if (file === undefined) return null;
  const place =
    line === undefined
      ? text("review.revision", { revision })
      : column === undefined
        ? text("room.at-line", { line, revision })
        : text("room.at-column", { line, column, revision });
  return (
    <article className={styles.file}>
      <header className={styles.head}>
        <h3 className={styles.path}>
          <VisibleName text={file} />
        </h3>
        <span className={styles.at}>{place}</span>
      </header>
      {excerpt && line !== undefined ? (
        <div
          className={styles.code}
          tabIndex={0}
          role="region"
          aria-label={text("room.source-around", { path: spelledOut(file) })}
        >
          <Lines excerpt={excerpt} line={line} column={column} />
        </div>
      ) : null}
    </article>
  );
}

interface LinesProps {
  readonly excerpt: Excerpt;
  readonly line: number;
  readonly column: number | undefined;
}

function Lines({ excerpt, line, column }: LinesProps): ReactNode {
  const faulty = excerpt.lines[line - excerpt.firstLine] ?? "";
  const pointer = column === undefined ? undefined : pointerTo(faulty, column);
  return (
    <div className={styles.lines}>
      {excerpt.lines.map((one, index) => {
        const number = excerpt.firstLine + index;
        if (number !== line) return <CodeLine key={number} number={number} text={one} />;
        return (
          <div key={number} className={styles.fault}>
            <CodeLine number={number} text={one} />
            {pointer === undefined ? null : (
              <div className={styles.pointer} aria-hidden="true">
                {pointer.before}
                <span ref={bringIntoBox}>{pointer.carets}</span>
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Scrolls the box of an excerpt sideways to what is pointed at; the page stays where it is. */
function bringIntoBox(carets: HTMLElement | null): void {
  const box = carets?.closest("[role=region]");
  if (!carets || !box) return;
  const beyond = carets.getBoundingClientRect().right - box.getBoundingClientRect().right;
  if (beyond > 0) box.scrollLeft += beyond + 16;
}
