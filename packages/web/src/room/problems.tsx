import type { ReactNode } from "react";
import type { AppFailure, Excerpt, FailureCode, Problem } from "@anteroom/sandbox/host";
import { useText } from "../messages/text.tsx";
import { CodeLine } from "../review/code-lines.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName, VisibleText } from "../review/visible-text.tsx";
import { pointerTo } from "./pointer.ts";
import styles from "./problems.module.css";
import { Said } from "./said.tsx";

/** What comes from the frame may be any words: the app can throw what it likes. */
const SAID_BY_APP: ReadonlySet<FailureCode> = new Set<FailureCode>(["load", "draw", "run", "policy"]);

export interface ProblemProps {
  readonly problem: Problem;
  readonly revision: number;
}

/** Several problems; so many are shown, the others mostly follow from them. */
export interface ProblemsProps {
  readonly failures: readonly AppFailure[];
  readonly revision: number;
  readonly most: number;
}

/** What went wrong in an app, each with its place in the code. */
export function Problems({ failures, revision, most }: ProblemsProps): ReactNode {
  const text = useText();
  const all = failures.flatMap(({ code, problems }) => problems.map((problem) => ({ code, problem })));
  const more = all.length - most;
  return (
    <>
      {all.slice(0, most).map(({ code, problem }, index) => (
        <div className={styles.problem} key={`${index} ${problem.file} ${problem.line}`}>
          <What code={code} message={problem.message} />
          <Place problem={problem} revision={revision} />
        </div>
      ))}
      {more > 0 ? <p className={styles.more}>{text("room.failed-more", { count: more })}</p> : null}
    </>
  );
}

/** What went wrong, in the app's own words or in the page's. */
export function What({ code, message }: { readonly code: FailureCode; readonly message: string }): ReactNode {
  const text = useText();
  if (SAID_BY_APP.has(code)) return <Said label={text("room.failed-says")} words={message} />;
  return (
    <p className={styles.message}>
      <VisibleText text={message} />
    </p>
  );
}

/** The file and the lines around the fault, as the reviewer read them. */
export function Place({ problem, revision }: ProblemProps): ReactNode {
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
